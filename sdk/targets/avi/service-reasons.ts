// Requests of Services of type LoadBalancer that annotations and L4Rules let Avi serve otherwise than the Service itself asks.
import type { Reason, UnexplainedDifference } from "../../requests/validation";
import type { Service } from "../../specs";
import type { Extensions, ServiceExtension } from "./extensions";

/** Reasons of differences that concern a virtual service of a Service. */
export function serviceReasons(extensions: Extensions, services: readonly Service[]): Reason[] {
  const serviceByRef = new Map(services.map((service) => [service.ref, service]));
  const extensionOf = ({ concerned }: UnexplainedDifference): ServiceExtension => {
    const service = concerned.flatMap(({ ref }) => serviceByRef.get(ref) ?? [])[0];
    return service ? extensions.service(service) : {};
  };
  return [
    {
      kinds: ["lost"],
      why: "An annotation or an L4Rule switches the virtual service of a Service off.",
      fits: (unexplained) => {
        const { trafficEnabled, fields = {} } = extensionOf(unexplained);
        return trafficEnabled === false || fields.traffic_enabled === false || fields.enabled === false;
      },
    },
    {
      kinds: ["lost"],
      why: "An L4Rule ends TLS on a port of a Service.",
      fits: (unexplained) => {
        const { protocol, port } = unexplained.difference;
        return protocol !== "udp" && unexplained.speaks === "https" && extensionOf(unexplained).tlsListeners?.has(`TCP ${port}`) === true;
      },
    },
    {
      kinds: ["lost", "extra"],
      why: "The network profile of an L4Rule decides whether a virtual service speaks TCP or UDP.",
      fits: (unexplained) => isOfOther(extensionOf(unexplained).networkProfile, unexplained),
      words: (unexplained) => `${extensionOf(unexplained).networkProfile}, the networkProfileRef of its L4Rule, is for another protocol`,
      remedy: "Name a profile for the protocol of the Service in the L4Rule, or leave networkProfileRef out.",
    },
  ];
}

/** True for a profile that has another protocol in its name than the lost port, or that of a port that no spec has. */
function isOfOther(profile: string | undefined, { kind, difference: { protocol } }: UnexplainedDifference): boolean {
  if (profile === undefined || (protocol !== "tcp" && protocol !== "udp")) return false;
  const speaks = /udp/i.test(profile) ? "udp" : /tcp/i.test(profile) ? "tcp" : undefined;
  return speaks !== undefined && (kind === "extra") === (speaks === protocol);
}
