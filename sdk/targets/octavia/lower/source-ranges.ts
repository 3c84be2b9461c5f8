// Lowers `loadBalancerSourceRanges` and internal Services to listener ACLs.

import ipaddr from "ipaddr.js";
import type { SecurityGroupBody } from "../../../../resources/octavia/types";
import { familyOf } from "../../../routing";
import { diagnose, isRange, lostRestriction, pointer, type Service, withoutZeros } from "../../../specs";
import { shorten } from "../names";
import { DiagnosticError, type OctaviaLowering } from "./context";

export const SOURCE_RANGES_ANNOTATION = "service.beta.kubernetes.io/load-balancer-source-ranges";
/** The annotation of a Service without a floating IP. */
export const INTERNAL_SERVICE_ANNOTATION = "service.beta.kubernetes.io/openstack-internal-load-balancer";

/** Networks that may reach the Service, with their host bits cleared; undefined if it names none. */
function sourceRanges(service: Service): string[] | undefined {
  const { ref } = service;
  const field = service.loadBalancerSourceRanges;
  const annotated = service.meta.annotations[SOURCE_RANGES_ANNOTATION]?.trim();
  const at = field.length > 0 ? "/spec/loadBalancerSourceRanges" : pointer("metadata", "annotations", SOURCE_RANGES_ANNOTATION);
  const ranges = field.length > 0 ? field : annotated ? annotated.split(",") : undefined;
  return ranges && [...new Set(ranges.map((range) => network(range.trim(), ref, at)))];
}

function network(range: string, ref: Service["ref"], at: string): string {
  if (!isRange(range)) throw new DiagnosticError("LB1407", ref, at, `${range} is not valid. Expecting a list of IP ranges`);
  return clearedNetwork(range);
}

/** A range with its host bits cleared. */
export function clearedNetwork(range: string): string {
  const plain = withoutZeros(range);
  const [address, bits] = ipaddr.parseCIDR(plain);
  const family = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(plain).toString()}/${bits}`;
}

/**
 * Octavia refuses a listener with a range of another family than its VIP (octavia.md 1.2); no client has one. Without any of its own it
 * stays closed.
 */
function ofItsFamily(cx: OctaviaLowering, { ref, ipFamilies: [first], clusterIP }: Service, ranges: string[]): string[] {
  const family = first ?? (typeof clusterIP === "string" && clusterIP.includes(":") ? "IPv6" : "IPv4");
  const ofFamily = ranges.filter((range) => familyOf(range) === family);
  if (ofFamily.length === ranges.length) return ranges;
  const others = ranges.filter((range) => familyOf(range) !== family).join(", ");
  const [at, reason] = ["/spec/loadBalancerSourceRanges", `the load balancer has an address of ${family}`];
  if (ofFamily.length === 0) {
    const remedy = `Add a range of ${family}, or ask for the other family first (ipFamilies).`;
    cx.report(
      diagnose("LB1301", ref, at, `all source ranges are of another family (${others}): ${reason}, and Octavia refuses them`, { remedy }),
    );
    return ranges;
  }
  cx.report(diagnose("LB1302", ref, at, `${others} left out of the source ranges: ${reason} alone`, { severity: "notice" }));
  return ofFamily;
}

/** Restriction of the clients of a load balancer: by the listeners if they can, else by a security group of the VIP port. */
export function restriction(
  cx: OctaviaLowering,
  service: Service,
  name: string,
): { allowedCidrs?: string[]; securityGroup?: SecurityGroupBody } {
  const ranges = sourceRanges(service);
  if (cx.can.has("allowedCidrs")) return ranges ? { allowedCidrs: ofItsFamily(cx, service, ranges) } : {};
  if (!ranges) return {};
  const at = "/spec/loadBalancerSourceRanges";
  if (cx.can.ovn) {
    cx.report(lostRestriction(service.ref, at, "the list of source ranges", { because: cx.can.missing("allowedCidrs") }));
    return {};
  }
  cx.report(
    diagnose("LB1404", service.ref, at, `source ranges are kept by a security group of the VIP port: ${cx.can.missing("allowedCidrs")}`, {
      severity: "notice",
    }),
  );
  const rules = service.ports.flatMap((port) =>
    ranges.map((range) => ({
      direction: "ingress" as const,
      ethertype: familyOf(range),
      protocol: port.protocol.toLowerCase(),
      port: port.port,
      remote_ip_prefix: range,
    })),
  );
  const description = `Source ranges of Kubernetes Service ${service.ref.namespace}/${service.ref.name}`;
  return { securityGroup: { name: shorten(`${name}-source-ranges`), description, rules } };
}

/**
 * Fields of a listener so that only these networks may connect: `null` leaves it open, an empty list closes it altogether,
 * because Octavia takes an empty list as "everybody" (octavia.md 3.1).
 *
 * @example
 * ```ts
 * import { listenerAcl } from "pulumi-k8s-lb";
 *
 * console.log(listenerAcl([])); // { allowed_cidrs: [], admin_state_up: false }
 * ```
 */
export function listenerAcl(networks: readonly string[] | null): { allowed_cidrs: string[] | null; admin_state_up: boolean } {
  return { allowed_cidrs: networks && [...networks], admin_state_up: networks === null || networks.length > 0 };
}

/** True if the address is in the network; false for anything that is not an address or not a network. */
export function inNetwork(address: string, cidr: string): boolean {
  try {
    const parsed = ipaddr.parse(address);
    const range = ipaddr.parseCIDR(cidr);
    return parsed.kind() === range[0].kind() && parsed.match(range);
  } catch {
    return false;
  }
}
