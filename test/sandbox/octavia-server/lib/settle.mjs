// Ends what is pending in a load balancer of provider noop_driver, as its driver would: through the test control /_lab/status.

const after = { PENDING_CREATE: "ACTIVE", PENDING_UPDATE: "ACTIVE", PENDING_DELETE: "DELETED" };
const pending = ({ provisioning_status }) => provisioning_status in after;
const admin = "admin";

async function get(target, path, variables, root) {
  const { status, body } = await target.send({ method: "GET", path: `/v2/lbaas/${path}`, as: admin }, variables);
  return status === 200 ? body[root] : [];
}

/** Everything pending below the load balancer. A parent is pending whenever a child is, so finished branches are not read. */
async function pendingBelow(target, lb, variables) {
  const found = { l7rules: [], l7policies: [], members: [], healthmonitors: [], pools: [], listeners: [] };
  const read = (path, root) => get(target, path, variables, root);
  const keep = (kind, objects) => {
    const kept = objects.filter(pending);
    found[kind].push(...kept);
    return kept;
  };
  if (lb.listeners.length > 0) {
    for (const listener of keep("listeners", await read(`listeners?loadbalancer_id=${lb.id}`, "listeners"))) {
      if (listener.l7policies.length === 0) continue;
      for (const policy of keep("l7policies", await read(`l7policies?listener_id=${listener.id}`, "l7policies"))) {
        if (policy.rules.length > 0) keep("l7rules", await read(`l7policies/${policy.id}/rules`, "rules"));
      }
    }
  }
  if (lb.pools.length > 0) {
    for (const pool of keep("pools", await read(`pools?loadbalancer_id=${lb.id}`, "pools"))) {
      if (pool.members.length > 0) keep("members", await read(`pools/${pool.id}/members`, "members"));
      if (pool.healthmonitor_id) keep("healthmonitors", [await read(`healthmonitors/${pool.healthmonitor_id}`, "healthmonitor")]);
    }
  }
  return found;
}

/** Reports objects as a driver would; `statuses` is what the driver agent takes. */
export async function report(target, statuses, variables) {
  const { status, body } = await target.send({ method: "POST", path: "/_lab/status", body: statuses }, variables);
  if (status !== 200 || body.status_code !== 200) throw new Error(`/_lab/status answered ${status}: ${JSON.stringify(body)}`);
}

/** Brings the load balancer and everything below it from PENDING_* to ACTIVE, or away. */
export async function settle(target, id, variables) {
  const lb = await get(target, `loadbalancers/${id}`, variables, "loadbalancer");
  if (Array.isArray(lb)) return; // gone already
  const statuses = {};
  for (const [kind, objects] of Object.entries(await pendingBelow(target, lb, variables))) {
    if (objects.length > 0) statuses[kind] = objects.map(ended);
  }
  const ends = lb.provisioning_status === "PENDING_DELETE" ? [] : Object.keys(statuses);
  if (pending(lb)) statuses.loadbalancers = [ended(lb)];
  else if (ends.length === 0) return;
  await report(target, statuses, variables);
}

const ended = ({ id, provisioning_status }) => ({
  id,
  provisioning_status: after[provisioning_status],
  operating_status: after[provisioning_status] === "ACTIVE" ? "ONLINE" : "OFFLINE",
});

/** Waits until the worker (provider amphora) is done with the load balancer. */
export async function waitFor(target, id, variables) {
  for (let remaining = 60_000; remaining > 0; remaining -= 150) {
    const lb = await get(target, `loadbalancers/${id}`, variables, "loadbalancer");
    if (Array.isArray(lb) || !pending(lb)) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`load balancer ${id} is pending for a minute`);
}
