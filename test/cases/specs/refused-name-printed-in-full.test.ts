import { expect, test } from "vitest";
import { parseManifests, readMizarSpecs, readSpecs, translateToAvi } from "../../../sdk";

// A name of 20 MB was refused with a short message, and then stood whole in the status of the object.

const LONG = "a".repeat(20_000);

test.each(["name", "namespace", "kind"])("a %s that nobody takes is shown by its beginning and its length", (field) => {
  const object = {
    apiVersion: "v1",
    kind: field === "kind" ? LONG : "Service",
    metadata: { name: "web", ...(field === "kind" ? {} : { [field]: LONG }) },
    spec: { type: "LoadBalancer", ports: [{ port: 80 }] },
  };
  const { objects, diagnostics } = parseManifests(JSON.stringify(object), "long.json");
  const plan = translateToAvi(readSpecs(objects, diagnostics));
  const messages = JSON.stringify([plan.statuses, plan.diagnostics]);
  expect(messages).toContain(`${"a".repeat(253)}... (20000 characters)`);
  expect(messages.length).toBeLessThan(3_000);
});

test("neither is a tenant", () => {
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", tenant: LONG }, spec: {} };
  const { faulty, diagnostics } = readMizarSpecs([{ value: pod }]);
  expect(JSON.stringify([faulty, diagnostics]).length).toBeLessThan(3_000);
});
