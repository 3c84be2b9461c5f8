import { describe, expect, test } from "vitest";
import { readSpecs, translateToAvi, translateToOctavia } from "../../../sdk";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { ingressV1, node, service } from "../../support/manifests";

// With externalTrafficPolicy Local kube-proxy drops connections at nodes without Pods. Without a health monitor all nodes were members,
// and a hidden notice said so where healthCheckNodePort was in the manifest; a file has none. A node that the cluster autoscaler was about to
// delete stayed a member.

const LOCAL = { externalTrafficPolicy: "Local" };
const ports = [
  { name: "http", port: 80, nodePort: 30080 },
  { name: "admin", port: 81, nodePort: 30081 },
];
const balanced = (more: object = {}, annotations: object = {}) => {
  const web = service("web", ports, "LoadBalancer");
  return { ...web, metadata: { ...web.metadata, annotations }, spec: { ...web.spec, ...more } };
};
const nodes = [node("a", "10.0.0.1"), node("b", "10.0.0.2"), node("c", "10.0.0.3")];
const slice = (name: string, nodeNames: (string | undefined)[], portNames: string[], ready = true) => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name, labels: { "kubernetes.io/service-name": "web" } },
  addressType: "IPv4",
  endpoints: nodeNames.map((nodeName, i) => ({ addresses: [`10.1.0.${i + 1}`], conditions: { ready }, ...(nodeName ? { nodeName } : {}) })),
  ports: portNames.map((one, i) => ({ name: one, port: 8080 + i })),
});

type Lowered = { loadBalancer: { listeners: { default_pool: { members: { address: string }[] } }[] } };

function occm(objects: readonly object[], settings: object = {}) {
  const specs = readSpecs([...nodes, ...objects].map((value) => ({ value })));
  const { resources, statuses } = translateToOctavia(specs, {
    settings: { naming: "occm", subnet_id: "s", internal_lb: true, ...settings },
  });
  const own = resources.find(({ name }) => name === "kube_service_default_web")?.inputs as Lowered | undefined;
  const pools = own?.loadBalancer.listeners.map(({ default_pool }) =>
    default_pool.members.map(({ address }) => address.slice(-1)).join(""),
  );
  const { diagnostics = [] } = statuses.find(({ object }) => object.kind === "Service") ?? {};
  return { pools, said: diagnostics.map(({ code, severity }) => `${code} ${severity}`), resources };
}

const both = [slice("web-1", ["a", "b"], ["http"]), slice("web-2", ["c"], ["admin"])];
const unready = slice("web-3", ["b"], ["admin"], false);

describe("local traffic with the names of the OpenStack cloud provider", () => {
  test.each([
    ["without a monitor only nodes with a ready endpoint of the port", LOCAL, {}, [...both, unready], ["12", "3"], []],
    ["endpoints without ports stand for every port", LOCAL, {}, [slice("web-1", ["a"], [])], ["1", "1"], []],
    [
      "with a monitor at healthCheckNodePort all nodes stay",
      { ...LOCAL, healthCheckNodePort: 32000 },
      { create_monitor: true },
      both,
      ["123", "123"],
      [],
    ],
    ["a monitor that does not ask kube-proxy changes nothing", LOCAL, { create_monitor: true }, both, ["12", "3"], []],
    ["from files neither is known", LOCAL, {}, [], ["123", "123"], ["LB1302 warning"]],
    [
      "a healthCheckNodePort without a monitor is not asked",
      { ...LOCAL, healthCheckNodePort: 32000 },
      {},
      [],
      ["123", "123"],
      ["LB1302 warning"],
    ],
    [
      "endpoints that name no node say nothing",
      LOCAL,
      {},
      [slice("web-1", [undefined], ["http", "admin"])],
      ["123", "123"],
      ["LB1302 warning"],
    ],
    ["a port without endpoints has no members", LOCAL, {}, [both[0]!], ["12", ""], ["LB1119 warning"]],
    ["without Local all nodes stay", {}, {}, both, ["123", "123"], []],
  ])("%s", (_what, spec, settings, slices, pools, messages) => {
    expect(occm([balanced(spec), ...slices], settings)).toMatchObject({ pools, said: messages });
  });

  test("routes to the Service have no monitor at healthCheckNodePort", () => {
    const spec = { ...LOCAL, healthCheckNodePort: 32000 };
    const ingress = ingressV1("i", [{ host: "a.com", path: "/", service: "web" }]);
    const { pools, resources } = occm([balanced(spec), ...both, ingress], { create_monitor: true });
    const routed = JSON.stringify(resources.find(({ name }) => name === "kube_ingress_openstack")!.inputs);
    expect([pools, routed.includes("10.0.0.2"), routed.includes("10.0.0.3")]).toEqual([["123", "123"], true, false]);
  });
});

describe("local traffic on Avi, over node ports", () => {
  function avi(objects: readonly object[], settings: object = {}) {
    const specs = readSpecs([...nodes, ...objects].map((value) => ({ value })));
    const plan = translateToAvi(specs, { settings: { serviceType: "NodePort", ...settings } });
    const pools = (aviObjects(plan).objects.pool ?? []) as unknown as { servers: { ip: { addr: string } }[] }[];
    const messages = plan.statuses.flatMap(({ diagnostics }) => diagnostics.map(({ code, severity }) => `${code} ${severity}`));
    return { pools: pools.map(({ servers }) => servers.map(({ ip }) => ip.addr.slice(-1)).join("")), said: messages };
  }

  test.each(["ako-1.2", "ako-2"])("%s: only nodes with a ready endpoint of the port", (naming) => {
    expect(avi([balanced(LOCAL), ...both, unready], { naming })).toEqual({ pools: ["12", "3"], said: [] });
  });

  test("ako-1.2 takes all nodes where nothing is known of endpoints, and says so", () => {
    expect(avi([balanced(LOCAL)])).toEqual({ pools: ["123", "123"], said: ["LB1302 warning"] });
  });
});

describe("a node that the cluster autoscaler is about to delete", () => {
  const leaving = {
    ...node("d", "10.0.0.4"),
    spec: { taints: [{ key: "ToBeDeletedByClusterAutoscaler", value: "1700000000", effect: "NoSchedule" }] },
  };
  const tainted = { ...node("e", "10.0.0.5"), spec: { taints: [{ key: "dedicated", value: "x", effect: "NoSchedule" }] } };
  test("is no member", () => {
    expect(occm([balanced(), leaving, tainted])).toMatchObject({ pools: ["1235", "1235"], said: [] });
  });
});

describe("a port with TLS of its servers behind x-forwarded-for", () => {
  const XFF = { "loadbalancer.openstack.org/x-forwarded-for": "true" };
  const messages = (port: object, annotations: object = XFF) => {
    const web = { ...balanced({ ports: [{ name: "web", port: 80, nodePort: 30080 }, port] }, annotations) };
    const specs = readSpecs([...nodes, web].map((value) => ({ value })));
    const { resources, statuses } = translateToOctavia(specs, { settings: { naming: "occm", subnet_id: "s", internal_lb: true } });
    const { listeners } = (resources[0]!.inputs as { loadBalancer: { listeners: { protocol: string }[] } }).loadBalancer;
    return [listeners[1]!.protocol, ...statuses[0]!.diagnostics.map(({ code, severity, message }) => `${code} ${severity}: ${message}`)];
  };

  test.each([
    [{ appProtocol: "https", name: "x", port: 8000 }, "port 8000 (appProtocol https)"],
    [{ appProtocol: "kubernetes.io/wss", name: "x", port: 8000 }, "port 8000 (appProtocol kubernetes.io/wss)"],
    [{ appProtocol: "kubernetes.io/h2c", name: "x", port: 8000 }, "port 8000 (appProtocol kubernetes.io/h2c)"],
    [{ name: "https", port: 9443 }, "port 9443 (https)"],
    [{ name: "x", port: 443 }, "port 443 (x)"],
  ])("stays as the cloud provider makes it, with a warning that names the port (%j)", (port, named) => {
    const [protocol, ...warnings] = messages({ nodePort: 30443, ...port });
    expect([protocol, warnings]).toEqual(["HTTP", [expect.stringContaining(`LB1302 warning: ${named} is HTTP with`)]]);
  });

  test.each([
    { appProtocol: "http", name: "x", port: 443 },
    { name: "http", port: 8080 },
  ])("that is clear text has none (%j)", (port) => {
    expect(messages({ nodePort: 30443, ...port })).toEqual(["HTTP"]);
    expect(messages({ nodePort: 30443, ...port, name: "https" }, {})).toEqual(["TCP"]);
  });
});
