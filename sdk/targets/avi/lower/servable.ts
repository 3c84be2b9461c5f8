// Removes what Avi cannot serve from the hosts, and reports each loss.

import { type Diagnostic, describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import {
  type Backend,
  completeHealthCheck,
  type ForwardRule,
  isForward,
  isOnTls,
  mergeBackends,
  otherSpellings,
  type Rule,
  type TcpProxy,
  type VirtualHost,
} from "../../../routing";
import { diagnose } from "../../../specs";
import { atLeast } from "../settings";
import { shardingOf } from "../sharding";
import type { AviLowering } from "./context";
import { MONITOR_LIMITS } from "./monitors";
import { LONGEST_TIMEOUT, LONGEST_TRY } from "./pools";
import { rewritesDifferently } from "./rewrites";

/**
 * The hosts without what Avi cannot make of them, each thing named.
 *
 * @param singleSpec one spec has a virtual service to itself
 */
export function servable(cx: AviLowering, hosts: readonly VirtualHost[], singleSpec: boolean): VirtualHost[] {
  const spellings = otherSpellings(hosts);
  return hosts.flatMap((host) => {
    const other = spellings.get(host);
    if (other) {
      cx.report(sameName(host, other));
      return [];
    }
    const { akoVersion, settings } = cx.placed(cx.extensions.placement(host.root));
    const inPolicies = akoVersion.enhanced || shardingOf(settings, singleSpec).dedicated;
    const routes = host.routes.filter((route) => isServable(cx, route, host.fqdn, inPolicies));
    if (host.tcp && host.tls) cx.report(terminatedTcp(host.fqdn, host.tcp.owner.ref));
    else if (host.tcp) reportOfConnections(cx, host.tcp);
    return [{ ...host, routes }];
  });
}

/** Diagnostic of a host in another spelling: priority labels and server names ignore case, so only one spelling can be served. */
function sameName({ fqdn, root }: VirtualHost, other: VirtualHost): Diagnostic {
  const message = `${fqdn} is the host ${other.fqdn} of ${describeObject(other.root.ref)} in another spelling, which Avi cannot tell apart; it is not served`;
  return diagnose("LB1301", root.ref, "/spec", message, { remedy: "Keep one spelling.", about: { host: fqdn } });
}

/** Connections whose TLS ends at the load balancer: the form we follow has a virtual service for requests or for passthrough only. */
function terminatedTcp(fqdn: string, owner: ObjectRef): Diagnostic {
  const message = `${fqdn}: Avi does not balance TCP behind TLS that it ends itself, in the form we follow; the host is not served on TLS`;
  return diagnose("LB1301", owner, "/spec", message, { remedy: "Use passthrough, or HTTP routes.", about: { host: fqdn } });
}

function isServable(cx: AviLowering, route: Rule, host: string, inPolicies: boolean): boolean {
  if (!isForward(route)) return true;
  const h2c = route.to.backends.find(({ protocol }) => protocol === "h2c");
  if (h2c && !atLeast(cx.settings.controllerVersion, 20, 1)) {
    const message = `HTTP/2 in clear text to Service ${serviceName(h2c)} needs controller version 20.1; ${host}${route.match.path.value} is not served`;
    const remedy = "Set controllerVersion if the controller is newer.";
    cx.report(diagnose("LB1301", route.owner.ref, "/spec", message, { remedy, about: { host, path: route.match.path.value } }));
    return false;
  }
  reportDifferences(cx, host, route, inPolicies);
  return true;
}

const serviceName = ({ service }: Pick<Backend, "service">) => `${service.namespace}/${service.name}`;

/** Key of the settings of a route that the pool of a Service applies. */
const treatment = ({ strategy, healthCheck, validation }: Backend) => JSON.stringify([strategy, healthCheck, validation?.subjectName]);

type AviDifference = readonly [message: string, severity: "warning" | "notice"];

/** Reports what Avi does differently with a route that it serves (contour.md 5.2). */
function reportDifferences(cx: AviLowering, host: string, rule: ForwardRule, inPolicies: boolean): void {
  const { to, match, owner } = rule;
  const say = (message: string, severity: AviDifference[1], service?: string) =>
    cx.report(
      diagnose("LB1302", owner.ref, "/spec", message, { severity, about: service ? { service } : { host, path: match.path.value } }),
    );
  const path = match.path.value || "/";
  const timeout = to.timeouts?.request;
  if (timeout !== undefined && (timeout === 0 || timeout > LONGEST_TIMEOUT))
    say(`${path}: the timeout is cut to ${LONGEST_TIMEOUT} s, the longest that Avi knows`, "warning");
  if (to.retry) say(`${path}: requests are tried again on another server, those that are not idempotent too`, "warning");
  if ((to.retry?.perTryTimeout ?? 0) > LONGEST_TRY) say(`${path}: the timeout per try is cut to ${LONGEST_TRY} s`, "warning");
  const rewrite = to.rewrite?.path?.value;
  if (rewrite !== undefined && (isOnTls(rule) || inPolicies)) say(`${path}: ${rewritesDifferently(match.path, rewrite)}`, "warning");
  const backends = mergeBackends(to.backends);
  for (const backend of to.backends) {
    const first = backends.find((other) => other.service.name === backend.service.name && other.port?.port === backend.port?.port);
    if (!first || treatment(first) === treatment(backend)) continue;
    say(`${path}: Service ${serviceName(backend)} is there twice, with strategy, health check and validation of the first only`, "warning");
  }
  if (backends.length > 1 && backends.some(({ strategy }) => strategy === "Cookie"))
    say(`${path}: the cookie of the strategy Cookie holds a client to a server of a Service, not to the Service`, "warning");
  for (const backend of backends) {
    const service = serviceName(backend);
    for (const [message, severity] of differencesOf(cx, backend)) say(`Service ${service}: ${message}`, severity, service);
  }
}

/** Reports strategies that Avi cannot apply to connections; for these, least requests means least connections. */
function reportOfConnections(cx: AviLowering, { backends, owner }: TcpProxy): void {
  for (const { service, strategy } of backends) {
    if (strategy === undefined || strategy === "WeightedLeastRequest") continue;
    const differences: AviDifference[] =
      strategy === "Cookie"
        ? [["the strategy Cookie means RoundRobin in a tcpproxy", "warning"]]
        : differencesOf(cx, { service, servers: [], strategy });
    for (const [message, severity] of differences)
      cx.report(
        diagnose("LB1302", owner.ref, "/spec", `Service ${serviceName({ service })}: ${message}`, {
          severity,
          about: { service: serviceName({ service }) },
        }),
      );
  }
}

function differencesOf({ settings }: AviLowering, { strategy, healthCheck, protocol }: Backend): AviDifference[] {
  const differences: AviDifference[] = [];
  if (strategy === "RingHash" || strategy === "Maglev")
    differences.push([`the strategy ${strategy} becomes a consistent hash: clients are told apart by address`, "warning"]);
  if (strategy === "WeightedLeastRequest")
    differences.push(["the strategy WeightedLeastRequest counts connections, not requests", "notice"]);
  if (strategy === "Cookie") differences.push(["the name of the cookie of the strategy Cookie is Avi's own", "notice"]);
  if (protocol === "h2" && !atLeast(settings.controllerVersion, 20, 1))
    differences.push(["HTTP/1.1 instead of HTTP/2 to the servers: it needs controller version 20.1", "warning"]);
  if (!healthCheck) return differences;
  const { interval, timeout, healthy, unhealthy, cut } = completeHealthCheck(healthCheck);
  const { interval: longest, timeout: longestTimeout, count } = MONITOR_LIMITS;
  if (interval > longest || timeout > longestTimeout || Math.max(healthy, unhealthy) > count)
    differences.push([
      `the health check is cut to what Avi takes: an interval of ${longest} s, a timeout of ${longestTimeout} s, ${count} checks`,
      "warning",
    ]);
  if (cut) differences.push([`the timeout of the health check is cut to its interval of ${interval} s`, "warning"]);
  differences.push(["the health check takes every answer 2xx as healthy, not 200 alone", "notice"]);
  return differences;
}
