// Removes what Octavia cannot serve from the hosts, and reports each loss.

import { describeObject, type ObjectRef } from "../../../../../resources/diagnostic";
import {
  type Backend,
  completeHealthCheck,
  type DefaultBackend,
  type Forward,
  isForward,
  isOnTls,
  otherSpellings,
  type Rule,
  speaksTls,
  type VirtualHost,
} from "../../../../routing";
import { diagnose } from "../../../../specs";
import type { OctaviaLowering } from "../context";
import { MAX_COUNT } from "../monitors";
import { fitsRule } from "./match-rules";
import { fitsHost } from "./policies";
import { flatText, memberWeights, partsOf } from "./pools";

/** The hosts without what Octavia cannot make of them, each thing named. */
export function servable(cx: OctaviaLowering, hosts: readonly VirtualHost[], defaults: readonly DefaultBackend[] = []): VirtualHost[] {
  const rest = restOf(hosts, defaults);
  const proxied = hosts.map((host) => withoutProxy(cx, host));
  return withOneSpelling(cx, proxied)
    .map((host) => ({ ...host, routes: host.routes.filter((route) => isServable(cx, route, host, rest)) }))
    .map((host) => (isSecure(host) ? host : { ...host, routes: host.routes.filter(({ to }) => "backends" in to) }))
    .filter(({ routes, tcp }) => routes.length > 0 || tcp);
}

/** Rules count the names of hosts without case; a passthrough host has a load balancer of its own, whose listener knows no names. */
function withOneSpelling(cx: OctaviaLowering, hosts: readonly VirtualHost[]): readonly VirtualHost[] {
  const spellings = otherSpellings(hosts.filter(({ tcp }) => !tcp));
  for (const [{ fqdn, root }, other] of spellings) {
    const message = `${fqdn} is the host ${other.fqdn} of ${describeObject(other.root.ref)} in another spelling, which Octavia cannot tell apart; it is not served`;
    cx.report(diagnose("LB1301", root.ref, "/spec", message, { remedy: "Keep one spelling.", about: { host: fqdn } }));
  }
  return hosts.filter((host) => !spellings.has(host));
}

/** True if a server answers on TLS. Otherwise a redirect to TLS would lead nowhere. */
const isSecure = ({ routes, tcp }: VirtualHost) => tcp !== undefined || routes.some((route) => isOnTls(route) && isForward(route));

/** Behind TLS that ends here Octavia speaks HTTP only, and the services of a proxy are one pool. */
function withoutProxy(cx: OctaviaLowering, host: VirtualHost): VirtualHost {
  const { fqdn, tcp, tls } = host;
  if (!tcp) return host;
  const refuse = (reason: string, remedy?: string) => {
    cx.report(diagnose("LB1301", tcp.owner.ref, "/spec", `${reason}; TLS of the host is not served`, { remedy, about: { host: fqdn } }));
    return { ...host, tcp: undefined };
  };
  if (tls)
    return refuse(
      `connections to ${fqdn} cannot be handed on after TLS has ended: Octavia speaks HTTP there`,
      "Use passthrough, or HTTP routes.",
    );
  const reason = cx.can.ovn ? undefined : (withoutAlgorithm(tcp.backends) ?? differing(tcp.backends, STRATEGIES));
  if (reason) return refuse(`connections to ${fqdn}: ${reason}`);
  for (const backend of tcp.backends) {
    const difference = differenceOfConnections(cx, backend);
    if (difference) reportDifference(cx, tcp.owner.ref, backend, difference);
  }
  return host;
}

/** Place of the requests that no rule of their host takes, by scope: rules without a host, the default backend, or none. */
function restOf(hosts: readonly VirtualHost[], defaults: readonly DefaultBackend[]): (host: VirtualHost) => string {
  const anywhere = new Set(
    hosts.flatMap(({ fqdn, scope, routes }) => (fqdn === "*" && routes.some((rule) => !isOnTls(rule)) ? [scope] : [])),
  );
  const fallbacks = new Set(defaults.map(({ scope }) => scope));
  return ({ scope }) => {
    const places = [...(anywhere.has(scope) ? ["rules without a host"] : []), ...(fallbacks.has(scope) ? ["the default backend"] : [])];
    return places.length > 0 ? `its requests go to ${places.join(", then to ")}` : "it is not served";
  };
}

function isServable(cx: OctaviaLowering, route: Rule, host: VirtualHost, rest: (host: VirtualHost) => string): boolean {
  const { to, owner, match } = route;
  const { fqdn } = host;
  const refuse = (message: string) => {
    cx.report(diagnose("LB1301", owner.ref, "/spec", message, { about: { host: fqdn, path: match.path.value } }));
    return false;
  };
  if (cx.can.ovn) return refuse(`hosts and paths of ${fqdn}: the provider ovn knows connections only; they are not served`);
  if (!fitsHost(fqdn) && fqdn.startsWith("*")) return refuse(`the host ${fqdn} is too long for a rule of Octavia; it is not served`);
  if (!fitsHost(fqdn)) {
    const message = `the host ${fqdn} is too long for a rule that leaves out its port: requests that name the port are not served`;
    cx.report(diagnose("LB1302", owner.ref, "/spec", message, { about: { host: fqdn } }));
  }
  if (!fitsRule(match.path)) return refuse(`the path ${match.path.value} of ${fqdn} is too long for a rule of Octavia; it is not served`);
  if ("redirect" in to) {
    if (!fqdn.startsWith("*")) return true;
    const message = `${isOnTls(route) ? "TLS" : "clear text"} of ${fqdn} cannot be redirected: Octavia needs the name of the host; ${rest(host)}`;
    cx.report(diagnose("LB1302", owner.ref, "/spec", message, { about: { host: fqdn } }));
    return false;
  }
  if ("answer" in to) return true;
  const reason = unservable(cx, to);
  if (reason) return refuse(`${reason}; ${fqdn}${match.path.value} is not served`);
  reportDifferences(cx, fqdn, route);
  return true;
}

/** The default backends, unless the provider cannot read requests. */
export function servableDefaults(cx: OctaviaLowering, defaults: readonly DefaultBackend[]): readonly DefaultBackend[] {
  if (!cx.can.ovn) return defaults;
  for (const { owner, at } of defaults) {
    const message = "the default backend needs a listener for requests, and the provider ovn knows connections only; it is not served";
    cx.report(diagnose("LB1301", owner.ref, at, message));
  }
  return [];
}

/** Reason why Octavia cannot serve this route as written; undefined if it can (contour.md 5.3). */
function unservable({ can }: OctaviaLowering, { backends, retry, rewrite }: Forward): string | undefined {
  if (retry) return "requests cannot be tried again";
  if (rewrite !== undefined) return "paths cannot be rewritten";
  const random = withoutAlgorithm(backends);
  if (random) return random;
  const h2c = backends.find(({ protocol }) => protocol === "h2c");
  if (h2c) return `Octavia does not speak HTTP/2 in clear text to Service ${serviceNameOf(h2c)}`;
  const named = backends.find(({ validation }) => validation?.subjectName);
  if (named)
    return `Octavia does not check that the certificates of Service ${serviceNameOf(named)} are for ${named.validation?.subjectName}`;
  if (!can.has("clientTls") && backends.some(speaksTls)) return `TLS to the servers: ${can.missing("clientTls")}`;
  return differing(backends, ALIKE);
}

function withoutAlgorithm(backends: readonly Backend[]): string | undefined {
  const random = backends.find(({ strategy }) => strategy === "Random");
  return random && `Octavia has no algorithm for the strategy Random of Service ${serviceNameOf(random)}`;
}

const STRATEGIES = { strategies: ({ strategy = "RoundRobin" }: Backend) => strategy };
const ALIKE = {
  ...STRATEGIES,
  protocols: ({ protocol }: Backend) => protocol ?? "",
  "health checks": ({ healthCheck }: Backend) => (healthCheck ? flatText(healthCheck) : ""),
  validations: ({ validation }: Backend) => validation?.caCertificate ?? "",
};

/** All services of a route are one pool, with one algorithm, one monitor and one protocol. */
function differing(backends: readonly Backend[], same: { [what: string]: (backend: Backend) => unknown }): string | undefined {
  const [first, ...others] = backends;
  for (const [what, of] of Object.entries(same)) {
    const other = first && others.find((backend) => of(backend) !== of(first));
    if (first && other) return `Services ${serviceNameOf(first)} and ${serviceNameOf(other)} share a pool and have different ${what}`;
  }
  return undefined;
}

/** Message about member weights whose ratios are not those of the specs; undefined where they are exact. */
export function roundedWeightsText(backends: readonly Backend[]): string | undefined {
  const parts = partsOf(backends);
  const weights = memberWeights(parts);
  const [part, weight] = [Math.max(...parts), Math.max(...weights)];
  if (weights.every((one, i) => one * part === weight * (parts[i] ?? 0))) return undefined;
  const list = backends.map(({ service }, i) => `${service.name} ${weights[i]}`).join(", ");
  return `weights above 256 are scaled and rounded, for each server: ${list}`;
}

const serviceNameOf = ({ service }: Backend) => `${service.namespace}/${service.name}`;

/** Reports what Octavia does differently with a route that it serves (contour.md 5.3). */
function reportDifferences(cx: OctaviaLowering, host: string, { to, match, owner }: Rule): void {
  if (!("backends" in to)) return;
  const message = roundedWeightsText(to.backends);
  if (message !== undefined) cx.report(diagnose("LB1302", owner.ref, "/spec", message, { about: { host, path: match.path.value } }));
  for (const backend of to.backends)
    for (const difference of differencesOf(cx, backend)) reportDifference(cx, owner.ref, backend, difference);
}

function reportDifference(cx: OctaviaLowering, owner: ObjectRef, backend: Backend, [message, severity]: OctaviaDifference): void {
  const service = serviceNameOf(backend);
  cx.report(diagnose("LB1302", owner, "/spec", `Service ${service}: ${message}`, { severity, about: { service } }));
}

/** Difference in how Octavia treats connections: it does not look into them. */
function differenceOfConnections({ can }: OctaviaLowering, { strategy }: Backend): OctaviaDifference | undefined {
  if (can.ovn && strategy) return [`the strategy ${strategy} is not used: the provider ovn knows SOURCE_IP_PORT only`, "warning"];
  if (strategy === "Cookie") return ["the strategy Cookie means RoundRobin in a tcpproxy", "warning"];
  return hashed(strategy);
}

/** Octavia distinguishes clients by address where Contour has a ring of hashes. */
function hashed(strategy: Backend["strategy"]): OctaviaDifference | undefined {
  if (strategy !== "RingHash" && strategy !== "Maglev") return undefined;
  return [`the strategy ${strategy} becomes SOURCE_IP: clients are told apart by address`, "warning"];
}

type OctaviaDifference = readonly [message: string, severity: "warning" | "notice"];

function differencesOf(cx: OctaviaLowering, { strategy, healthCheck, protocol }: Backend): OctaviaDifference[] {
  const byHash = hashed(strategy);
  const differences: OctaviaDifference[] = byHash ? [byHash] : [];
  if (strategy === "WeightedLeastRequest")
    differences.push(["the strategy WeightedLeastRequest counts connections, not requests", "notice"]);
  if (strategy === "Cookie") differences.push(["the name of the cookie of the strategy Cookie is Octavia's own", "notice"]);
  if (protocol === "h2" && !cx.can.has("poolAlpn"))
    differences.push([`HTTP/1.1 instead of HTTP/2 to the servers: ${cx.can.missing("poolAlpn")}`, "warning"]);
  if (!healthCheck) return differences;
  const { interval, cut, healthy, unhealthy } = completeHealthCheck(healthCheck);
  if (Math.max(healthy, unhealthy) > MAX_COUNT)
    differences.push([`the counts of the health check are cut to ${MAX_COUNT}, the most that Octavia takes`, "warning"]);
  if (cut) differences.push([`the timeout of the health check is cut to its interval of ${interval} s`, "warning"]);
  if (healthCheck.host && !cx.can.has("monitorHost"))
    differences.push([`the host of the health check is left out: ${cx.can.missing("monitorHost")}`, "warning"]);
  differences.push(["a health check answered with 503 counts like any other failure", "notice"]);
  return differences;
}
