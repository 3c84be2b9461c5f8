// Decides whether Services may share a load balancer.

import { describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import { wireProtocol } from "../../../../resources/octavia/listener";
import type { ListenerBody } from "../../../../resources/octavia/types";
import { bySeniority, diagnose, type Service } from "../../../specs";
import type { LoweredLoadBalancer } from "../plan";
import type { OctaviaLowering } from "./context";

/** TCP, HTTP, HTTPS and TERMINATED_HTTPS listeners share the ports of TCP. */
function portKey({ protocol, protocol_port }: Pick<ListenerBody, "protocol" | "protocol_port">): string {
  return `${wireProtocol(protocol)} ${protocol_port}`;
}

/** A listener that is there already; its tags name the Services that use it. */
export interface PresentListener extends Pick<ListenerBody, "protocol" | "protocol_port"> {
  tags?: readonly string[];
}

/**
 * Reason why a Service may not put its ports on a load balancer: one is taken by others, enough Services share it already, or the Service is
 * internal (octavia.md 3.2). A Service that has listeners there is one of those that share it. Undefined when it may.
 *
 * @param service name of the Service's own load balancer, which tags its listeners
 * @param present the listeners there are; one without tags belongs to the Service that owns the load balancer
 *
 * @example
 * ```ts
 * import { sharingConflict } from "pulumi-k8s-lb";
 *
 * const present = [{ protocol: "TCP" as const, protocol_port: 80, tags: ["kube_service_c_default_a"] }];
 * const why = sharingConflict([{ protocol: "TCP", protocol_port: 80 }], { id: "6c1b", service: "kube_service_c_default_b", present, shared: 1 });
 * console.log(why); // the listener port 80 already exists
 * ```
 */
export function sharingConflict(
  ports: readonly Pick<ListenerBody, "protocol" | "protocol_port">[],
  at: {
    id: string;
    service: string;
    owner?: boolean;
    present: readonly PresentListener[];
    shared: number;
    maxShared?: number;
    internal?: boolean;
  },
): string | undefined {
  const mine = ({ tags = [] }: PresentListener) => tags.includes(at.service) || (tags.length === 0 && at.owner);
  const taken = new Set(at.present.filter((listener) => !mine(listener)).map(portKey));
  const port = ports.find((candidate) => taken.has(portKey(candidate)));
  if (port) return `the listener port ${port.protocol_port} already exists`;
  if (at.owner) return undefined;
  const sharer = at.present.some(({ tags = [] }) => tags.includes(at.service));
  if (!sharer && at.shared + 1 > (at.maxShared ?? 2)) return `load balancer ${at.id} already shared with ${at.shared} Services`;
  return at.internal ? "internal Service cannot share a load balancer" : undefined;
}

/** A Service and the load balancer that it would have. */
export interface ServiceBalancer {
  service: Service;
  planned: LoweredLoadBalancer;
}

/** Services by age, the older first. */
export const olderFirst = (balancers: readonly ServiceBalancer[]) => [...balancers].sort((a, b) => bySeniority(a.service, b.service));

/** Of Services whose load balancers would have one name, because it is cut, the older keeps it. */
export function distinctNames({ refuse }: Pick<OctaviaLowering, "refuse">, balancers: readonly ServiceBalancer[]): ServiceBalancer[] {
  const owners = new Map<string, ObjectRef>();
  return olderFirst(balancers).filter(({ service: { ref }, planned: { name } }) => {
    const winner = owners.get(name);
    if (!winner) {
      owners.set(name, ref);
      return true;
    }
    const message = `the load balancer ${name} belongs to ${describeObject(winner)}, which is older or comes first; that of ${describeObject(ref)} would have the same name`;
    refuse(diagnose("LB1410", ref, "/metadata/name", message, { remedy: "Rename one of them, or shorten cluster_name." }));
    return false;
  });
}

/** Services among the specs that name one load balancer: the older come in, its owner first, as far as ports and number allow. */
export function limitSharing(cx: OctaviaLowering, balancers: readonly ServiceBalancer[]): ServiceBalancer[] {
  const sharing = new Map<string, { present: ListenerBody[]; shared: number }>();
  return olderFirst(balancers).filter(({ service: { ref }, planned: { name, inputs } }) => {
    const { id, listeners = [] } = inputs.loadBalancer;
    if (!id) return true;
    const others = sharing.get(id) ?? { present: [], shared: 0 };
    const conflict =
      !cx.can.has("tags") && !inputs.own?.required
        ? "shared load balancer is only supported with the tag feature in the cloud load balancer service"
        : sharingConflict(listeners, { id, service: name, ...others, maxShared: cx.settings.max_shared_lb });
    if (conflict) {
      cx.refuse(diagnose("LB1408", ref, "/metadata/annotations", conflict));
      return false;
    }
    sharing.set(id, { present: [...others.present, ...listeners], shared: others.shared + 1 });
    return true;
  });
}
