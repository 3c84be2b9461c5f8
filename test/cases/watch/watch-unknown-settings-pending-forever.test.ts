import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { resourceKey } from "../../../sdk/plan";
import { UNKNOWN_TEXT } from "../../../sdk/specs";
import { compareWithState } from "../../../sdk/watch/evaluate/compare-with-state";
import { translationOf } from "../../../sdk/watch/translate/translation";

// A subnet that the same program makes is not known at preview, and its setting reached the watch as a text: every load balancer was
// compared with that text, and pending for ever.

const component = (service_subnet_id: string) => ({
  target: "octavia" as const,
  kind: "KubernetesCluster",
  name: "main",
  options: { owner: "pulumi-k8s-lb:p/s/k/main", settings: { service_subnet_id } },
});
const service = (port: number) => ({
  value: {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "web", namespace: "shop" },
    spec: { type: "LoadBalancer", clusterIP: "10.96.0.1", ports: [{ port }] },
  },
});
const open = () => ({ diff: async () => ({ changes: true }) }) as never;

const planOf = (subnet: string, port = 80) => translationOf(component(subnet))!(readSpecs([service(port)])).resources;

test("what preview did not know is as the state has it", async () => {
  const state = new Map(
    planOf("11111111-2222-3333-4444-555555555555").map((one) => [
      resourceKey(one),
      { ...one, type: one.kind, id: "1", inputs: { ...one.inputs }, outputs: {} },
    ]),
  );
  expect(state.size).toBe(1);
  expect(await compareWithState(planOf(UNKNOWN_TEXT), state, open)).toEqual({ objects: {}, fields: {} });
  // what else changes is seen all the same
  expect((await compareWithState(planOf(UNKNOWN_TEXT, 81), state, open)).objects).toEqual({ "octavia:LoadBalancer shop/web": "update" });
});

test("no body holds the text", () => {
  expect(JSON.stringify(planOf(UNKNOWN_TEXT))).not.toContain(UNKNOWN_TEXT);
});
