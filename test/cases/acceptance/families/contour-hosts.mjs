import { brief } from "../lib/subset.mjs";

/** Compares virtual hosts: by fqdn and port, then route by route. */
export function hostProblems(goal, actual) {
  const key = ({ fqdn, port }) => `${fqdn}:${port}`;
  const found = new Map(actual.map((host) => [key(host), host]));
  const expected = new Set(goal.map(key));
  return [
    ...goal.flatMap((host) => (found.has(key(host)) ? compareHost(key(host), host, found.get(key(host))) : [`${key(host)} is missing`])),
    ...[...found.keys()].filter((name) => !expected.has(name)).map((name) => `${name} is too much`),
  ];
}

function compareHost(name, goal, actual) {
  const problems = [];
  const same = (what, a, b) => {
    if (JSON.stringify(a) !== JSON.stringify(b)) problems.push(`${name} ${what}: expected ${brief(a)}, got ${brief(b)}`);
  };
  same("secret", goal.tls?.secret ?? null, actual.tls?.secret ?? null);
  if (goal.tls?.secret && goal.tls.minimumProtocolVersion)
    same("TLS version", goal.tls.minimumProtocolVersion, actual.tls?.minimumProtocolVersion);
  same("passthrough", Boolean(goal.passthrough ?? goal.tls?.passthrough ?? goal.tcpProxy?.passthrough), Boolean(actual.passthrough));
  same("tcpProxy", Boolean(goal.tcpProxy), Boolean(actual.tcpProxy));
  if (goal.tcpProxy && actual.tcpProxy)
    problems.push(...compareClusters(`${name} tcpProxy`, clustersOf(goal.tcpProxy), actual.tcpProxy.clusters));
  return [...problems, ...compareRoutes(name, goal.routes ?? [], actual.routes), ...orderProblems(name, actual.routes)];
}

const clustersOf = (proxy) => (Array.isArray(proxy) ? proxy : (proxy.clusters ?? proxy.services ?? []));

function compareRoutes(name, goal, actual) {
  const found = new Map(actual.map((route) => [route.prefix, route]));
  const expected = new Set(goal.map(({ prefix }) => prefix));
  const extra = [...found.keys()].filter((prefix) => !expected.has(prefix)).map((prefix) => `${name}${prefix} is too much`);
  return goal
    .flatMap((route) => {
      const place = `${name}${route.prefix}`;
      const other = found.get(route.prefix);
      if (!other) return [`${place} is missing`];
      const [a, b] = [plain(route), plain(other)];
      const differing = Object.keys(a).filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
      const problems = differing.map((key) => `${place} ${key}: expected ${brief(a[key])}, got ${brief(b[key])}`);
      return [...problems, ...compareClusters(place, route.clusters ?? [], other.clusters)];
    })
    .concat(extra);
}

/** A route but for its clusters, with what is absent and what means nothing in one form. */
function plain({ redirectToHttps, timeout, retry, prefixRewrite, websockets }) {
  return {
    redirectToHttps: redirectToHttps ?? false,
    timeout: timeout ?? null,
    retry: retry ? [retry.on ?? "5xx", retry.count, seconds(retry.perTryTimeout)] : null,
    prefixRewrite: prefixRewrite ?? null,
    websockets: websockets ?? false,
  };
}

const seconds = (value) => Number.parseFloat(String(value ?? 0)) * (String(value).endsWith("ms") ? 0.001 : 1);

/** As multisets; what a cluster of the case does not say is free. */
function compareClusters(place, goal, actual) {
  if (goal.length !== actual.length) return [`${place}: expected ${goal.length} clusters, got ${brief(actual)}`];
  const remaining = [...actual];
  return goal.flatMap((cluster) => {
    const index = remaining.findIndex((candidate) => clusterFits(cluster, candidate));
    if (index < 0) return [`${place}: no cluster ${brief(cluster)} among ${brief(remaining)}`];
    remaining.splice(index, 1);
    return [];
  });
}

function clusterFits(goal, actual) {
  return ["service", "port", "share", "protocol", "strategy", "healthCheck", "validation"].every(
    (key) => !(key in goal) || covers(goal[key], actual[key]),
  );
}

/** An expected null or empty value may be absent; a Secret may stand without its namespace. */
function covers(goal, actual) {
  if (goal === null || goal === "" || goal === 0) return actual === undefined || actual === null || actual === goal;
  if (typeof goal !== "object") return goal === actual || (typeof actual === "string" && actual.endsWith(`/${goal}`));
  const keys = new Set([...Object.keys(goal), ...Object.keys(actual ?? {})]);
  return [...keys].every((key) => (actual?.[key] === undefined ? covers(null, goal[key] || null) : covers(goal[key], actual[key])));
}

/** A longer prefix precedes each of its own prefixes. */
function orderProblems(name, routes) {
  return routes.flatMap(({ prefix }, i) =>
    routes.slice(0, i).some((earlier) => prefix !== earlier.prefix && prefix.startsWith(earlier.prefix))
      ? [`${name}${prefix} stands after its own prefix`]
      : [],
  );
}
