import { expect, test } from "vitest";
import { statusPatch } from "../../../../provider/kubernetes";
import type { KubernetesObject } from "../../../../provider/kubernetes/types";
import type { Status } from "../../../../sdk/routing";
import { statusKey } from "../../../../sdk/routing/status";
import { wantedStatuses } from "../../../../sdk/watch/status/wanted-statuses";

// A watch that was restarted knew nothing of the entries that it had written: of a BackendTLSPolicy or Route that no longer led to a Gateway of
// the component they stayed for ever.

const V1 = "gateway.networking.k8s.io/v1";
const OURS = "k8s-lb.io/avi";
const object = (kind: string, name: string, more: object = {}): KubernetesObject => ({
  ...{ apiVersion: V1, kind, metadata: { name, namespace: "shop", uid: name } },
  ...more,
});
const status = (kind: string, name: string, fields: object = {}): Status => ({
  ...{ object: { apiVersion: V1, kind, namespace: kind === "GatewayClass" ? "" : "shop", name }, state: "ready", description: "" },
  ...{ diagnostics: [], fields: { ...fields } },
});
const ancestor = (name: string, controllerName = OURS) => ({ ancestorRef: { kind: "Gateway", name, namespace: "shop" }, controllerName });
const parent = (name: string, controllerName = OURS) => ({ parentRef: { name }, controllerName });

const theClass = { ...object("GatewayClass", "ours", { spec: { controllerName: OURS } }), metadata: { name: "ours", uid: "c" } };

/** The statuses after the first comparison of a process, by name. */
function after(statuses: readonly Status[], ...objects: KubernetesObject[]) {
  const ref = ({ apiVersion, kind, metadata: { namespace = "", name } }: KubernetesObject) => ({ apiVersion, kind, namespace, name });
  const live = new Map([theClass, ...objects].map((one) => [statusKey(ref(one)), one]));
  const { wanted } = wantedStatuses([status("GatewayClass", "ours"), ...statuses], live, new Map(), ({ fields }) => fields as never);
  return Object.fromEntries(wanted.map(({ object: one, change }) => [one.metadata.name, statusPatch(one, change, "t")]));
}

const gateways = [status("Gateway", "a"), status("Gateway", "b")];

test("of an object that nothing leads to any more our entries at Gateways of the component go, and no others", () => {
  const others = [ancestor("a", "example.com/other"), ancestor("elsewhere")];
  const policy = object("BackendTLSPolicy", "policy", { status: { ancestors: [ancestor("a"), ...others] } });
  const route = object("HTTPRoute", "route", {
    spec: { parentRefs: [{ name: "elsewhere" }] },
    status: { parents: [parent("b"), parent("elsewhere")] },
  });
  expect(after(gateways, policy, route)).toEqual({ policy: { ancestors: others }, route: { parents: [parent("elsewhere")] } });
  // the Gateways are another component's
  expect(after([status("Gateway", "c")], policy, route)).toEqual({});
});

test("of an object that one Gateway still leads to the entry at the other goes", () => {
  const policy = object("BackendTLSPolicy", "policy", { status: { ancestors: [ancestor("a"), ancestor("b"), ancestor("elsewhere")] } });
  const expected = status("BackendTLSPolicy", "policy", { ancestors: [ancestor("b")] });
  expect(after([...gateways, expected], policy)).toEqual({ policy: { ancestors: [ancestor("b"), ancestor("elsewhere")] } });
});
