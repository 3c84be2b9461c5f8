// First requests to a new server, before those of any user: networks, if there is Neutron, and one load balancer that is created and
// deleted.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** The header of a user, whose password is the name, in the project `demo`. */
export async function tokenOf(name, { keystone }) {
  const user = { name, password: name, domain: { id: "default" } };
  const scope = { project: { name: "demo", domain: { id: "default" } } };
  const response = await fetch(`${keystone}/v3/auth/tokens`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ auth: { identity: { methods: ["password"], password: { user } }, scope } }),
  });
  if (!response.ok) throw new Error(`Keystone answered ${response.status}: ${await response.text()}`);
  return { "X-Auth-Token": response.headers.get("x-subject-token") };
}

/** Makes `private` (10.0.0.0/24, project demo) and `public` (203.0.113.0/24, external). Returns their ids. */
export async function seedNetworks({ keystone, neutron }) {
  const headers = { "Content-Type": "application/json", ...(await tokenOf("admin", { keystone })) };
  async function call(method, path, body) {
    const response = await fetch(`${neutron}/v2.0/${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`Neutron answered ${response.status} to ${method} ${path}: ${await response.text()}`);
    return response.json();
  }
  const make = async (kind, fields) => (await call("POST", `${kind}s`, { [kind]: fields }))[kind].id;
  const external = { "router:external": true, "provider:network_type": "flat", "provider:physical_network": "public" };

  const privateNetworkId = await make("network", { name: "private" });
  const privateSubnetId = await make("subnet", { name: "private", network_id: privateNetworkId, ip_version: 4, cidr: "10.0.0.0/24" });
  const publicNetworkId = await make("network", { name: "public", ...external });
  const publicSubnet = { name: "public", network_id: publicNetworkId, ip_version: 4, cidr: "203.0.113.0/24", enable_dhcp: false };
  const publicSubnetId = await make("subnet", publicSubnet);
  const routerId = await make("router", { name: "router", external_gateway_info: { network_id: publicNetworkId } });
  await call("PUT", `routers/${routerId}/add_router_interface`, { subnet_id: privateSubnetId });
  return { privateNetworkId, privateSubnetId, publicNetworkId, publicSubnetId, routerId };
}

// Ready means ready: the services make their clients and caches at the first request that needs them, without a lock, so that of several first
// requests all but one fail. One load balancer comes and goes before anybody asks, as an ordinary user: what decides about owners is made
// for them only.

const patience = 120_000;

/** A listener with a missing certificate: the server loads its client of Barbican. */
const secureListener = (id, keyManager) => ({
  ...{ name: "warm-up-secure", loadbalancer_id: id, protocol: "TERMINATED_HTTPS", protocol_port: 443 },
  default_tls_container_ref: `${keyManager}/v1/secrets/${randomUUID()}`,
});

/** `headers` say who asks, `subnet` is for the VIP; without Neutron any will do. Leaves nothing behind. */
export async function warmUp({ octavia, barbican }, headers, subnet = randomUUID()) {
  const end = Date.now() + patience;
  async function call(method, path, body, expected) {
    const options = { method, headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(octavia + path, { ...options, signal: AbortSignal.timeout(patience) });
    const text = await response.text();
    if (!expected.includes(response.status)) throw new Error(`Octavia answered ${response.status} to ${method} ${path}: ${text}`);
    return response.status === 200 || response.status === 201 ? JSON.parse(text || "{}") : undefined;
  }
  const listeners = [{ name: "warm-up", protocol: "HTTP", protocol_port: 80 }];
  const loadbalancer = { name: "warm-up", vip_subnet_id: subnet, listeners };
  const { id } = (await call("POST", "/v2/lbaas/loadbalancers", { loadbalancer }, [201])).loadbalancer;
  const balancerPath = `/v2/lbaas/loadbalancers/${id}`;

  async function until(isThere, expected) {
    for (;;) {
      const status = (await call("GET", balancerPath, undefined, expected))?.loadbalancer.provisioning_status;
      if (isThere(status)) return;
      if (status === "ERROR" || Date.now() > end) throw new Error(`the first load balancer is ${status}`);
      await sleep(100);
    }
  }
  await until((status) => status === "ACTIVE", [200]);
  if (barbican) await call("POST", "/v2/lbaas/listeners", { listener: secureListener(id, barbican) }, [400]);
  await call("DELETE", `${balancerPath}?cascade=true`, undefined, [204]);
  await until((status) => status === undefined || status === "DELETED", [200, 404]);
  await call("POST", "/_lab/reset", {}, [200]);
}
