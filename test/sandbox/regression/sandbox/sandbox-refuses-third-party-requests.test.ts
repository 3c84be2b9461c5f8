import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLACED_PODS } from "../../../../provider/mizar/endpoints";
import { check as checkObject } from "../../../../provider/mizar/preview";
import {
  type AviSandbox,
  type OctaviaSandbox,
  startAviSandbox,
  startKubernetesSandbox,
  startOctaviaSandbox,
} from "../../../../sandbox/index";
import { mizarSeeds, otherSeeds } from "../../../../sandbox/mizar/seeds";
import { podCreate } from "../../../../sandbox/mizar/workflows/pods-and-services";
import { SandboxClient } from "../../../unit/sandbox/client";
import { contextOf, created, droplet, network, object } from "../../../unit/sandbox/mizar-world";
import { send, settled, tokenOf } from "../../../unit/sandbox/openstack-client";

// Requests of other programs that real systems take and the sandboxes refused.

describe("Avi", () => {
  let sandbox: AviSandbox;
  beforeAll(async () => {
    sandbox = await startAviSandbox({ rateLimit: "off" });
  });
  afterAll(() => sandbox?.close());

  it("takes null for a required field as not given, as AKO 1.2.1 sends it, and for no other field", async () => {
    const client = await SandboxClient.login(sandbox);
    const made = await client.post("/api/vsvip", { name: "v", vip: [{ vip_id: null, auto_allocate_ip: true }] });
    expect(made.status, made.text).toBe(201);
    expect(made.body.vip[0]).toMatchObject({ vip_id: "0", ip_address: { addr: expect.any(String) } });
    expect((await client.post("/api/pool", { name: null })).text).toContain("Required field name of Pool is missing");
    expect((await client.post("/api/pool", { name: "p", description: null })).text).toContain("null is not allowed");
  });
});

describe("OpenStack", () => {
  let cloud: OctaviaSandbox;
  let admin: { [name: string]: string };
  let demo: { [name: string]: string };
  beforeAll(async () => {
    cloud = await startOctaviaSandbox({ provisioningMs: 5 });
    [admin, demo] = await Promise.all([tokenOf(cloud, "admin", "admin"), tokenOf(cloud, "demo", "demo")]);
  });
  afterAll(() => cloud?.close());

  it("finds projects by name for administrators, and shows everybody his own", async () => {
    const projects = (query: string, headers: object) => send(`${cloud.authUrl}/projects${query}`, "GET", undefined, { ...headers });
    const found = await projects("?name=demo", admin);
    expect(found.body.projects).toEqual([expect.objectContaining({ id: cloud.projectId, name: "demo", domain_id: "default" })]);
    expect((await projects("?name=none", admin)).body.projects).toEqual([]);
    expect((await projects("/none", admin)).status).toBe(404);
    expect((await projects(`/${cloud.projectId}`, demo)).body.project.name).toBe("demo");
    expect((await projects("?name=demo", demo)).body.error.message).toContain("identity:list_projects");
    expect((await projects("/none", demo)).status).toBe(403);
    expect((await projects("", {})).status).toBe(401);
  });

  it("has QoS policies, which a load balancer can name", async () => {
    const policies = (method: string, path: string, body?: object, headers = admin) =>
      send(`${cloud.networkUrl}/v2.0/qos/policies${path}`, method, body, headers);
    const octavia = (method: string, path: string, body?: object) => send(`${cloud.url}/v2/lbaas/${path}`, method, body, demo);
    expect((await policies("GET", "", undefined, demo)).body).toEqual({ policies: [] });
    expect((await policies("POST", "", { policy: { name: "slow" } }, demo)).status).toBe(403);
    const made = await policies("POST", "", { policy: { name: "slow", shared: true } });
    const { id } = made.body.policy;
    expect((await policies("GET", "?name=slow", undefined, demo)).body.policies).toEqual([expect.objectContaining({ id, rules: [] })]);
    expect((await policies("GET", `/${id}`, undefined, demo)).body.policy.name).toBe("slow");
    const extensions = (await send(`${cloud.networkUrl}/v2.0/extensions`, "GET", undefined, demo)).body.extensions;
    expect(extensions).toContainEqual({ alias: "qos", name: "qos" });
    const loadbalancer = { vip_subnet_id: cloud.subnetId, vip_qos_policy_id: id };
    const lb = (await octavia("POST", "loadbalancers", { loadbalancer })).body.loadbalancer;
    expect(await settled(cloud, lb.id, demo)).toMatchObject({ provisioning_status: "ACTIVE", vip_qos_policy_id: id });
    expect((await policies("DELETE", `/${id}`)).status).toBe(204);
    expect((await policies("GET", `/${id}`)).body.NeutronError.type).toBe("QosPolicyNotFound");
    expect((await octavia("POST", "loadbalancers", { loadbalancer })).body.faultstring).toBe(`qos_policy ${id} not found.`);
  });
});

describe("Arktos and Mizar", () => {
  it("the way to the API server in a Network has the labels that Arktos gives it", async () => {
    const cluster = await startKubernetesSandbox({ https: false, mode: "arktos", operator: { delayMs: 1, retryMs: 5 } });
    try {
      const headers = { Authorization: `Bearer ${cluster.token}` };
      const at = `${cluster.url}/apis/arktos.futurewei.com/v1/tenants/system/networks`;
      const body = { apiVersion: "arktos.futurewei.com/v1", kind: "Network", metadata: { name: "blue" }, spec: { type: "flat" } };
      const made = await send(at, "POST", body, headers);
      expect(made.status, made.text).toBe(201);
      const labels = async () => {
        const answer = await send(
          `${cluster.url}/api/v1/tenants/system/namespaces/default/services/kubernetes-blue`,
          "GET",
          undefined,
          headers,
        );
        return answer.body.metadata.labels;
      };
      await expect.poll(labels).toEqual({
        "arktos.futurewei.com/network": "blue",
        "k8s-app": "kubernetes-blue",
        provider: "kubernetes",
        component: "apiserver",
      });
    } finally {
      await cluster.close();
    }
  });

  it("a state keeps that a Network in short form is being deleted, and what holds it", () => {
    const deleted = { name: "n", type: "mizar", deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["example.com/mine"] };
    const [seed] = otherSeeds({ networks: [deleted] });
    expect(seed).toEqual({
      create: { kind: "Network", metadata: { name: "n", finalizers: ["example.com/mine"] }, spec: { type: "mizar" } },
      isDeleted: true,
    });
    const random = { hex: () => "00", uuid4: () => "u" };
    expect(mizarSeeds({ vpcs: [{ name: "v", finalizers: ["f"] }] }, random)[0]?.create).toMatchObject({
      metadata: { name: "v", finalizers: ["f"] },
    });
  });

  const podWith = (annotations: { [name: string]: string }) =>
    object("Pod", "p", {}, { metadata: { annotations }, status: { hostIP: "172.18.0.3", phase: "Pending" } });
  const endpointOf = (annotations: { [name: string]: string }, gates: { [gate: string]: boolean }) => {
    const context = contextOf([droplet, ...network("vpc0", "1", { net0: ["10.20.0.0", "16"] })], { featureGates: gates });
    return created(podCreate(podWith(annotations), context).actions, "Endpoint")[0]?.spec;
  };

  it.each([
    ["abc", "invalid literal for int() with base 10: 'abc'"],
    ["1.5", "invalid literal for int()"],
    ["xM", "could not convert string to float: 'x'"],
  ])("the operator gives up on mizar.com/egress-bandwidth: %s", (value, message) => {
    const annotations = { "mizar.com/egress-bandwidth": value };
    expect(() => endpointOf(annotations, { BWQOS: true })).toThrow(message);
    expect(endpointOf(annotations, {}), "without the gate nobody reads it").toBeDefined();
  });

  it.each([
    ["1500", 1500],
    ["1.5K", 1500],
    ["20M", 20e6],
    ["1G", 1e9],
  ])("and understands %s", (value, bytes) => {
    const spec = endpointOf({ "mizar.com/egress-bandwidth": value, "mizar.com/network-class": "Premium" }, { BWQOS: true });
    expect(spec).toMatchObject({ egress_bandwidth_bytes_per_sec: bytes, pod_network_class: "Premium", pod_network_priority: "Medium" });
  });

  it("the preview says which annotation of a Pod Mizar cannot read", () => {
    const check = (annotations: { [name: string]: string }) => {
      const metadata = { name: "p", annotations };
      return checkObject(PLACED_PODS, {}, { owner: "o", metadata, spec: {} }, () => undefined).map(({ reason }) => reason);
    };
    expect(check({ "mizar.com/egress-bandwidth": "20M", "mizar.com/network-priority": "Low" })).toEqual([]);
    expect(check({ "mizar.com/egress-bandwidth": "abc" })).toEqual([
      'LB2060: metadata/annotations/mizar.com~1egress-bandwidth: Pod p has "abc"; bytes per second are expected, as a whole number or with K, M or G: 500000, 1.5M',
    ]);
    expect(check({ "mizar.com/network-class": "Gold", "mizar.com/network-priority": "1" })).toHaveLength(2);
  });
});
