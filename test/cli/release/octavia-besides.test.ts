import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { connect, type OpenStack } from "../../../provider/octavia/client";
import type { LoadBalancerInputs } from "../../../resources/octavia/types";
import { certificateFor, type KeyPair } from "../../sandbox/lib/certificates";
import { Resource } from "../../sandbox/lib/engine";
import { type Host, type Props, startHost } from "../../sandbox/lib/host";

// Objects beside a load balancer, on the real Octavia, Keystone, Neutron and Barbican.

interface OpenStackServer {
  env: { [name: string]: string };
  networks: { privateSubnetId: string; publicNetworkId: string; publicSubnetId: string };
  stop(): Promise<void>;
}

const OWNER = "pulumi-k8s-lb:full/test/c1";
let server: OpenStackServer;
let host: Host;
let cloud: OpenStack;
let pair: KeyPair;
let other: KeyPair;

beforeAll(async () => {
  const { startOctaviaServer } = await import(join(__dirname, "../../../tools/octavia-server/index.mjs"));
  server = await startOctaviaServer({ auth: "keystone", barbican: true, neutron: true });
  host = await startHost({ env: { ...server.env, OCTAVIA_POLL_INTERVAL: "200", OCTAVIA_LIST_CACHE: "0" } });
  cloud = connect({ get: () => undefined, explicit: () => undefined, env: server.env });
  [pair, other] = await Promise.all([certificateFor("shop.example.com"), certificateFor("shop.example.com")]);
}, 300_000);
afterAll(async () => {
  host?.stop();
  await server?.stop();
});

/** Everything the tests may leave. */
const remaining = async () => ({
  loadbalancers: await cloud.octavia.list("/v2/lbaas/loadbalancers", "loadbalancers"),
  floatingips: await cloud.network.list("/v2.0/floatingips", "floatingips"),
  groups: (await cloud.network.list("/v2.0/security-groups", "security_groups")).filter(({ name }) => name === "kube-sg"),
  containers: await cloud.keyManager.list("/v1/containers", "containers"),
  secrets: await cloud.keyManager.list("/v1/secrets", "secrets"),
});
const NOTHING = { loadbalancers: [], floatingips: [], groups: [], containers: [], secrets: [] };
afterEach(async () => expect(await remaining()).toEqual(NOTHING));

const inputs = (more: Partial<LoadBalancerInputs> = {}, protocol: "TCP" | "TERMINATED_HTTPS" = "TCP", certificate = "a"): Props =>
  structuredClone({
    owner: OWNER,
    loadBalancer: {
      name: "default/web",
      vip_subnet_id: server.networks.privateSubnetId,
      listeners: [
        {
          name: "web",
          protocol,
          protocol_port: 443,
          ...(protocol === "TCP" ? {} : { default_tls_container_ref: { name: certificate } }),
          default_pool: {
            name: "web",
            protocol: protocol === "TCP" ? "TCP" : "HTTP",
            lb_algorithm: "ROUND_ROBIN",
            members: [{ address: "10.0.0.77", protocol_port: 80 }],
          },
        },
      ],
    },
    ...more,
  }) as unknown as Props;

const quiet = async (resource: Resource, declared: Props) => {
  expect(await resource.preview(declared)).toEqual({ changes: false, replaces: [] });
  await resource.refresh();
  const { __provider: _, ...held } = resource.state?.inputs ?? {};
  expect(held).toEqual(declared);
  expect(await resource.preview(declared)).toEqual({ changes: false, replaces: [] });
};
const fresh = () => new Resource(host, "octavia:LoadBalancer");

test("a certificate is stored, used, exchanged and deleted with its load balancer", async () => {
  const first = inputs({ secrets: [{ name: "a", ...pair }] }, "TERMINATED_HTTPS");
  const resource = fresh();
  await resource.up(first);
  await quiet(resource, first);
  const second = inputs({ secrets: [{ name: "b", ...other }] }, "TERMINATED_HTTPS", "b");
  expect(await resource.preview(second)).toEqual({ changes: true, replaces: [] });
  await resource.up(second);
  expect((await remaining()).containers.map(({ name }) => name)).toEqual(["b"]);
  await quiet(resource, second);
  expect(JSON.stringify(host.output())).not.toContain("PRIVATE KEY");
  await resource.destroy();
}, 120_000);

test("a certificate that another load balancer uses stays until that goes too", async () => {
  const secrets = [{ name: "a", ...pair }];
  const named = (name: string) => {
    const made = inputs({ secrets }, "TERMINATED_HTTPS");
    return { ...made, loadBalancer: { ...(made.loadBalancer as object), name } };
  };
  const [one, two] = [fresh(), fresh()];
  await Promise.all([one.up(named("one")), two.up(named("two"))]);
  expect((await remaining()).containers).toHaveLength(1);
  await one.destroy();
  expect((await remaining()).containers).toHaveLength(1);
  await quiet(two, named("two"));
  await two.destroy();
}, 120_000);

test("a certificate that is gone from Barbican shows and comes back", async () => {
  const declared = inputs({ secrets: [{ name: "a", ...pair }] }, "TERMINATED_HTTPS");
  const resource = fresh();
  await resource.up(declared);
  const [container] = (await remaining()).containers;
  await cloud.keyManager.delete(`/v1/containers/${String(container?.container_ref).split("/").at(-1)}`);
  await resource.refresh();
  expect((await resource.preview(declared)).changes).toBe(true);
  await resource.up(declared);
  await quiet(resource, declared);
  await resource.destroy();
}, 120_000);

test("a floating IP and a security group are made, repaired and taken away", async () => {
  const rule = { direction: "ingress" as const, ethertype: "IPv4" as const, protocol: "tcp", port: 443, remote_ip_prefix: "0.0.0.0/0" };
  const declared = inputs({
    floatingIp: { floating_network_id: server.networks.publicNetworkId, description: "for web" },
    securityGroup: { name: "kube-sg", description: "for web", rules: [rule] },
  });
  const resource = fresh();
  await resource.up(declared);
  const [floating] = (await remaining()).floatingips;
  expect(resource.state?.outs).toMatchObject({ address: floating?.floating_ip_address, floatingIpAddress: floating?.floating_ip_address });
  expect(floating).toMatchObject({ port_id: resource.state?.outs.vipPortId, description: `for web [${OWNER}]` });
  await quiet(resource, declared);

  const [group] = (await remaining()).groups;
  const [held] = ((group?.security_group_rules ?? []) as Props[]).filter(({ direction }) => direction === "ingress");
  await cloud.network.delete(`/v2.0/security-group-rules/${held?.id}`);
  await cloud.network.put(`/v2.0/floatingips/${floating?.id}`, { floatingip: { port_id: null } });
  await resource.refresh();
  expect((await resource.preview(declared)).changes).toBe(true);
  await resource.up(declared);
  await quiet(resource, declared);

  const without = inputs({});
  await resource.up(without);
  const rest = await remaining();
  expect([rest.groups, rest.floatingips.filter(({ port_id }) => port_id !== null)]).toEqual([[], []]);
  for (const { id } of rest.floatingips) await cloud.network.delete(`/v2.0/floatingips/${id}`);
  await quiet(resource, without);
  await resource.destroy();
}, 120_000);

test("a floating IP that was there before is used and given back; one in use is refused", async () => {
  const made = await cloud.network.post("/v2.0/floatingips", { floatingip: { floating_network_id: server.networks.publicNetworkId } });
  const { id, floating_ip_address } = made.floatingip as { id: string; floating_ip_address: string };
  const declared = inputs({ floatingIp: { floating_ip_address } });
  const resource = fresh();
  await resource.up(declared);
  expect(resource.state?.outs.address).toBe(floating_ip_address);
  await quiet(resource, declared);
  const rival = fresh();
  const taken = { ...declared, loadBalancer: { ...(declared.loadBalancer as object), name: "rival" } };
  await expect(rival.up(taken)).rejects.toThrow(/LB2050.*uses it already/s);
  await rival.destroy();
  await resource.destroy();
  expect((await remaining()).floatingips).toMatchObject([{ id, port_id: null }]);
  await cloud.network.delete(`/v2.0/floatingips/${id}`);
}, 120_000);

test("a floating IP that is to be kept outlives its load balancer", async () => {
  const declared = inputs({ floatingIp: { floating_network_id: server.networks.publicNetworkId, subnet_name: "pub*", keep: true } });
  const resource = fresh();
  await resource.up(declared);
  await resource.destroy();
  const [floating] = (await remaining()).floatingips;
  expect(floating?.port_id).toBeNull();
  await cloud.network.delete(`/v2.0/floatingips/${floating?.id}`);
  await expect(
    fresh().up(inputs({ floatingIp: { floating_network_id: server.networks.publicNetworkId, subnet_name: "!pub*" } })),
  ).rejects.toThrow(/LB2050.*no subnet/s);
  const lost = fresh();
  await lost.up(inputs());
  await lost.destroy();
}, 120_000);
