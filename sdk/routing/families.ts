import { diagnose, isUnknown, type Service } from "../specs";
import type { MemberSource } from "./backends";

export type Family = "IPv4" | "IPv6";

export const familyOf = (address: string): Family => (address.includes(":") ? "IPv6" : "IPv4");

/** Without the servers of other families than a Service is served in; `because` says why where none is left. */
export function inFamilies(
  source: MemberSource,
  served: (service: Service) => { families: readonly string[]; because: string },
): MemberSource {
  return (service, port, report) => {
    const members = source(service, port, report);
    const { families, because } = served(service);
    const servers = members.servers.filter(({ address }) => isUnknown(address) || families.includes(familyOf(address)));
    if (servers.length === 0 && members.servers.length > 0) {
      const { namespace, name } = service.ref;
      report(
        diagnose("LB1413", service.ref, "/spec/ipFamilies", `all endpoints of ${namespace}/${name} are of another family: ${because}`),
      );
    }
    return { ...members, servers };
  };
}
