import { expect, it } from "vitest";
import { OBJECT_KINDS } from "../../../resources/avi";
import { LOAD_BALANCER } from "../../../resources/octavia/load-balancer";
import { type PlannedResource, withoutSecrets } from "../../../sdk/plan";
import { UNKNOWN } from "../../../sdk/specs";

const planned = (kind: string, inputs: PlannedResource["inputs"]): PlannedResource => ({ kind, name: "a", inputs, owners: [], after: [] });

it("hides what the kinds call secret, in a body and in each body of a list", () => {
  const avi = planned("avi:Certificate", { certificate: { name: "a", certificate: "PEM", key: "KEY", key_passphrase: "PASS" } });
  const octavia = planned("octavia:LoadBalancer", { loadBalancer: { name: "a" }, secrets: [{ name: "b", key: "KEY" }, { name: "c" }] });
  const shown = withoutSecrets([avi, octavia], [...OBJECT_KINDS, LOAD_BALANCER]).map(({ inputs }) => inputs);
  expect(shown).toEqual([
    { certificate: { name: "a", certificate: "PEM" } },
    { loadBalancer: { name: "a" }, secrets: [{ name: "b" }, { name: "c" }] },
  ]);
});

it("leaves a value alone that preview does not know", () => {
  const [shown] = withoutSecrets([planned("avi:Certificate", { certificate: UNKNOWN })], OBJECT_KINDS);
  expect(shown?.inputs.certificate).toBe(UNKNOWN);
});
