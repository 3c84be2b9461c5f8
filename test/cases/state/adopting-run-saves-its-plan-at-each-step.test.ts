import { expect, test } from "vitest";
import { shownValue } from "../../../resources/hidden";
import { ADOPTION } from "../../../resources/inventory";
import * as avi from "../../../sdk/targets/avi";
import { recordResources } from "../../../sdk/testing";
import { eventually } from "../../support/eventually";
import { endpoints, ingress, service } from "../../support/manifests";

// The inventory of a run that adopts had the whole plan as a map in its inputs: a fourth of the state of 1,000 Ingresses, which a backend in a
// folder writes twice for each resource. The specs in words of a bundle, in inputs and outputs, were not compressed either.

const resources = recordResources();
const recorded = (type: string) => resources.find((one) => one.type.endsWith(type));

const names = Array.from({ length: 40 }, (_, index) => `web-${index}`);
const specs = names.flatMap((name) => [
  service(name, [80]),
  endpoints(name, ["1.1.1.1"], 8080),
  ingress({ name, rules: [{ host: `${name}.example.com`, path: "/", service: name }] }),
]);

test("the plan of a run that adopts is one compressed text, and so are the specs of a bundle", async () => {
  const settings = { bundles: "on", shardVSSize: "SMALL" } as const;
  new avi.KubernetesCluster("prod", { specs: specs as never, settings, adopt: { mark: "keep" } });
  await eventually(() => expect(recorded("avi:SharedVS")).toBeDefined());
  const text = recorded("avi:Inventory")?.inputs[ADOPTION];
  expect(text).toMatch(/^deflate:/);
  const adoption = shownValue(text);
  expect(adoption).toMatchObject({ cluster: "cluster", naming: "ako-1.2", planned: expect.any(Array) });
  expect(String(text).length).toBeLessThan(JSON.stringify(adoption).length / 5);
  expect(recorded("avi:SharedVS")?.inputs.__origin).toMatch(/^deflate:/);
});
