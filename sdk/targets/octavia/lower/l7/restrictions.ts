// Restricts the clients of hosts that share a load balancer.

import type { Diagnostic } from "../../../../../resources/diagnostic";
import type { DefaultBackend, VirtualHost } from "../../../../routing";
import { familyOf, type RuleListener } from "../../../../routing";
import { diagnose, lostAnnotation, pointer, type Spec } from "../../../../specs";
import { type Clients, clientsOf, INTERNAL_ANNOTATION, isInternal, unclearInternal } from "../clients";
import type { OctaviaLowering } from "../context";

/** Hosts on one load balancer. */
interface Shared {
  hosts: readonly VirtualHost[];
  fallback?: DefaultBackend;
}

/** Restrictions of clients that a load balancer for hosts keeps. */
export interface Restrictions {
  /** Networks that may connect to the listener for clear text. Absent: every client may. */
  clear?: string[];
  tls?: string[];
  /** It has no floating IP. */
  internal?: true;
}

/**
 * Restrictions that all hosts of a listener, and of a load balancer, agree on: both know one for all. One of some of them is lost.
 */
export function restrictionsOf(cx: OctaviaLowering, shared: Shared): Restrictions {
  const [clear, tls] = [networksFor(cx, "HTTP", ownersOn(shared, "HTTP")), networksFor(cx, "HTTPS", ownersOn(shared, "HTTPS"))];
  const internal = keepsInside(cx, [...new Set([...ownersOn(shared, "HTTP"), ...ownersOn(shared, "HTTPS")])]);
  return { ...(clear ? { clear } : {}), ...(tls ? { tls } : {}), ...(internal ? { internal } : {}) };
}

function ownersOn({ hosts, fallback }: Shared, on: RuleListener["protocol"]): Spec[] {
  const routed = hosts.flatMap(({ routes, tcp }) => [
    ...routes.filter((one) => one.listener.protocol === on),
    ...(tcp && on === "HTTPS" ? [tcp] : []),
  ]);
  const isThere = on === "HTTP" || routed.length > 0;
  return [...new Set([...routed, ...(fallback && isThere ? [fallback] : [])].map(({ owner }) => owner))];
}

const OWN_GROUP = "Put the object on a load balancer of its own with the annotation loadbalancer.openstack.org/group.";

/** Networks of the listener, where all of its objects name the same. */
function networksFor(cx: OctaviaLowering, on: RuleListener["protocol"], owners: readonly Spec[]): string[] | undefined {
  const restricted = owners.map((owner) => ({ owner, clients: clientsOf(owner) }));
  const lose = (owner: Spec, clients: readonly Clients[], because: string, remedy?: string) => {
    for (const controller of new Set(clients.map((one) => one.controller))) {
      const names = clients.filter((one) => one.controller === controller).map(({ annotation }) => annotation);
      cx.report(lostAnnotation(owner.ref, { names, controller }, { because, ...(remedy ? { remedy } : {}) }));
    }
  };
  if (!cx.can.has("allowedCidrs")) {
    for (const { owner, clients } of restricted) lose(owner, clients, cx.can.missing("allowedCidrs"));
    return undefined;
  }
  for (const {
    owner,
    clients: [first, ...others],
  } of restricted)
    lose(
      owner,
      others.filter(({ ranges }) => String(ranges) !== String(first?.ranges)),
      `${first?.annotation} names other networks`,
    );
  const lists = new Set(restricted.map(({ clients: [first] }) => String(first?.ranges ?? "")));
  const [{ owner: root, clients: [agreed] = [] } = {}] = restricted;
  if (lists.size === 1) return root && agreed && ofOneFamily(cx, root, agreed);
  const listener = on === "HTTP" ? "clear text" : "TLS";
  const because = `the objects that share the listener for ${listener} do not name the same networks`;
  for (const {
    owner,
    clients: [first],
  } of restricted)
    lose(owner, first ? [first] : [], because, OWN_GROUP);
  return undefined;
}

/** Octavia refuses a listener with a network of another family than its VIP (octavia.md 1.2). */
function ofOneFamily({ settings, report }: OctaviaLowering, { ref }: Spec, { annotation, ranges }: Clients): string[] {
  const cidr = settings.naming === "kuryr" ? settings.service_subnet_cidr : "";
  const family = cidr ? familyOf(cidr) : "IPv4";
  const ofFamily = ranges.filter((range) => familyOf(range) === family);
  if (ofFamily.length === 0 || ofFamily.length === ranges.length) return ranges;
  const others = ranges.filter((range) => !ofFamily.includes(range)).join(", ");
  const message = `${others} left out of the networks that may connect: the load balancer has an address of ${family} alone`;
  report(diagnose("LB1302", ref, pointer("metadata", "annotations", annotation), message, { severity: "notice" }));
  return ofFamily;
}

/** True if all objects of the load balancer are for the inside. */
function keepsInside({ report }: OctaviaLowering, owners: readonly Spec[]): true | undefined {
  owners.flatMap(unclearInternal).forEach(report);
  const inside = owners.filter(isInternal);
  if (inside.length === 0) return undefined;
  if (inside.length === owners.length) return true;
  const because = "other objects of its load balancer are for the outside";
  for (const { ref } of inside)
    report(lostAnnotation(ref, { names: [INTERNAL_ANNOTATION], controller: "octavia-ingress-controller" }, { because, remedy: OWN_GROUP }));
  return undefined;
}

/** The hosts without what may not be served without its restriction. */
export function withoutUnrestricted<S extends Shared>(shared: S, isUnrestricted: (ref: Diagnostic["object"]) => boolean): S {
  const isKept = ({ owner }: { owner: Spec }) => !isUnrestricted(owner.ref);
  const hosts = shared.hosts
    .map(({ tcp, ...host }) => ({ ...host, routes: host.routes.filter(isKept), ...(tcp && isKept(tcp) ? { tcp } : {}) }))
    .filter(({ routes, tcp }) => routes.length > 0 || tcp);
  const fallback = shared.fallback && isKept(shared.fallback) ? shared.fallback : undefined;
  return { ...shared, hosts, fallback };
}
