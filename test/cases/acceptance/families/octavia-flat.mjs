/** Every Kubernetes object of an input, in the form readSpecs takes; a node `{name, labels, addresses}` means a ready Node. */
export function objectsOf(input) {
  return Object.entries(input)
    .flatMap(([key, value]) => [value].flat().map((item) => (key === "nodes" ? nodeOf(item) : item)))
    .filter((value) => typeof value === "object" && value !== null && value.kind && value.metadata)
    .map((value) => ({ value }));
}

function nodeOf(node) {
  if (node.kind) return node;
  const { name, labels, addresses, ready } = node;
  const conditions = ready === undefined ? [] : [{ type: "Ready", status: ready ? "True" : "False" }];
  return { apiVersion: "v1", kind: "Node", metadata: { name, labels: labels ?? {} }, status: { addresses: addresses ?? [], conditions } };
}

/**
 * The parts of a load balancer in lists, each naming what it belongs to. Our mark is one more tag; a server without tags has it in
 * the description, where it is not compared.
 */
export function flatten({ loadBalancer, floatingIp, securityGroup, serial, cascadeDelete, owner }, tagged = true) {
  const { listeners = [], pools = [], ...own } = loadBalancer;
  const loadbalancer = tagged ? { ...own, tags: [...(own.tags ?? []), owner] } : own;
  const nested = listeners.flatMap((listener) =>
    listener.default_pool?.protocol ? [{ ...listener.default_pool, listener: listener.name }] : [],
  );
  const allPools = [...nested, ...pools];
  return {
    loadbalancer,
    listeners,
    pools: allPools,
    members: allPools.flatMap((pool) => (pool.members ?? []).map((member) => ({ ...member, pool: pool.name }))),
    healthmonitors: allPools.flatMap((pool) => (pool.healthmonitor ? [{ ...pool.healthmonitor, pool: pool.name }] : [])),
    calls: serial ? serialCalls(listeners) : ["POST /loadbalancers"],
    floating_ip: floatingIp ?? null,
    security_group: securityGroup ?? null,
    delete_mode: cascadeDelete === false ? "serial" : "cascade",
  };
}

function serialCalls(listeners) {
  const perListener = listeners.flatMap(({ default_pool: pool }) => [
    "POST /listeners",
    "POST /pools",
    ...(pool.members?.length ? ["PUT /pools/{id}/members"] : []),
    ...(pool.healthmonitor ? ["POST /healthmonitors"] : []),
  ]);
  return ["POST /loadbalancers", ...perListener];
}
