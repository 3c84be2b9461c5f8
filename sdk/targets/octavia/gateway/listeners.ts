// Lowers the ports of a Gateway to listeners.

import { preservedListenerKey } from "../../../../resources/octavia/preserved-listener";
import type { ListenerBody, TlsSecret } from "../../../../resources/octavia/types";
import {
  type ConnectionPort,
  type GatewayLoss,
  type GatewayModel,
  type GatewayPort,
  gatewayConnectionKey,
  gatewayRuleKey,
  type RequestPort,
  type Rule,
  readsRequests,
} from "../../../routing";
import { asKnown, diagnose, keyOf } from "../../../specs";
import type { OctaviaLowering } from "../lower/context";
import { chosenByName, httpListener } from "../lower/l7/listener";
import type { Pools } from "../lower/l7/pools";
import { hostNames } from "../names";
import { ruleKey } from "../plan";
import { requestPolicies } from "./policies";
import type { Responders } from "./responders";
import { connectionBackends, reportRounding, requestBackends } from "./shares";

/** Parts of a load balancer that its listeners have in common. */
export interface GatewayBalancer {
  cx: OctaviaLowering;
  name: string;
  pools: Pools;
  secrets: Map<string, TlsSecret>;
  /** Entries of `keep` for listeners whose certificates stay. */
  keptListeners: Set<string>;
  responders: Responders;
}

/** Listener of a port, and the rules of it that are served. */
export interface PortListener {
  listener: ListenerBody;
  served: readonly { owner: Rule["owner"] }[];
}

/** Undefined where Octavia has no such listener, which is reported. */
export function gatewayListener(at: GatewayBalancer, gateway: GatewayModel, port: GatewayPort): PortListener | undefined {
  const { cx, name } = at;
  const refuse = (reason: string) => losePort(cx, { gateway, port, message: reason });
  if (readsRequests(port)) {
    if (cx.can.ovn) return refuse("the provider ovn knows connections only");
    // the front end has reported which certificate each of its listeners lacks
    if (port.protocol === "HTTPS" && port.certificates.length === 0 && !port.keepsCertificates) return undefined;
    if (port.keepsCertificates) at.keptListeners.add(preservedListenerKey("TERMINATED_HTTPS", port.port));
    return requestListener(at, gateway, port);
  }
  const { protocol } = port;
  if (protocol === "TLS") return refuse("Octavia hands connections on without a look at the name that the client asks for");
  const listener: ListenerBody = { name: hostNames.listener(name, protocol, port.port), protocol, protocol_port: port.port };
  const [route] = port.routes;
  const pool = route && connectionPool(at, gateway, port, protocol, route);
  if (route) cx.sources.note(ruleKey(name, listener), route);
  return { listener: { ...listener, ...(pool ? { default_pool: pool } : {}) }, served: route ? [route] : [] };
}

/** Reports a port that is not served, and notes it for the statuses. */
export function losePort(cx: OctaviaLowering, { message: because, ...loss }: Omit<GatewayLoss, "rule">): undefined {
  const { gateway, port } = loss;
  const message = `port ${port.port}/${port.protocol} is not served: ${because}`;
  cx.report(diagnose("LB1702", gateway.owner.ref, "/spec/listeners", message));
  cx.lose({ ...loss, message });
}

function connectionPool(
  { cx, pools, responders }: GatewayBalancer,
  gateway: GatewayModel,
  port: ConnectionPort,
  protocol: "TCP" | "UDP",
  route: ConnectionPort["routes"][number],
) {
  const backends = connectionBackends(cx, route, responders);
  if (backends.length === 0) return undefined;
  reportRounding(cx, backends, route);
  return pools.connections(backends, gatewayConnectionKey(gateway, port, route), protocol);
}

/** Name of the pool without members, in the place of a responder. */
const UNANSWERED = "no responder";

function requestListener(at: GatewayBalancer, gateway: GatewayModel, port: RequestPort) {
  const { cx, name, pools, secrets, responders } = at;
  const poolOf = (rule: Rule) => {
    const { to } = rule;
    const key = gatewayRuleKey(gateway, port, rule);
    if ("backends" in to) {
      const backends = requestBackends(to, responders);
      reportRounding(cx, backends, rule);
      return pools.of(backends, key);
    }
    const responder = "answer" in to && to.answer === 404 ? responders.notFound : responders.failed;
    return responder ? pools.of([responder], key) : pools.empty(UNANSWERED);
  };
  const { policies, rules, dropped } = requestPolicies(port, poolOf);
  for (const { rule, because } of dropped) {
    const message = `match ${rule.index} of the rule is not served at ${rule.host || "every host"}, its requests go to the next rule that takes them: ${because} (Gateway ${keyOf(gateway.owner.ref)})`;
    cx.report(diagnose("LB1703", rule.owner.ref, rule.at, message));
    cx.lose({ gateway, port, rule, message: because });
  }
  for (const { to, owner, at: pointer } of port.rules)
    if ("redirect" in to && to.redirect.path)
      cx.report(diagnose("LB1302", owner.ref, pointer, "the redirect to another path leaves out the query of the request"));
  const lost = new Set(dropped.map(({ rule }) => rule));
  for (const rule of port.rules) if (!lost.has(rule)) reportLists(cx, rule, gateway);
  const { notFound } = responders;
  const listener = httpListener(name, port.protocol === "HTTP" ? "HTTP" : "TERMINATED_HTTPS", port.port, {
    ...(port.protocol === "HTTPS" ? chosenByName(name, port.certificates, secrets) : {}),
    ...clientsOf(pools, port),
    ...(notFound
      ? { default_pool: pools.of([notFound], `port ${port.port} of Gateway ${gateway.owner.ref.namespace}/${gateway.owner.ref.name}`) }
      : {}),
    ...(policies.length > 0 ? { l7policies: policies } : {}),
  });
  for (const [policy, rule] of rules) cx.sources.note(ruleKey(name, listener, policy), rule);
  return { listener, served: port.rules.filter((rule) => !lost.has(rule)) };
}

/** A certificate of these authorities is required: without one the connection fails. */
function clientsOf(pools: Pools, { protocol, clients }: RequestPort): Partial<ListenerBody> {
  if (protocol !== "HTTPS" || !clients) return {};
  return {
    client_ca_tls_container_ref: { name: pools.authority(asKnown<string>(clients.caCertificate)) },
    client_authentication: "MANDATORY",
  };
}

/** HAProxy compares each part of a list by itself, so a header that has the value among others is taken too. */
function reportLists(cx: OctaviaLowering, { owner, at, index, match: { headers } }: Rule, gateway: GatewayModel): void {
  if (headers.length === 0) return;
  const names = headers.map(({ name, is, value }) => `${name} ${is === "exact" ? value : `matching ${value}`}`).join(", ");
  const reason = "Octavia compares each comma-separated value by itself";
  const message = `a header with several values, one of them ${names}, matches too: ${reason} (Gateway ${keyOf(gateway.owner.ref)})`;
  cx.report(diagnose("LB1302", owner.ref, `${at}/matches/${index}/headers`, message));
}
