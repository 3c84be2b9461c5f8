import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OctaviaSandbox, startOctaviaSandbox } from "../../../sandbox/index";
import { send, settled, tokenOf } from "./openstack-client";

describe("Neutron and Barbican of the sandbox", () => {
  let cloud: OctaviaSandbox;
  let headers: { [name: string]: string };

  beforeAll(async () => {
    cloud = await startOctaviaSandbox({ provisioningMs: 5 });
    headers = await tokenOf(cloud, "demo", "demo");
  });
  afterAll(() => cloud.close());

  const octavia = (method: string, path: string, body?: unknown) => send(`${cloud.url}/v2/lbaas/${path}`, method, body, headers);
  const neutron = (method: string, path: string, body?: unknown) => send(`${cloud.networkUrl}/v2.0/${path}`, method, body, headers);
  const barbican = (method: string, path: string, body?: unknown) => send(`${cloud.keyManagerUrl}/v1/${path}`, method, body, headers);
  const create = async (more: object = {}) =>
    (await octavia("POST", "loadbalancers", { loadbalancer: { vip_subnet_id: cloud.subnetId, ...more } })).body.loadbalancer;

  it("a VIP has a port, on which a floating IP can be put, and both go with it", async () => {
    const made = await create({ name: "web" });
    await settled(cloud, made.id, headers);
    const port = (await neutron("GET", `ports/${made.vip_port_id}`)).body.port;
    expect(port).toMatchObject({ name: `octavia-lb-${made.id}`, device_owner: "Octavia", network_id: cloud.networkId });
    expect(port.fixed_ips).toEqual([{ subnet_id: cloud.subnetId, ip_address: made.vip_address }]);
    const expected = { floating_network_id: cloud.externalNetworkId, port_id: made.vip_port_id, description: "for web" };
    const floating = (await neutron("POST", "floatingips", { floatingip: expected })).body.floatingip;
    expect(floating).toMatchObject({ fixed_ip_address: made.vip_address, description: "for web" });
    expect((await neutron("POST", "floatingips", { floatingip: expected })).body.NeutronError.type).toBe("FloatingIPPortAlreadyAssociated");
    expect((await neutron("GET", `floatingips?port_id=${made.vip_port_id}`)).body.floatingips).toHaveLength(1);
    await octavia("DELETE", `loadbalancers/${made.id}`);
    expect(await settled(cloud, made.id, headers)).toBeUndefined();
    expect((await neutron("GET", `ports/${made.vip_port_id}`)).status).toBe(404);
    expect((await neutron("GET", `floatingips/${floating.id}`)).body.floatingip.port_id).toBeNull();
    expect((await neutron("DELETE", `floatingips/${floating.id}`)).status).toBe(204);
    expect((await neutron("DELETE", `floatingips/${floating.id}`)).body.NeutronError.type).toBe("FloatingIPNotFound");
  });

  it("addresses of VIPs are Neutron's to give", async () => {
    const first = await create({ vip_address: "10.0.0.77" });
    expect(first.vip_address).toBe("10.0.0.77");
    const second = await octavia("POST", "loadbalancers", { loadbalancer: { vip_subnet_id: cloud.subnetId, vip_address: "10.0.0.77" } });
    expect(second.status).toBe(409);
    expect(second.body.faultstring).toContain("The VIP IP address is already in use");
    const nowhere = await octavia("POST", "loadbalancers", { loadbalancer: { vip_subnet_id: "99999999-9999-9999-9999-999999999999" } });
    expect(nowhere.body.faultstring).toBe("Subnet 99999999-9999-9999-9999-999999999999 not found.");
  });

  it("security groups and their rules", async () => {
    const group = (await neutron("POST", "security-groups", { security_group: { name: "vip" } })).body.security_group;
    const rule = { security_group_id: group.id, direction: "ingress", protocol: "tcp", port_range_min: 80, port_range_max: 80 };
    expect((await neutron("POST", "security-group-rules", { security_group_rule: rule })).status).toBe(201);
    expect((await neutron("POST", "security-group-rules", { security_group_rule: rule })).body.NeutronError.type).toBe(
      "SecurityGroupRuleExists",
    );
    const made = await create({ vip_sg_ids: [group.id] });
    expect((await neutron("GET", `ports/${made.vip_port_id}`)).body.port.security_groups).toEqual([group.id]);
    expect((await neutron("DELETE", `security-groups/${group.id}`)).body.NeutronError.type).toBe("SecurityGroupInUse");
    expect((await neutron("GET", "security-groups?name=vip")).body.security_groups[0].security_group_rules).toHaveLength(1);
  });

  it("lists are filtered, cut and refused as by the real one", async () => {
    expect((await neutron("GET", "networks?router:external=true&fields=name")).body).toEqual({ networks: [{ name: "public" }] });
    const page = (await neutron("GET", "networks?limit=1&fields=id")).body;
    expect(page.networks).toHaveLength(1);
    expect(page.networks_links[0].rel).toBe("next");
    expect((await neutron("GET", "networks?color=red")).status).toBe(400);
    expect((await neutron("POST", "floatingips", { floatingip: { color: "red" } })).status).toBe(400);
  });

  it("secrets, containers and who may read them", async () => {
    const made = await barbican("POST", "secrets", {
      name: "tls",
      payload: "aGVsbG8=",
      payload_content_type: "application/octet-stream",
      payload_content_encoding: "base64",
    });
    expect(made.status).toBe(201);
    const reference: string = made.body.secret_ref;
    expect((await send(`${reference}/payload`, "GET", undefined, { ...headers, Accept: "application/octet-stream" })).text).toBe("hello");
    expect((await barbican("GET", "secrets?name=tls")).body).toMatchObject({
      total: 1,
      secrets: [{ secret_ref: reference, status: "ACTIVE" }],
    });
    expect((await send(`${reference}/acl`, "GET", undefined, headers)).body).toEqual({ read: { "project-access": true } });
    const parts = [{ name: "certificate", secret_ref: reference }];
    const container = (await barbican("POST", "containers", { type: "certificate", name: "c", secret_refs: parts })).body.container_ref;
    expect((await send(container, "GET", undefined, headers)).body.secret_refs).toEqual(parts);
    const other = await tokenOf(cloud, "other", "other");
    expect((await send(reference, "GET", undefined, other)).status).toBe(403);
    expect((await send(reference, "DELETE", undefined, headers)).status).toBe(204);
    expect((await send(reference, "GET", undefined, headers)).status).toBe(404);
  });

  it("a listener needs a certificate that is there", async () => {
    const lost = `${cloud.keyManagerUrl}/v1/secrets/99999999-9999-4999-8999-999999999999`;
    const listener = { protocol: "TERMINATED_HTTPS", protocol_port: 443 };
    const body = (reference: string) => ({
      loadbalancer: { vip_subnet_id: cloud.subnetId, listeners: [{ ...listener, default_tls_container_ref: reference }] },
    });
    const refused = await octavia("POST", "loadbalancers", body(lost));
    expect([refused.status, refused.body.faultstring]).toEqual([400, `Could not retrieve certificate: ['${lost}']`]);
    const bundle = { payload: "aGVsbG8=", payload_content_type: "application/octet-stream", payload_content_encoding: "base64" };
    const reference = (await barbican("POST", "secrets", bundle)).body.secret_ref;
    expect((await octavia("POST", "loadbalancers", body(reference))).status).toBe(201);
  });
});
