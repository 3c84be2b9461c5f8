import { expect, test } from "vitest";
import type { KubernetesObject } from "../../../../../provider/kubernetes/types";
import { statusFields } from "../../../../../sdk/frontends/gateway/programmed";
import type { Status } from "../../../../../sdk/routing";
import { AppliedGateways, statusAt } from "../../../../../sdk/watch/status/applied-gateways";
import type { Assessment } from "../../../../../sdk/watch/status/assessment";
import { FakeClock } from "../fake-clock";

// Accepted of a Route follows the load balancer of its Gateway.

const LB = "octavia:LoadBalancer lab--infra-web";
const ref = { apiVersion: "gateway.networking.k8s.io/v1", kind: "HTTPRoute", namespace: "infra", name: "r" };
const accepted = { type: "Accepted", status: "True", reason: "Accepted", message: "", observedGeneration: 1 };
const parents = (conditions: object[]) => ({ parents: [{ parentRef: { name: "web" }, controllerName: "k8s-lb.io/octavia", conditions }] });
const status: Status = {
  ...{ object: ref, state: "ready", description: "", diagnostics: [] },
  ...{ fields: parents([accepted]), gateway: "infra/web" },
};
const object = (written?: object): KubernetesObject => ({
  ...{ apiVersion: ref.apiVersion, kind: ref.kind, metadata: { name: "r", namespace: "infra", uid: "r" } },
  ...(written ? { status: written as never } : {}),
});
const stack = {
  state: new Map([[LB, { type: "octavia:LoadBalancer", name: "web", id: "1", inputs: {}, outputs: { address: "10.0.0.7" } }]]),
  ...{ pending: [], appliesAll: false },
};

function conditionOf(applied: AppliedGateways, waits: boolean, live = object()): unknown {
  const assessment: Assessment = {
    statuses: [status],
    resources: [{ id: LB, type: "octavia:LoadBalancer", gateways: ["infra/web"] }],
    differing: new Set(waits ? [LB] : []),
  };
  const fields = statusFields(status, (gateway) => applied.answer("o", statusAt(status, gateway), assessment, stack, live)) as ReturnType<
    typeof parents
  >;
  return fields.parents[0]?.conditions[0];
}

test("it is Unknown until the load balancer has the Route, and stays while others wait", () => {
  const applied = new AppliedGateways(new FakeClock());
  expect(conditionOf(applied, true)).toMatchObject({
    status: "Unknown",
    reason: "Pending",
    message: expect.stringContaining("pulumi up"),
  });
  expect(conditionOf(applied, false)).toMatchObject({ status: "True", reason: "Accepted" });
  expect(conditionOf(applied, true)).toMatchObject({ status: "True", reason: "Accepted" });
});

test("another process knows from the live status what was applied", () => {
  const held = (written: object) => conditionOf(new AppliedGateways(new FakeClock()), true, object(parents([written])));
  expect(held(accepted)).toMatchObject({ status: "True" });
  expect(held({ ...accepted, observedGeneration: 0 })).toMatchObject({ status: "Unknown" });
});

test("an entry at a Gateway that is served does not wait for another Gateway of the Route", () => {
  const entry = (name: string, conditions: object[] = [accepted]) => ({
    parentRef: { name },
    controllerName: "k8s-lb.io/octavia",
    conditions,
  });
  const gateway = (name: string) => ({ gateway: { ...ref, kind: "Gateway", name }, serves: true });
  // the first is the one that waits
  const both: Status = {
    ...status,
    fields: { parents: [entry("new"), entry("web")] },
    gateway: "infra/new",
    parents: [gateway("new"), gateway("web")],
  };
  const assessment: Assessment = {
    statuses: [both],
    resources: [
      { id: "octavia:LoadBalancer lab--infra-new", type: "octavia:LoadBalancer", gateways: ["infra/new"] },
      { id: LB, type: "octavia:LoadBalancer", gateways: ["infra/web"] },
    ],
    differing: new Set(["octavia:LoadBalancer lab--infra-new"]),
  };
  const of = (live: KubernetesObject) => {
    const applied = new AppliedGateways(new FakeClock());
    const fields = statusFields(both, (one) => applied.answer("o", statusAt(both, one), assessment, stack, live));
    return (fields as ReturnType<typeof parents>).parents.map(({ conditions }) => (conditions[0] as typeof accepted).status);
  };
  expect(of(object())).toEqual(["Unknown", "True"]);
  // what another process wrote about one Gateway says nothing of the other
  expect(of(object({ parents: [entry("web")] }))).toEqual(["Unknown", "True"]);
});
