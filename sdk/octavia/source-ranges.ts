import ipaddr from "ipaddr.js";
import type { SecurityGroupBody } from "../../kinds/octavia/load-balancer";
import { diagnose, pointer, type Service } from "../specs";
import { DiagnosticError, type Lowering } from "./context";

const RANGES = "service.beta.kubernetes.io/load-balancer-source-ranges";
export const SOURCE_RANGES_ANNOTATION = RANGES;

/** Who may reach the Service, as networks with their host bits cleared; undefined where it does not say. */
function sourceRanges(service: Service): string[] | undefined {
  const { ref } = service;
  const field = service.loadBalancerSourceRanges;
  const annotated = service.meta.annotations[RANGES]?.trim();
  const at = field.length > 0 ? "/spec/loadBalancerSourceRanges" : pointer("metadata", "annotations", RANGES);
  const given = field.length > 0 ? field : annotated ? annotated.split(",") : undefined;
  return given && [...new Set(given.map((range) => network(range.trim(), ref, at)))];
}

function network(range: string, ref: Service["ref"], at: string): string {
  try {
    const [address, bits] = ipaddr.parseCIDR(range);
    const family = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
    return `${family.networkAddressFromCIDR(range).toString()}/${bits}`;
  } catch {
    const remedy = "Write networks in CIDR form, for example 10.0.0.0/24.";
    throw new DiagnosticError("LB1407", ref, at, `${range} is not valid. Expecting a list of IP ranges`, { remedy });
  }
}

/** What restricts the clients of a load balancer: the listeners where they can, else a security group of the VIP port. */
export function restriction(cx: Lowering, service: Service, name: string): { allowedCidrs?: string[]; securityGroup?: SecurityGroupBody } {
  const ranges = sourceRanges(service);
  if (cx.can.has("allowedCidrs")) return ranges ? { allowedCidrs: ranges } : {};
  if (!ranges) return {};
  const at = "/spec/loadBalancerSourceRanges";
  if (cx.can.ovn) {
    cx.report(diagnose("LB1404", service.ref, at, `source ranges are not used, everybody may connect: ${cx.can.missing("allowedCidrs")}`));
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
      ethertype: range.includes(":") ? ("IPv6" as const) : ("IPv4" as const),
      protocol: port.protocol.toLowerCase(),
      port: port.port,
      remote_ip_prefix: range,
    })),
  );
  const description = `Source ranges of Kubernetes Service ${service.ref.namespace}/${service.ref.name}`;
  return { securityGroup: { name: `${name}-source-ranges`, description, rules } };
}
