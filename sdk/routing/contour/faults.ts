import type { IngressRoute, IngressRouteRule } from "../../specs";
import { type ContourContext, type Fault, nameOf, quote, targetOf } from "./context";
import type { Holder } from "./delegation";
import { findService, validationOf } from "./services";

/** The longest chain of delegations that is followed. */
const MAX_DEPTH = 100;

/**
 * What is wrong with the routes of an object that was delegated `prefix`, in the order in which Contour looks (contour.md 1.2,
 * step 7). The prefix binds every route, delegating ones too (seed, "Validation rules", 2): Contour checked those with
 * services only.
 */
export function routeFaults(cx: ContourContext, { owner, through }: Holder, prefix: string): Fault[] {
  return owner.routes.flatMap((route) => [
    ...contradictions(route),
    ...outside(route, prefix),
    ...serviceFaults(cx, owner, route),
    ...delegateFaults(cx, { owner, through }, route),
  ]);
}

function contradictions({ match, services, delegate, websockets, pointer }: IngressRouteRule): Fault[] {
  const about = `route ${quote(match)}:`;
  if (services.length > 0 && delegate) {
    return [{ code: "LB1507", at: pointer, message: `${about} cannot specify services and delegate in the same route` }];
  }
  if (websockets && services.length > 1) {
    return [{ code: "LB1507", at: pointer, message: `${about} cannot specify multiple services and enable websockets` }];
  }
  return [];
}

function outside({ match, services, pointer }: IngressRouteRule, prefix: string): Fault[] {
  if (isWithin(match, prefix)) return [];
  const message = `the path prefix ${quote(match)} does not match the parent's path prefix ${quote(prefix)}`;
  return [{ code: "LB1504", at: `${pointer}/match`, message, beyondContour: services.length === 0 }];
}

/**
 * Whether a route is inside the prefix that was delegated to its object, by whole path segments: `/finance` takes in
 * `/finance/x` and not `/financex` (contour.md 1.2, "Prefix rule"). Nothing is normalised.
 */
function isWithin(match: string, delegated: string): boolean {
  if (delegated === "") return true;
  return match !== "" && closed(match).startsWith(closed(delegated));
}

const closed = (path: string) => (path.endsWith("/") ? path : `${path}/`);

function serviceFaults(cx: ContourContext, owner: IngressRoute, { match, services }: IngressRouteRule): Fault[] {
  return services.flatMap((service): Fault[] => {
    const { name, port, weight, pointer } = service;
    const about = `route ${quote(match)}: service ${quote(name)}:`;
    if (port < 1 || port > 65535) {
      return [{ code: "LB1508", at: `${pointer}/port`, message: `${about} port must be in the range 1-65535` }];
    }
    if (weight < 0) {
      return [{ code: "LB1508", at: `${pointer}/weight`, message: `${about} weight must be greater than or equal to zero` }];
    }
    const found = findService(cx.specs, owner.ref.namespace, name, port);
    if (!found) return [{ code: "LB1509", at: pointer, message: `Service [${name}:${port}] is invalid or missing` }];
    const { fault } = validationOf(cx.specs, owner, match, service, found);
    return fault ? [fault] : [];
  });
}

/** A cycle is found at the object that closes it; a target that is a root of its own is refused after that (contour.md 1.2, steps 10 and 11). */
function delegateFaults(cx: ContourContext, { owner, through }: Holder, { services, delegate, pointer }: IngressRouteRule): Fault[] {
  if (!delegate || services.length > 0) return [];
  const chain = [...through, owner];
  const { namespace, name } = targetOf(owner, delegate);
  const target = cx.find(namespace, name);
  if (!target) return [];
  const at = `${pointer}/delegate`;
  if (chain.includes(target)) {
    const path = [...chain, target].map(nameOf).join(" -> ");
    return [{ code: "LB1505", at, message: `route creates a delegation cycle: ${path}` }];
  }
  if (target.virtualHost) {
    const message = "root ingressroute cannot delegate to another root ingressroute";
    return [{ code: "LB1506", at, message, beyondContour: true }];
  }
  if (chain.length >= MAX_DEPTH) {
    const message = `the chain of delegations to ${nameOf(owner)} is ${MAX_DEPTH} objects long and is not followed further`;
    return [{ code: "LB1525", at, message, beyondContour: true }];
  }
  return [];
}

/** What is wrong with the TCP proxy of an object (contour.md 1.3, the `tcpproxy` texts). A root may delegate to a root here. */
export function tcpFaults(cx: ContourContext, { owner, through }: Holder): Fault[] {
  const { services = [], delegate } = owner.tcpProxy ?? {};
  if (services.length > 0 && delegate) {
    return [{ code: "LB1507", at: "/spec/tcpproxy", message: "tcpproxy: cannot specify services and delegate in the same tcpproxy" }];
  }
  const faults = services.flatMap(({ name, port, pointer }): Fault[] => {
    if (findService(cx.specs, owner.ref.namespace, name, port)) return [];
    return [{ code: "LB1509", at: pointer, message: `tcpproxy: service ${owner.ref.namespace}/${name}/${port}: not found` }];
  });
  if (!delegate || services.length > 0) return faults;
  const chain = [...through, owner];
  const { namespace, name } = targetOf(owner, delegate);
  const target = cx.find(namespace, name);
  if (target && (chain.includes(target) || chain.length >= MAX_DEPTH)) {
    const path = [...chain, target].map(nameOf).join(" -> ");
    faults.push({ code: "LB1505", at: "/spec/tcpproxy/delegate", message: `tcpproxy creates a delegation cycle: ${path}` });
  }
  return faults;
}
