// Combines hostnames of listeners and Routes, in lower case: exact, `*.example.com` for any number of labels in front of the rest, or empty
// for every host (gateway-api.md 3.5).

/** True if every request for `host` is also one for `other`. */
function isWithin(host: string, other: string): boolean {
  if (other === "" || host === other) return true;
  return other.startsWith("*.") && host !== "" && suffixOf(host).endsWith(other.slice(1));
}

/** A wildcard never takes the bare domain: `*.example.com` counts as `.example.com`, which `example.com` does not end with. */
const suffixOf = (host: string) => (host.startsWith("*.") ? host.slice(1) : host);

/** The hosts that a listener and a Route have in common: the narrower of the two, or none. */
function intersection(listener: string, route: string): string | undefined {
  if (isWithin(route, listener)) return route;
  return isWithin(listener, route) ? listener : undefined;
}

/** Hosts that a Route with these hostnames serves on a listener; empty if they have none in common. */
export function effectiveHosts(listener: string, route: readonly string[]): string[] {
  const hosts = route.length === 0 ? [""] : route.map((host) => host.toLowerCase());
  return [...new Set(hosts.flatMap((host) => intersection(listener, host) ?? []))];
}

/** Sorts exact names before wildcards before every host, and longer names first. */
export function byHost(a: string, b: string): number {
  return breadth(a) - breadth(b) || b.length - a.length;
}

const breadth = (host: string) => (host === "" ? 2 : host.startsWith("*.") ? 1 : 0);

/**
 * Hosts of the other listeners of a port whose requests are not for this one: a request belongs to the most specific listener only
 * (gateway-api.md 3.3).
 *
 * @returns undefined if none of the requests for `host` is for the listener
 */
export function except(host: string, listener: string, others: readonly string[]): string[] | undefined {
  const narrower = [...new Set(others)].filter((other) => other !== listener && isWithin(other, listener));
  if (narrower.some((other) => isWithin(host, other))) return undefined;
  return narrower.filter((other) => isWithin(other, host)).sort(byHost);
}
