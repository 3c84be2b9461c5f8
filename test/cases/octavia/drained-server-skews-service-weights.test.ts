import { expect, it } from "vitest";
import { endpoints, openShiftRoute, service } from "../../support/manifests";
import { onOctaviaAs } from "../../support/said";

// Weights of servers counted those that are drained too: of two Services with 100 each, one got 33 of 100 requests with a server drained.

const app = (name: string, addresses: string[], drained?: string) => {
  const made = service(name, [80]);
  const annotations = drained ? { "k8s-lb.io/drained": drained } : {};
  return [{ ...made, metadata: { ...made.metadata, annotations } }, endpoints(name, addresses, 8080)];
};
const to = (name: string, weight: number) => ({ kind: "Service", name, weight });
const weightsOf = (objects: unknown[], ...weights: [number, number]) => {
  const [a, b] = [to("a", weights[0]), to("b", weights[1])];
  const { balancer, about } = onOctaviaAs([...objects, openShiftRoute("r", { host: "r.com", to: a, alternateBackends: [b] })]);
  const members = balancer?.pools?.[0]?.members ?? [];
  return { weights: Object.fromEntries(members.map(({ address, weight }) => [address, weight])), said: about("r").said };
};

it("shares are per Service over the servers that take traffic", () => {
  const objects = [...app("a", ["10.0.0.1", "10.0.0.2"], "10.0.0.1"), ...app("b", ["10.0.0.9"])];
  expect(weightsOf(objects, 100, 100).weights).toEqual({ "10.0.0.1": 0, "10.0.0.2": 1, "10.0.0.9": 1 });
  expect(weightsOf(objects, 3, 1).weights).toEqual({ "10.0.0.1": 0, "10.0.0.2": 3, "10.0.0.9": 1 });
});

it("a Service with all of its servers drained gets no traffic", () => {
  const objects = [...app("a", ["10.0.0.1"], "10.0.0.1"), ...app("b", ["10.0.0.9", "10.0.0.10"])];
  const { weights } = weightsOf(objects, 1, 1);
  expect(weights["10.0.0.1"]).toBe(0);
  expect(weights["10.0.0.9"]).toBe(weights["10.0.0.10"]);
});

it("what is said of rounded weights counts the same servers", () => {
  const objects = [...app("a", ["10.0.0.1", "10.0.0.2"], "10.0.0.1"), ...app("b", ["10.0.0.9"])];
  expect(weightsOf(objects, 256, 1).said).toEqual([]);
});
