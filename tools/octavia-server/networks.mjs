// Networks that every cloud has, for those who start Neutron: one for load balancers, one with public addresses, a router between them.

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
