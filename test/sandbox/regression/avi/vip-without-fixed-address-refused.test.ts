import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { readSpecs } from "../../../../sdk/frontends";
import { translateToAvi } from "../../../../sdk/targets/avi/translate";
import { endpoints, service } from "../../../support/manifests";
import { type PlannedStack, upPlan } from "../../../support/plan-runs";

// A Service whose `loadBalancerIP` was taken away could not be updated any more: the address was left out of the write, and a controller refuses
// to take one from a VIP. Without a wish for an address the one that it has is right.

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());

const planOf = (loadBalancerIP?: string) => {
  const web = service("web", [80], "LoadBalancer");
  const objects = [{ ...web, spec: { ...web.spec, ...(loadBalancerIP ? { loadBalancerIP } : {}) } }, endpoints("web", ["10.0.0.1"], 8080)];
  return translateToAvi(readSpecs(objects.map((value) => ({ value }))), {
    settings: { clusterName: "c1", naming: "ako-2" },
    owner: "pulumi-k8s-lb:p/s/c1/m",
  });
};
const vips = () => avi.store.list("vsvip").map(({ vip }) => JSON.stringify(vip).match(/"addr":"([^"]+)"/)?.[1]);

test("a VIP keeps its address where nobody asks for one any more", async () => {
  let stack: PlannedStack = await upPlan(avi, new Map(), planOf("10.250.250.99"));
  expect(vips()).toEqual(["10.250.250.99"]);
  stack = await upPlan(avi, stack, planOf());
  expect(vips()).toEqual(["10.250.250.99"]);
  avi.resetCalls();
  stack = await upPlan(avi, stack, planOf());
  expect(avi.calls().filter(({ method }) => method !== "GET" && method !== "POST")).toEqual([]);
  await upPlan(avi, stack, planOf("10.250.250.98"));
  expect(vips()).toEqual(["10.250.250.98"]);
});
