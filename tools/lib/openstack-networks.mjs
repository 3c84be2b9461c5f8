// What an example needs to know of an OpenStack project: a subnet for virtual IPs, and a network for floating IPs.
import { Stop } from "./stop.mjs";

async function login(env) {
  const user = { name: env.OS_USERNAME, password: env.OS_PASSWORD, domain: { name: env.OS_USER_DOMAIN_NAME } };
  const scope = { project: { name: env.OS_PROJECT_NAME, domain: { name: env.OS_PROJECT_DOMAIN_NAME } } };
  const response = await fetch(`${env.OS_AUTH_URL}/auth/tokens`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ auth: { identity: { methods: ["password"], password: { user } }, scope } }),
  });
  if (!response.ok) throw new Stop(`Keystone answered ${response.status}: ${await response.text()}`);
  const { token } = await response.json();
  const service = token.catalog.find(({ type }) => type === "network");
  return { id: response.headers.get("x-subject-token"), neutron: service.endpoints.find((one) => one.interface === "public").url };
}

/** @returns {Promise<{subnetId: string, floatingNetworkId: string}>} of the project that `env` (OS_*) logs in to */
export async function findNetworks(env) {
  const { id, neutron } = await login(env);
  const response = await fetch(`${neutron.replace(/\/(v2\.0\/?)?$/, "")}/v2.0/networks`, { headers: { "X-Auth-Token": id } });
  if (!response.ok) throw new Stop(`Neutron answered ${response.status}: ${await response.text()}`);
  const { networks } = await response.json();
  const external = networks.find((network) => network["router:external"]);
  const inner = networks.find((network) => !network["router:external"] && network.subnets.length > 0);
  if (!external || !inner) throw new Stop("the project has no external network, or no network with a subnet");
  return { subnetId: inner.subnets[0], floatingNetworkId: external.id };
}
