// Decides about each listener: protocol, hosts, certificates, allowed kinds.

import type { Resolution } from "../../../routing/front-end";
import type { ClientValidation } from "../../../routing/gateway/model";
import type { GatewayRules, RouteKind } from "../../../routing/gateway/rules";
import type { Termination } from "../../../routing/model";
import type { Gateway } from "../gateway-reader";
import type { ListenerSet } from "../listener-set-reader";
import type { GatewayListener } from "../listeners";
import { GATEWAY_GROUP } from "../words";
import { CLAIMED } from "./annotations";
import { type CertificateSource, certificatesOf, clientsOn } from "./certificates";
import { allOf, type Fault } from "./conditions";

/** A listener with everything that is decided about it (gateway-api.md 4.3). */
export interface Listener {
  gateway: Gateway;
  /** The object that it is written in: the Gateway, or a ListenerSet of it. */
  owner: Gateway | ListenerSet;
  spec: GatewayListener;
  /** JSON pointer in its owner. */
  at: string;
  /** In lower case, empty for every host. */
  hostname: string;
  /** Kinds of Routes that may be attached. */
  kinds: readonly RouteKind[];
  certificates: readonly Termination[];
  /** A Secret that it names is not among the specs: the load balancer keeps the certificate that it serves. */
  lost?: true;
  clients?: ClientValidation;
  /** Reason of Accepted=False. */
  refused?: Fault;
  /** Reason of Conflicted=True, and of Accepted=False. */
  conflict?: Fault;
  /** Reason of ResolvedRefs=False. */
  unresolved?: Fault;
  /** Routes that are attached, as `Kind namespace/name`. */
  attached: Set<string>;
}

/** True if the load balancer gets the listener. */
export const isServed = ({ refused, conflict, spec, kinds, certificates }: Listener): boolean =>
  !refused && !conflict && kinds.length > 0 && (spec.protocol !== "HTTPS" || certificates.length > 0);

/** True if the load balancer has the listener, or may have it with the certificate of a Secret that is gone. */
export const mayBeServed = (listener: Listener): boolean =>
  isServed(listener) || (listener.lost === true && isServed({ ...listener, spec: { ...listener.spec, protocol: "HTTP" } }));

/** Decides about each listener of one object by itself; conflicts with others come later. */
export function listenersOf(
  cx: CertificateSource,
  rules: GatewayRules,
  gateway: Gateway,
  owner: Gateway | ListenerSet,
  claimRefusal: Resolution["claimRefusal"],
): Listener[] {
  return owner.spec.listeners.map((spec, index) => {
    const at = `/spec/listeners/${index}`;
    const served = rules.routes[spec.protocol] ?? [];
    const { kinds, unresolved } = kindsOf(spec, served, at);
    const listener: Listener = {
      ...{ gateway, owner, spec, at, kinds, certificates: [], attached: new Set<string>() },
      hostname: spec.hostname?.toLowerCase() ?? "",
      ...(unresolved ? { unresolved } : {}),
    };
    // one for every host serves the hosts of its Routes, which are judged with them
    const claimed = listener.hostname === "" ? undefined : claimRefusal(owner, listener.hostname);
    const refused = claimed === undefined ? refusalOf(rules, listener) : { ...CLAIMED, message: claimed, at: `${at}/hostname` };
    if (refused) return { ...listener, refused, kinds: rules.routes[spec.protocol] ? kinds : [] };
    return spec.protocol === "HTTPS" ? withTls(cx, rules, listener) : listener;
  });
}

function refusalOf(rules: GatewayRules, { spec, hostname, at }: Listener): Fault | undefined {
  const { protocol, port, tls } = spec;
  if (!rules.routes[protocol])
    return {
      reason: "UnsupportedProtocol",
      message: `${rules.target} does not serve listeners of protocol ${protocol}`,
      at: `${at}/protocol`,
    };
  const unserved = rules.refusesListener?.({ protocol, port, hostname, ...(tls ? { mode: tls.mode } : {}) });
  return unserved && { reason: unserved.reason ?? "UnsupportedValue", message: unserved.message, at: at + unserved.at };
}

/** Kinds that are allowed and can be served. A kind that nobody serves is a fault, and the others stay. */
function kindsOf(
  { allowedRoutes }: GatewayListener,
  served: readonly RouteKind[],
  at: string,
): { kinds: readonly RouteKind[]; unresolved?: Fault } {
  if (allowedRoutes.kinds.length === 0) return { kinds: served };
  const isKind = (kind: string): kind is RouteKind => served.some((one) => one === kind);
  const kinds = allowedRoutes.kinds.flatMap(({ group, kind }) => (group === GATEWAY_GROUP && isKind(kind) ? [kind] : []));
  const wrong = allowedRoutes.kinds.findIndex(({ group, kind }) => group !== GATEWAY_GROUP || !isKind(kind));
  const named = allowedRoutes.kinds[wrong];
  if (!named) return { kinds };
  const message = `Routes of kind ${named.kind}${named.group === GATEWAY_GROUP ? "" : `.${named.group}`} are not served on it`;
  return { kinds, unresolved: { reason: "InvalidRouteKinds", message, at: `${at}/allowedRoutes/kinds/${wrong}` } };
}

function withTls(cx: CertificateSource, rules: GatewayRules, listener: Listener): Listener {
  const { owner, spec, at, gateway } = listener;
  const user = { kind: owner.ref.kind, namespace: owner.ref.namespace, at: `${at}/tls/certificateRefs` };
  const { terminations, fault, lost } = certificatesOf(cx, user, spec);
  const { clients, fault: clientFault } = clientsOn(cx, gateway, spec.port);
  const unresolved = allOf([listener.unresolved, fault, clientFault]);
  const refused = clientFault
    ? { reason: "NoValidCACertificate", message: `certificates of clients cannot be checked: ${clientFault.message}`, at: clientFault.at }
    : clients && clientRefusal(rules, gateway, spec.port, clients);
  return {
    ...listener,
    certificates: terminations,
    ...(lost ? { lost } : {}),
    ...(clients ? { clients } : {}),
    ...(unresolved ? { unresolved } : {}),
    ...(refused ? { refused } : {}),
  };
}

function clientRefusal(rules: GatewayRules, { spec }: Gateway, port: number, { insecureFallback }: ClientValidation): Fault | undefined {
  const isPerPort = spec.tls?.frontend?.perPort.some((one) => one.port === port) === true;
  const refuse = (what: string): Fault => ({ reason: "UnsupportedValue", message: `${rules.target} ${what}`, at: "/spec/tls/frontend" });
  if (rules.clientValidation === "none") return refuse("does not check certificates of clients");
  if (isPerPort && rules.clientValidation === "all") return refuse("checks certificates of clients on all ports alike, not on one");
  return insecureFallback && !rules.insecureFallback
    ? refuse("refuses clients without a valid certificate, and cannot let them pass")
    : undefined;
}
