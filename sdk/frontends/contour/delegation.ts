// Follows the delegations of an IngressRoute and checks the delegated routes.

import { diagnose, LINE_BREAK, lineBreakIn } from "../../specs";
import { type ContourContext, type ContourFault, type DelegationStatuses, ingressRouteName, quote, targetOf } from "./context";
import { findService, missingService, validationOf } from "./forward";
import type { IngressRoute, IngressRouteRule } from "./ingress-route-reader";

/** The object with a part of a virtual host, and those that delegated it, the root first. */
export interface DelegatedPart {
  owner: IngressRoute;
  through: readonly IngressRoute[];
}

/** A route that leads to Services. */
export interface DelegatedRoute extends DelegatedPart {
  route: IngressRouteRule;
}

/** Limit of visited objects per root, counting repeated delegations: small inputs must not take forever. */
const MAX_VISITS = 10_000;

/** The tree of delegations from one root; a faulty object adds neither routes nor delegations. */
export class DelegationTree {
  /** By prefix: the later one in the order of the documents replaces the earlier (contour.md 1.2, step 12). */
  readonly routes = new Map<string, DelegatedRoute>();
  tcp?: DelegatedPart;
  private visits = 0;

  constructor(
    private readonly cx: ContourContext,
    private readonly verdicts: DelegationStatuses,
    private readonly host: string,
    /** All names of the root. */
    private readonly names: readonly string[],
    /** Faults in the hosts of roots; they also count for a root whose TCP proxy another root delegates to. */
    private readonly hostFaults: ReadonlyMap<IngressRoute, readonly ContourFault[]>,
    /** Objects whose routes, or TCP proxy, were visited. */
    private readonly looked: { routes: Set<IngressRoute>; tcp: Set<IngressRoute> },
  ) {}

  walkRoutes({ owner, through }: DelegatedPart, prefix: string): boolean {
    this.looked.routes.add(owner);
    const faults = [...(this.hostFaults.get(owner) ?? []), ...this.tooMany(owner), ...routeFaults(this.cx, { owner, through }, prefix)];
    if (!this.isSound(owner, faults)) return false;
    for (const route of owner.routes) {
      if (route.services.length > 0) this.put({ route, owner, through });
      else if (route.delegate) {
        const at = `${route.pointer}/delegate`;
        this.follow({ owner, through }, route.delegate, at, quote(route.match), (child) => this.walkRoutes(child, route.match));
      } else {
        const message = `route ${quote(route.match)} has neither services nor delegate and leads nowhere`;
        this.cx.report(diagnose("LB1521", owner.ref, route.pointer, message));
      }
    }
    return true;
  }

  walkTcp({ owner, through }: DelegatedPart): boolean {
    this.looked.tcp.add(owner);
    const before = this.hostFaults.get(owner) ?? [];
    if (!this.isSound(owner, [...before, ...this.tooMany(owner), ...tcpFaults(this.cx, { owner, through })])) return false;
    const { services = [], delegate } = owner.tcpProxy ?? {};
    if (services.length > 0) this.tcp = { owner, through };
    else if (delegate) {
      this.follow({ owner, through }, delegate, "/spec/tcpproxy/delegate", "the TLS port", (child) => this.walkTcp(child));
    } else
      this.cx.report(diagnose("LB1521", owner.ref, "/spec/tcpproxy", "there is no tcpproxy with services or delegate; it leads nowhere"));
    return true;
  }

  /** Records faults and the missing inputs of the names of the root. */
  private isSound(owner: IngressRoute, faults: readonly ContourFault[]): boolean {
    for (const { unresolvedRef } of faults)
      if (unresolvedRef) for (const name of this.names) this.cx.reportUnresolvedRef(name, unresolvedRef);
    return this.verdicts.record(owner, faults);
  }

  /** Beyond Contour a parent's report names a child that is missing or invalid, and a child's report its parent (seed, "Reporting status"). */
  private follow(
    { owner, through }: DelegatedPart,
    to: { name: string; namespace: string },
    at: string,
    part: string,
    walk: (child: DelegatedPart) => boolean,
  ): void {
    const { namespace, name } = targetOf(owner, to);
    const child = this.cx.find(namespace, name);
    if (!child) {
      const message = `IngressRoute ${namespace}/${name}, to which ${part} of ${this.host} is delegated, is missing, faulty or of another class`;
      this.cx.report(diagnose("LB1513", owner.ref, at, message));
      return;
    }
    this.cx.report(
      diagnose("LB1516", child.ref, "", `IngressRoute ${ingressRouteName(owner)} delegates ${part} of ${this.host} to this object`),
    );
    if (walk({ owner: child, through: [...through, owner] })) return;
    const message = `IngressRoute ${namespace}/${name}, to which ${part} of ${this.host} is delegated, is invalid: nothing of it is served`;
    this.cx.report(diagnose("LB1514", owner.ref, at, message));
  }

  private put(leaf: DelegatedRoute): void {
    const { match } = leaf.route;
    const loser = this.routes.get(match);
    if (loser && loser.route !== leaf.route) {
      const message = `prefix ${quote(match)} of ${this.host} is defined again in IngressRoute ${ingressRouteName(leaf.owner)} at ${leaf.route.pointer}, which replaces this route`;
      this.cx.report(diagnose("LB1517", loser.owner.ref, loser.route.pointer, message));
    }
    this.routes.set(match, leaf);
  }

  private tooMany(owner: IngressRoute): ContourFault[] {
    this.visits += 1;
    if (this.visits <= MAX_VISITS) return [];
    const message = `more than ${MAX_VISITS} delegations under ${this.host}; ${ingressRouteName(owner)} is not followed`;
    return [{ code: "LB1525", at: "", message, beyondContour: true }];
  }
}

/** Limit of nested delegations. */
const MAX_DEPTH = 100;

/**
 * Faults in the routes of an object with the delegated `prefix`, in Contour's order of checks (contour.md 1.2, step 7). The prefix applies
 * to every route, also delegating ones (seed, "Validation rules", 2); Contour checked only those with services.
 */
function routeFaults(cx: ContourContext, { owner, through }: DelegatedPart, prefix: string): ContourFault[] {
  return owner.routes.flatMap((route) => [
    ...lineBreaks(route),
    ...contradictions(route),
    ...outside(route, prefix),
    ...serviceFaults(cx, owner, route),
    ...delegateFaults(cx, { owner, through }, route),
  ]);
}

function lineBreaks(route: IngressRouteRule): ContourFault[] {
  const at = lineBreakIn(route);
  const message = `route ${quote(route.match)}: ${at?.split("/").at(-1)} ${LINE_BREAK}`;
  return at === undefined ? [] : [{ code: "LB1220", at: `${route.pointer}${at}`, message, beyondContour: true }];
}

function contradictions({ match, services, delegate, websockets, pointer }: IngressRouteRule): ContourFault[] {
  const about = `route ${quote(match)}:`;
  if (services.length > 0 && delegate) {
    return [{ code: "LB1507", at: pointer, message: `${about} cannot specify services and delegate in the same route` }];
  }
  if (websockets && services.length > 1) {
    const message = `${about} cannot specify multiple services and enable websockets`;
    return [{ code: "LB1507", at: pointer, message, remedy: "Keep one of the Services, or turn websockets off." }];
  }
  return [];
}

function outside({ match, services, pointer }: IngressRouteRule, prefix: string): ContourFault[] {
  if (isWithin(match, prefix)) return [];
  const message = `the path prefix ${quote(match)} does not match the parent's path prefix ${quote(prefix)}`;
  return [{ code: "LB1504", at: `${pointer}/match`, message, beyondContour: services.length === 0 }];
}

/**
 * True if a route is inside the prefix that was delegated to its object, by whole path segments: `/finance` contains `/finance/x` and not
 * `/financex` (contour.md 1.2, "Prefix rule"). Nothing is normalised.
 */
function isWithin(match: string, delegated: string): boolean {
  if (delegated === "") return true;
  return match !== "" && closed(match).startsWith(closed(delegated));
}

const closed = (path: string) => (path.endsWith("/") ? path : `${path}/`);

function serviceFaults(cx: ContourContext, owner: IngressRoute, { match, services }: IngressRouteRule): ContourFault[] {
  return services.flatMap((service): ContourFault[] => {
    const { name, port, weight = 0, pointer } = service;
    const about = `route ${quote(match)}: service ${quote(name)}:`;
    if (port < 1 || port > 65535) {
      return [{ code: "LB1508", at: `${pointer}/port`, message: `${about} port must be in the range 1-65535` }];
    }
    if (weight < 0) {
      return [{ code: "LB1508", at: `${pointer}/weight`, message: `${about} weight must be greater than or equal to zero` }];
    }
    const foundService = findService(cx.specs, owner.ref.namespace, name, port);
    if (!foundService) {
      const message = `Service [${name}:${port}] is invalid or missing`;
      return [{ code: "LB1509", at: pointer, message, ...missingService(cx.specs, owner.ref.namespace, name) }];
    }
    const { fault } = validationOf(cx.specs, owner, match, service, foundService);
    return fault ? [fault] : [];
  });
}

/** A cycle is found at the object that closes it; a target that is a root of its own is refused after that (contour.md 1.2, steps 10 and 11). */
function delegateFaults(
  cx: ContourContext,
  { owner, through }: DelegatedPart,
  { services, delegate, pointer }: IngressRouteRule,
): ContourFault[] {
  if (!delegate || services.length > 0) return [];
  const chain = [...through, owner];
  const { namespace, name } = targetOf(owner, delegate);
  const target = cx.find(namespace, name);
  if (!target) return [];
  const at = `${pointer}/delegate`;
  if (chain.includes(target)) {
    const path = [...chain, target].map(ingressRouteName).join(" -> ");
    return [{ code: "LB1505", at, message: `route creates a delegation cycle: ${path}` }];
  }
  if (target.virtualHost) {
    const message = "root ingressroute cannot delegate to another root ingressroute";
    return [{ code: "LB1506", at, message, beyondContour: true }];
  }
  if (chain.length >= MAX_DEPTH) {
    const message = `the chain of delegations to ${ingressRouteName(owner)} is ${MAX_DEPTH} objects long and is not followed further`;
    return [{ code: "LB1525", at, message, beyondContour: true }];
  }
  return [];
}

/** Faults in the TCP proxy of an object (contour.md 1.3, the `tcpproxy` texts). Here a root may delegate to a root. */
function tcpFaults(cx: ContourContext, { owner, through }: DelegatedPart): ContourFault[] {
  const { services = [], delegate } = owner.tcpProxy ?? {};
  if (services.length > 0 && delegate) {
    return [{ code: "LB1507", at: "/spec/tcpproxy", message: "tcpproxy: cannot specify services and delegate in the same tcpproxy" }];
  }
  const faults = services.flatMap(({ name, port, pointer }): ContourFault[] => {
    if (findService(cx.specs, owner.ref.namespace, name, port)) return [];
    const message = `tcpproxy: service ${owner.ref.namespace}/${name}/${port}: not found`;
    return [{ code: "LB1509", at: pointer, message, ...missingService(cx.specs, owner.ref.namespace, name) }];
  });
  if (!delegate || services.length > 0) return faults;
  const chain = [...through, owner];
  const { namespace, name } = targetOf(owner, delegate);
  const target = cx.find(namespace, name);
  if (target && (chain.includes(target) || chain.length >= MAX_DEPTH)) {
    const path = [...chain, target].map(ingressRouteName).join(" -> ");
    faults.push({ code: "LB1505", at: "/spec/tcpproxy/delegate", message: `tcpproxy creates a delegation cycle: ${path}` });
  }
  return faults;
}
