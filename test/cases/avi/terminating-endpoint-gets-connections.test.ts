import { expect, it } from "vitest";
import { avi, ingress, service, translate } from "../../unit/sdk/targets/avi/ako-world";

// A Service with publishNotReadyAddresses has endpoints that are ready and end at once. AKO 2 switches their servers off (ako.md 1.1, "endpoint
// not ready or terminating stays in the pool with enabled:false"); they stayed on.
const endpoint = (address: string, conditions: object) => ({
  addresses: [address],
  conditions,
  targetRef: { kind: "Pod", name: `pod-${address}` },
});
const slice = {
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: "web-1", namespace: "default", labels: { "kubernetes.io/service-name": "web" } },
  addressType: "IPv4",
  endpoints: [
    endpoint("10.244.0.1", { ready: true, serving: true, terminating: false }),
    endpoint("10.244.0.2", { ready: true, serving: true, terminating: true }),
    endpoint("10.244.0.3", { ready: false, serving: false, terminating: true }),
  ],
  ports: [{ name: "http", port: 8080, protocol: "TCP" }],
};

interface EndingPool {
  servers?: { ip: { addr: string }; enabled?: boolean }[];
}
const serversOf = (settings: object, ...more: object[]) => {
  const { objects } = translate(
    settings,
    avi(),
    service("web", { selector: { app: "web" } }),
    ingress("shop", "shop.avi.internal"),
    slice,
    ...more,
  );
  return ((objects.pool ?? [])[0] as EndingPool | undefined)?.servers?.map(({ ip, enabled }) => [ip.addr, enabled]);
};

it("is a server that is switched off with AKO 2", () => {
  const expected = [
    ["10.244.0.1", true],
    ["10.244.0.2", false],
    ["10.244.0.3", false],
  ];
  expect(serversOf({ naming: "ako-2" })).toEqual(expected);
  expect(serversOf({ naming: "ako-2-evh" })).toEqual(expected);
});

it("is switched off behind a port of its node, too", () => {
  const pod = (address: string) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: `pod-${address}`,
      namespace: "default",
      labels: { app: "web" },
      annotations: { "nodeportlocal.antrea.io": JSON.stringify([{ podPort: 80, nodeIP: `192.0.2.${address.at(-1)}`, nodePort: 61000 }]) },
    },
    spec: {},
  });
  const pods = ["10.244.0.1", "10.244.0.2"].map(pod);
  expect(serversOf({ naming: "ako-2", serviceType: "NodePortLocal" }, ...pods)).toEqual([
    ["192.0.2.1", true],
    ["192.0.2.2", false],
  ]);
});

it("is what its readiness says with AKO 1.2, which knows nothing else", () => {
  expect(serversOf({})).toEqual([
    ["10.244.0.1", undefined],
    ["10.244.0.2", undefined],
  ]);
});
