// Reports clear-text hosts that get no request, because a HostRule gives their name to another host of the same virtual service.

import { describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import { compare, diagnose } from "../../../specs";
import type { AviLowering } from "./context";
import type { HostRedirects } from "./policies";

/** Parts of a shared virtual service by which a request in clear text finds its host. */
interface NamedHosts {
  labels: readonly { host: string; label: string; owner: ObjectRef }[];
  /** Names in global load balancing of hosts in clear text. */
  globalNames: ReadonlyMap<string, { name: string; ref: ObjectRef }>;
}

/** A name that a HostRule gives to a host besides its own, and the part of a policy that takes requests for it. */
interface TakenName {
  name: string;
  /** The host that has its requests. */
  to: string;
  by: string;
}

/**
 * Reports the hosts in clear text of which a HostRule gives the name to another host of the virtual service: policies come before the
 * labels, so no request reaches the labels of the name. Children that share a name are reported elsewhere.
 */
export function reportTakenNames(cx: AviLowering, { labels, globalNames }: NamedHosts, redirects: readonly HostRedirects[]): void {
  const redirected = redirects.filter(({ whole }) => whole !== undefined);
  const redirectedHosts = new Set(redirected.map(({ fqdn }) => fqdn.toLowerCase()));
  const aliases = redirected.flatMap(({ fqdn, names }) => {
    const rule = cx.extensions.host(fqdn)?.ref;
    return rule
      ? names.map((name): TakenName => ({ name, to: fqdn, by: `${describeObject(rule)} gives the name to ${fqdn}, whose redirect` }))
      : [];
  });
  const rewritten = [...globalNames].sort(([a], [b]) => compare(a, b));
  reportNameTwice(cx, rewritten);
  const globals = rewritten.map(([fqdn, { name, ref }]): TakenName => {
    return {
      name,
      to: fqdn,
      by: `${describeObject(ref)} gives the name to ${fqdn} with gslb.fqdn, and the policy that rewrites the Host header`,
    };
  });
  const taken = new Map([...globals.toReversed(), ...aliases.toReversed()].map((one) => [one.name.toLowerCase(), one]));
  for (const { host, label, owner } of labels) {
    const takenName = taken.get(host.toLowerCase());
    if (!takenName || takenName.to === host || redirectedHosts.has(host.toLowerCase())) continue;
    const path = label.slice(host.length) || "/";
    const message = `${host}${path} is not served in clear text: ${takenName.by} takes its requests`;
    const remedy = "Give the host another name, or take the name out of the HostRule.";
    cx.report(diagnose("LB1301", owner, "/spec", message, { remedy, about: { host, path } }));
  }
}

/** Of several hosts with one name in global load balancing the first policy has its requests. */
function reportNameTwice(cx: AviLowering, hosts: readonly (readonly [host: string, { name: string; ref: ObjectRef }])[]): void {
  const first = new Map<string, string>();
  for (const [host, { name, ref }] of hosts) {
    const firstHost = first.get(name.toLowerCase());
    if (firstHost === undefined) first.set(name.toLowerCase(), host);
    else {
      const message = `requests for ${name} reach ${firstHost} and not ${host}: both have the name in global load balancing`;
      const remedy = "Give each host a gslb.fqdn of its own.";
      cx.report(diagnose("LB1302", ref, "/spec/virtualhost/gslb/fqdn", message, { remedy, about: { host } }));
    }
  }
}
