import { describe, expect, it } from "vitest";
import type { PoolBody } from "../../../resources/octavia/types";
import { readSpecs } from "../../../sdk/frontends";
import { octaviaObjects } from "../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { node, service } from "../../support/manifests";
import { loadBalancers } from "../../support/planned";

const PREFIX = "loadbalancer.openstack.org/";
const translate = (settings: Record<string, unknown>, ...objects: unknown[]) =>
  translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings });
const listenerOf = (plan: ReturnType<typeof translate>) => loadBalancers(plan)[0]?.inputs.loadBalancer.listeners?.[0];
const membersOf = (plan: ReturnType<typeof translate>) => (listenerOf(plan)?.default_pool as PoolBody | undefined)?.members;

describe("Kuryr", () => {
  const slice = (name: string, addressType: string, addresses: string[]) => ({
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name, namespace: "default", labels: { "kubernetes.io/service-name": "web" } },
    addressType,
    endpoints: [{ addresses, targetRef: { kind: "Pod", name: "web-1", namespace: "default" } }],
    ports: [{ name: "", port: 8080 }],
  });
  const web = (fields: Record<string, unknown> = {}) => {
    const base = service("web", [{ port: 80 }]);
    return { ...base, spec: { ...base.spec, clusterIP: "10.96.0.10", ...fields } };
  };
  const addresses = (...objects: unknown[]) => membersOf(translate({}, ...objects))?.map(({ address }) => address);

  it("takes the first address of an endpoint: the others say nothing", () => {
    expect(addresses(web(), slice("a", "IPv4", ["10.1.0.9", "10.1.0.5"]))).toEqual(["10.1.0.9"]);
  });

  it("serves a Service of two families in that of its clusterIP, as its Endpoints would", () => {
    const slices = [slice("four", "IPv4", ["10.1.0.5"]), slice("six", "IPv6", ["fd00::5"])];
    expect(addresses(web({ ipFamilies: ["IPv4", "IPv6"] }), ...slices)).toEqual(["10.1.0.5"]);
    expect(addresses(web({ ipFamilies: ["IPv6", "IPv4"], clusterIP: "fd00:96::1" }), ...slices)).toEqual(["fd00::5"]);
    const plan = translate({}, web({ ipFamilies: ["IPv4", "IPv6"] }), slice("six", "IPv6", ["fd00::5"]));
    expect(plan.statuses[0]?.diagnostics).toMatchObject([{ code: "LB1413", message: expect.stringContaining("its VIP is IPv4") }]);
    expect(addresses(web({ ipFamilies: ["IPv4"] }), slice("by-hand", "IPv6", ["fd00::5"]))).toEqual(["fd00::5"]);
  });
});

describe("the OpenStack cloud provider", () => {
  const occm = (annotations: Record<string, string>, settings: Record<string, unknown> = {}) => {
    const base = service("web", [{ port: 80, nodePort: 30080 }], "LoadBalancer");
    const full = Object.fromEntries(Object.entries(annotations).map(([key, value]) => [PREFIX + key, value]));
    const balanced = { ...base, metadata: { ...base.metadata, annotations: full } };
    return translate({ naming: "occm", subnet_id: "cloud", ...settings }, balanced, node("a", "192.168.1.1"));
  };
  const vip = (plan: ReturnType<typeof translate>) => loadBalancers(plan)[0]?.inputs.loadBalancer.vip_subnet_id;

  it("leaves members on the cloud's subnet when a Service or class has its VIP elsewhere", () => {
    const annotated = occm({ "subnet-id": "other" });
    expect([vip(annotated), membersOf(annotated)?.[0]?.subnet_id]).toEqual(["other", "cloud"]);
    const classes = { load_balancer_classes: { dmz: { subnet_id: "dmz" } } };
    expect(membersOf(occm({ class: "dmz" }, classes))?.[0]?.subnet_id).toBe("cloud");
    expect(membersOf(occm({ "subnet-id": "other" }, { subnet_id: "" }))?.[0]?.subnet_id).toBe("other");
    expect(membersOf(occm({ "member-subnet-id": "members", "subnet-id": "other" }))?.[0]?.subnet_id).toBe("members");
  });

  it("takes an empty annotation of subnet or network as none", () => {
    expect(vip(occm({ "subnet-id": "" }))).toBe("cloud");
    const plan = occm({ "network-id": "" }, { network_id: "net" });
    expect(loadBalancers(plan)[0]?.inputs.loadBalancer.vip_network_id).toBe("net");
  });

  it("refuses a certificate that is at no place of Barbican's", () => {
    const why = (ref: string, settings?: Record<string, unknown>) => occm({ "default-tls-container-ref": ref }, settings).statuses[0];
    expect(why("certificate")).toMatchObject({ state: "rejected", description: "invalid tlsContainerRef for service default/web" });
    expect(why("https://b/v1/orders/1")).toMatchObject({
      state: "rejected",
      description: "failed to validate tlsContainerRef for service default/web: tlsContainerRef type orders unknown",
    });
    expect(why("https://b/v1/secrets/1")?.state).toBe("ready");
    expect(why("certificate", { container_store: "external" })?.state).toBe("ready");
  });
});

it("tags are not shown for a server that has none: the mark is in the description, as it is sent", () => {
  const body = (octavia_version: string) =>
    octaviaObjects(translate({ octavia_version, resource_tags: "a,b" }, service("web", [{ port: 80 }]))).objects.loadbalancers?.[0];
  expect(body("2.4")).toMatchObject({ description: "a,b [pulumi-k8s-lb:kubernetes]" });
  expect(body("2.4")).not.toHaveProperty("tags");
  expect(body("2.5")).toMatchObject({ tags: ["a", "b", "pulumi-k8s-lb:kubernetes"] });
});
