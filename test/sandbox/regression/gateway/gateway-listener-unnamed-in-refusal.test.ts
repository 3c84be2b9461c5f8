import { expect, it } from "vitest";
import { KINDS } from "../../../../provider";
import { clientsLost } from "../../../../provider/lifecycle/preview/served";
import { faultsIn } from "../../../../sdk/plan";
import { TARGETS } from "../../../support/front-ends";
import { endpoints, node, service } from "../../../support/manifests";

// LB2017 named the namespace of a Gateway where a listener for connections was lost, and "*" for one without a host name.

const GATEWAY = "gateway.networking.k8s.io/v1";
const { run } = TARGETS[2];
const of = (kind: string, name: string, spec: object) => ({ apiVersion: GATEWAY, kind, metadata: { name, namespace: "default" }, spec });

const world = (protocol: string, filters: object[] = []) =>
  run([
    { apiVersion: GATEWAY, kind: "GatewayClass", metadata: { name: "octavia" }, spec: { controllerName: "k8s-lb.io/octavia" } },
    of("Gateway", "edge", { gatewayClassName: "octavia", listeners: [{ name: "web", port: 80, protocol }] }),
    of("HTTPRoute", "shop", {
      parentRefs: [{ name: "edge" }],
      rules: [{ ...(filters.length > 0 ? { filters } : {}), backendRefs: [{ name: "web", port: 80 }] }],
    }),
    service("web", [80]),
    endpoints("web", ["10.1.0.5"], 8080),
    node("n1", "10.0.0.1"),
  ] as never);

type World = ReturnType<typeof world>;

function refusal(before: World, after: World, more: object = {}): string | undefined {
  const inputs = ({ names, served, missing, keeps, asks, statuses }: World) => ({
    ...{ names, served, missing, keeps, asks },
    faults: faultsIn(statuses),
  });
  return KINDS.get("octavia:Inventory")?.check?.(inputs(before) as never, { ...inputs(after), ...more } as never, () => undefined)?.[0]
    ?.reason;
}

it("names listeners for clients that ask for no host", () => {
  const served = {
    "tcp://default/edge:9000": 1,
    "udp://default/edge:53": 1,
    "https://*:8443/ of Gateway default/edge": 1,
    "tls://a.com": 1,
  };
  expect(clientsLost({ served }, { served: {} }).gone).toEqual([
    "a.com",
    "listener HTTPS 8443 of Gateway default/edge",
    "listener TCP 9000 of Gateway default/edge",
    "listener UDP 53 of Gateway default/edge",
  ]);
});

it("is red where a listener or a rule is refused, with the fault that names it", () => {
  const before = world("HTTP");
  const listener = refusal(before, world("SMTP"));
  expect(listener).toContain("http://*/ of Gateway default/edge: Gateway default/edge /spec/listeners/0/protocol: listener web: ");
  expect(refusal(before, world("SMTP"), { allowLoss: ["Gateway default/edge"] })).toBeUndefined();
  const rule = refusal(before, world("HTTP", [{ type: "RequestMirror", requestMirror: { backendRef: { name: "web", port: 80 } } }]));
  expect(rule).toContain("http://*/ of Gateway default/edge: HTTPRoute default/shop /spec/rules/0/filters/0");
});
