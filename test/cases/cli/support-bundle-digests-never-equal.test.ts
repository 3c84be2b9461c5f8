import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readSpecs, translateToAvi } from "../../../sdk";
import { bundleOf } from "../../../sdk/cli/support-bundle/bundle";
import { Names } from "../../../sdk/cli/support-bundle/names";
import { specParts } from "../../../sdk/cli/support-bundle/spec-parts";
import { stackParts } from "../../../sdk/cli/support-bundle/stack-parts";
import { factsText, runFactsOf } from "../../../sdk/plan";
import { endpoints, ingressV1, secret, service } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";

// The mark of a component was part of the digests of a state and not of those of its specs. Words of redirects and of addresses were taken for names.

const OWNER = "pulumi-k8s-lb:proj/dev/c1/main";
const SETTINGS = { clusterName: "c1", disableStaticRouteSync: true };
const MANIFESTS = [
  ...[service("web", [80]), endpoints("web", ["10.7.0.1"], 8080), secret("cert", CERTIFICATE, PRIVATE_KEY)],
  ingressV1("front", [{ host: "shop.acme.example", path: "/", service: "web" }], { tls: ["shop.acme.example"] }),
];

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-digests-"));
afterAll(() => rmSync(folder, { recursive: true }));

function deployment() {
  const plan = translateToAvi(readSpecs(MANIFESTS.map((value) => ({ value }))), { settings: SETTINGS, owner: OWNER });
  const of = (kind: string, name: string, inputs: object) => {
    const type = `pulumi-nodejs:dynamic/k8s-lb-${kind}`;
    const held = JSON.parse(JSON.stringify({ ...inputs, owner: OWNER }));
    return { type, urn: `urn:pulumi:dev::proj::${type}::${name}`, id: name, inputs: held, outputs: {} };
  };
  const summary = of("avi:Summary", "main", { __facts: factsText(runFactsOf(plan, SETTINGS)) });
  return { resources: [...plan.resources.map(({ kind, name, inputs }) => of(kind, name, inputs)), summary] };
}

test("what a state declares as the specs mean it has the same digests, and words of the summary stay", async () => {
  const file = join(folder, "specs.json");
  writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "List", items: MANIFESTS }));
  const names = new Names(false);
  const state = async () => deployment();
  const parts = [...stackParts(state, names), ...specParts({ file: [file], to: "avi" }, state, names)];
  const { files, missing } = await bundleOf(parts, names);
  expect(missing).toEqual([]);
  const read = (path: string) => JSON.parse(files.find((one) => one.path === path)?.content ?? "");
  const [held] = read("state-plans.json");
  expect(Object.keys(held.objects)).toContain("sslkeyandcertificate");
  expect(read("specs-plan.json").objects).toEqual(held.objects);
  const [{ addresses, routes }] = read("summaries.json");
  expect(Object.keys(addresses)).toEqual([expect.stringMatching(/^host host-[0-9a-f]{10}$/)]);
  expect(Object.values(routes).flatMap((place) => Object.keys((place as { to: object }).to))).toContain("redirect 302 to https");
});
