// Plays the provider: what is PENDING below a load balancer becomes ACTIVE or goes, as its driver would report.

const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 50;

/** Brings a load balancer and everything below it out of PENDING_*. Providers with workers of their own are waited for. */
export async function settle(world, id, send) {
  const get = (path) => send(world, { method: "GET", path: `/v2/lbaas/${path}` });
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    const { status, body } = await get(`loadbalancers/${id}`);
    if (status === 404 || !body.loadbalancer.provisioning_status.startsWith("PENDING_")) return;
    if (body.loadbalancer.provider === "noop_driver") break;
    if (Date.now() > deadline) throw new Error(`load balancer ${id} stays ${body.loadbalancer.provisioning_status}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  const report = await reportOf(get, id);
  const { body } = await send(world, { method: "POST", path: "/_lab/status", body: report });
  if (body?.status_code !== 200) throw new Error(`the states of load balancer ${id} were not taken: ${JSON.stringify(body)}`);
}

async function reportOf(get, id) {
  const loadBalancer = (await get(`loadbalancers/${id}`)).body.loadbalancer;
  const going = loadBalancer.provisioning_status === "PENDING_DELETE";
  const listeners = (await get(`listeners?loadbalancer_id=${id}`)).body.listeners;
  const pools = (await get(`pools?loadbalancer_id=${id}`)).body.pools;
  const found = { members: [], healthmonitors: [], pools, l7rules: [], l7policies: [], listeners, loadbalancers: [loadBalancer] };
  for (const pool of pools) {
    found.members.push(...(await get(`pools/${pool.id}/members`)).body.members);
    if (pool.healthmonitor_id) found.healthmonitors.push((await get(`healthmonitors/${pool.healthmonitor_id}`)).body.healthmonitor);
  }
  for (const listener of listeners) {
    const policies = (await get(`l7policies?listener_id=${listener.id}`)).body.l7policies;
    found.l7policies.push(...policies);
    for (const policy of policies) found.l7rules.push(...(await get(`l7policies/${policy.id}/rules`)).body.rules);
  }
  return Object.fromEntries(Object.entries(found).map(([kind, objects]) => [kind, objects.flatMap((object) => stateOf(object, going))]));
}

/** Below a load balancer that goes everything goes. */
function stateOf({ id, provisioning_status: status }, going) {
  if (going || status === "PENDING_DELETE") return [{ id, provisioning_status: "DELETED" }];
  return status.startsWith("PENDING_") ? [{ id, provisioning_status: "ACTIVE" }] : [];
}
