import type { ReviewPlace } from "../../kinds/review/facts";
import type { ReviewedRoutes } from "../routing";
import { pathOfExpression } from "./paths";

/** A place that is served otherwise with the written manifests. */
export interface CheckedPlace {
  change: "missing" | "added" | "other servers";
  /** `https://shop.example.com/cart`. */
  place: string;
  /** Services with their parts in percent, and the addresses of their servers. */
  was?: string;
  is?: string;
}

/**
 * Places where the written manifests lead clients elsewhere than the specs do.
 *
 * @param connections hosts of Gateways that hand on connections, by `namespace/name`
 */
export function comparePlaces(
  before: ReviewedRoutes,
  after: ReviewedRoutes,
  connections: ReadonlyMap<string, string> = new Map(),
): CheckedPlace[] {
  const [was, is] = [placesIn(before, connections), placesIn(after, connections)];
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((place): CheckedPlace[] => {
    const [old, fresh] = [was.get(place), is.get(place)];
    if (old === fresh) return [];
    const change = old === undefined ? "added" : fresh === undefined ? "missing" : "other servers";
    return [{ change, place, ...(old === undefined ? {} : { was: old }), ...(fresh === undefined ? {} : { is: fresh }) }];
  });
}

/** Destination of the requests of each place, in one form for specs and for Gateways. */
function placesIn({ places, servers }: ReviewedRoutes, connections: ReadonlyMap<string, string>): Map<string, string> {
  const merged = new Map<string, Map<string, number>>();
  const isSecure = Object.keys(places).some((place) => place.startsWith("https:"));
  for (const [place, { to }] of Object.entries(places))
    for (const name of namesOf(place, { connections, isSecure })) {
      const shares = merged.get(name) ?? new Map<string, number>();
      merged.set(name, shares);
      for (const [target, share] of Object.entries(to)) shares.set(targetOf(target), (shares.get(targetOf(target)) ?? 0) + share);
    }
  const texts = new Map([...merged].map(([place, shares]) => [place, textOf(Object.fromEntries(shares), servers)]));
  return withWholeRedirects(texts);
}

/** Names of a place without its Gateway; a default backend is on both ports where there are two. */
function namesOf(place: string, { connections, isSecure }: { connections: ReadonlyMap<string, string>; isSecure: boolean }): string[] {
  if (/^http:\/\/\*\/ of /.test(place) && !place.includes(" of Gateway ")) return ["http://*/", ...(isSecure ? ["https://*/"] : [])];
  const [, gateway] = /^tcp:\/\/(.*):443$/.exec(place) ?? [];
  const host = gateway === undefined ? undefined : connections.get(gateway);
  if (host !== undefined) return [`tls://${host}`];
  const [, names] = /^tls:\/\/.*:443 for (.*)$/.exec(place) ?? [];
  if (names !== undefined) return names.split(", ").map((name) => `tls://${name}`);
  const [, scheme = "", authority = "", rest = ""] = /^(https?):\/\/([^/^]*)(.*)$/.exec(place.replace(/ of Gateway [^ ]*$/, "")) ?? [];
  return [scheme ? `${scheme}://${authority}${pathText(rest)}` : place];
}

/** A trailing slash of a prefix means nothing, and an expression is as good as the path that it is for. */
function pathText(rest: string): string {
  if (rest.endsWith(" (exact)")) return rest;
  const path = rest.endsWith(" (regex)") ? pathOfExpression(rest.slice(0, -" (regex)".length)) : rest;
  return path.replace(/\/+$/, "") || "/";
}

const targetOf = (target: string) => target.replace(/^(redirect \d+ to https).*$/, "$1");

function textOf(to: ReviewPlace["to"], servers: ReviewedRoutes["servers"]): string {
  const whole = Object.values(to).reduce((sum, share) => sum + share, 0);
  const parts = Object.entries(to).map(([target, share]) => {
    const addresses = servers[target];
    const part = whole === 0 ? 0 : Math.round((share * 1000) / whole) / 10;
    return `${target}${part === 100 ? "" : ` ${part} %`}${addresses ? ` (${addresses.join(" ") || "no servers"})` : ""}`;
  });
  return parts.sort().join(", ");
}

/** A host all of whose clear text is redirected in one way counts as redirected as a whole. */
function withWholeRedirects(places: Map<string, string>): Map<string, string> {
  const byHost = new Map<string, Set<string>>();
  const hostOf = (place: string) => /^http:\/\/[^/]*/.exec(place)?.[0];
  for (const [place, text] of places) {
    const host = hostOf(place);
    if (host) byHost.set(host, (byHost.get(host) ?? new Set()).add(text));
  }
  const isWhole = (host: string | undefined) => {
    const [text = "", ...others] = byHost.get(host ?? "") ?? [];
    return others.length === 0 && text.startsWith("redirect ");
  };
  return new Map([...places].map(([place, text]) => (isWhole(hostOf(place)) ? [`${hostOf(place)}/`, text] : [place, text])));
}
