import type { ObjectRef } from "../../../kinds/diagnostic";
import type { Served } from "../../components/write-statuses";
import type { AviPlan } from "../plan";
import type { Deployed } from "./register";

/**
 * What belongs into the status of Services and Ingresses, as AKO writes it (ako.md): a Service has its address, with its name in DNS
 * when it has exactly one; an Ingress has one entry per host.
 */
export function servedOn(plan: AviPlan, { vips, hosts }: Deployed): Served[] {
  const services = plan.l4Vs.flatMap(({ name, inputs, owners }) => {
    const names = (inputs.vsVip.dns_info ?? []) as { fqdn: string }[];
    const hostname = names.length === 1 ? { hostname: names[0]!.fqdn } : {};
    return owners.map((object): Served => ({ object, ingress: vips.apply((all) => [{ ip: all[name], ...hostname }]) }));
  });
  const fqdns = new Map<string, { object: ObjectRef; hosts: Set<string> }>();
  for (const { fqdn, owners } of plan.hosts) {
    for (const object of owners.filter(({ kind }) => kind === "Ingress")) {
      const key = `${object.namespace}/${object.name}`;
      const known = fqdns.get(key) ?? { object, hosts: new Set() };
      known.hosts.add(fqdn);
      fqdns.set(key, known);
    }
  }
  const ingresses = [...fqdns.values()].map(({ object, hosts: own }): Served => {
    const entries = [...own].sort();
    return {
      object,
      ingress: hosts.apply((all) => entries.flatMap((hostname) => (all[hostname] ? [{ ip: all[hostname], hostname }] : []))),
    };
  });
  return [...services, ...ingresses];
}
