// Lowers Services of type LoadBalancer, each to a load balancer or to a share of one.

import type { Diagnostic } from "../../../../resources/diagnostic";
import { wireProtocol } from "../../../../resources/octavia/listener";
import type { LoadBalancerBody } from "../../../../resources/octavia/types";
import type { L4Service } from "../../../routing";
import { diagnose, isAddress, type Service } from "../../../specs";
import { type LoweredLoadBalancer, ruleKey } from "../plan";
import { DiagnosticError, type OctaviaLowering, type Profile } from "./context";
import { distinctNames, limitSharing, type ServiceBalancer } from "./sharing";
import { NamedAddresses, withoutTakenAddresses } from "./taken-addresses";

/** Services with the load balancers that they have; no Gateway can have an address that one of them names. */
interface LoweredServices {
  services: ServiceBalancer[];
  addresses: NamedAddresses;
}

/** Lowers each Service, and refuses those whose name, address or listeners an older one has. */
export function lowerServices(cx: OctaviaLowering, profile: Profile, l4: readonly L4Service[]): LoweredServices {
  const addresses = new NamedAddresses();
  const named = distinctNames(
    cx,
    l4.flatMap((service) => lowerService(cx, profile, service)),
  );
  return { services: limitSharing(cx, withoutTakenAddresses(cx, named, addresses)), addresses };
}

/** The load balancer of one Service, or none: then its status has the reason. */
function lowerService(cx: OctaviaLowering, profile: Profile, l4: L4Service): ServiceBalancer[] {
  const planned = plannedOrFault(cx, profile, l4);
  if ("code" in planned) {
    cx.refuse(planned);
    return [];
  }
  const { loadBalancer } = planned.inputs;
  noteSources(cx, l4, loadBalancer);
  // without a listener it would be an address where nothing answers
  return loadBalancer.listeners?.length && !cx.isUnrestricted(l4.owner.ref) ? [{ service: l4.owner, planned }] : [];
}

/** A profile throws where a Service cannot have a load balancer at all; here its error becomes a value. */
function plannedOrFault(cx: OctaviaLowering, profile: Profile, l4: L4Service): LoweredLoadBalancer | Diagnostic {
  const fault = addressFault(l4.owner);
  if (fault) return fault;
  try {
    return profile.service(cx, l4);
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostic;
    throw error;
  }
}

/** Both profiles ask Octavia or Neutron for `spec.loadBalancerIP`; Kubernetes takes any text for it. */
function addressFault({ ref, loadBalancerIP }: Service): Diagnostic | undefined {
  if (typeof loadBalancerIP !== "string" || isAddress(loadBalancerIP)) return undefined;
  const message = `spec.loadBalancerIP must be an address, got ${JSON.stringify(loadBalancerIP)}`;
  const remedy = "Write an IPv4 or IPv6 address, or leave it out.";
  return diagnose("LB1218", ref, "/spec/loadBalancerIP", message, { severity: "error", remedy });
}

/** Notes the port of the Service behind each listener. */
function noteSources({ sources }: OctaviaLowering, { owner, ports }: L4Service, { name, listeners = [] }: LoadBalancerBody): void {
  for (const listener of listeners) {
    const port = ports.find(
      (one) => one.port.port === listener.protocol_port && one.port.protocol === wireProtocol(listener.protocol),
    )?.port;
    if (port) sources.note(ruleKey(name, listener), { owner, at: `/spec/ports/${owner.ports.indexOf(port)}` });
  }
}
