// Finds the listeners that a Route attaches to.

import { describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import type { RouteKind } from "../../../routing/gateway/rules";
import { pointer, type SpecSet } from "../../../specs";
import type { ParentReference } from "../references";
import type { Fault } from "./conditions";
import { effectiveHosts } from "./hostnames";
import type { Listener } from "./listeners";
import { allowsNamespace } from "./namespaces";
import type { AnyRoute } from "./routes";

/** A listener that a Route is attached to, with the served hosts. */
export interface Attachment {
  listener: Listener;
  /** Hosts that listener and Route have in common. */
  hosts: string[];
}

/** A Gateway or ListenerSet that a Route names. */
export interface Parent {
  ref: ParentReference;
  /** Index of the reference in the Route. */
  index: number;
  /** Listeners of the parent itself. */
  listeners: readonly Listener[];
  /** The Gateway; for a ListenerSet that of the set. */
  gateway: ObjectRef;
}

/** Attaches a Route to the listeners of a parent, or returns the reason why none accepts it (gateway-api.md 3.4). */
export function attach(specs: SpecSet, route: AnyRoute, { ref, index, listeners }: Parent): { attachments: Attachment[]; fault?: Fault } {
  const at = pointer("spec", "parentRefs", index);
  const named = `${ref.kind} ${ref.namespace ?? route.ref.namespace}/${ref.name}`;
  const fail = (reason: string, message: string) => ({ attachments: [], fault: { reason, message, at } });
  const { sectionName, port } = ref;
  const meant = listeners.filter(
    ({ spec }) => (sectionName === undefined || spec.name === sectionName) && (port === undefined || spec.port === port),
  );
  if (meant.length === 0) {
    const what = [sectionName === undefined ? "" : `named ${sectionName}`, port === undefined ? "" : `with port ${port}`];
    return fail("NoMatchingParent", `${named} has no listener ${what.filter(Boolean).join(" ")}`.trimEnd());
  }
  const allowed = meant.filter((listener) => allows(specs, listener, route));
  if (allowed.length === 0) {
    const [first] = meant;
    const reason = first?.kinds.includes(route.ref.kind as RouteKind)
      ? `from namespace ${route.ref.namespace}`
      : `of kind ${route.ref.kind}`;
    return fail("NotAllowedByListeners", `no listener of ${named} that the parentRef selects allows Routes ${reason}`);
  }
  const attachments = allowed.flatMap((listener): Attachment[] => {
    const hosts = hostsOn(listener, route);
    return hosts.length > 0 ? [{ listener, hosts }] : [];
  });
  if (attachments.length > 0) return { attachments };
  const hosts = allowed.map(({ hostname }) => hostname).join(", ");
  return fail("NoMatchingListenerHostname", `none of its hostnames is one of a listener of ${named}: ${hosts}`);
}

/** True if the listener allows the Route; the state of the listener does not matter: it may wait for its certificate. */
function allows(specs: SpecSet, { kinds, owner, spec }: Listener, { ref }: AnyRoute): boolean {
  const { namespaces } = spec.allowedRoutes;
  return kinds.includes(ref.kind as RouteKind) && allowsNamespace(specs, namespaces, owner.ref.namespace, ref.namespace);
}

/** TCP and UDP have no hostnames. */
function hostsOn({ hostname, spec }: Listener, route: AnyRoute): string[] {
  if (spec.protocol === "TCP" || spec.protocol === "UDP") return [""];
  return effectiveHosts(hostname, "hostnames" in route.spec ? route.spec.hostnames : []);
}

/** Name of an attached Route. */
export const routeName = ({ ref }: AnyRoute): string => describeObject({ ...ref, source: undefined });
