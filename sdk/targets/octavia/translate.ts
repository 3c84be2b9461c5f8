// Translates specs to an Octavia plan.

import type { Diagnostic } from "../../../resources/diagnostic";
import { planOf } from "../../plan";
import { desiredRules } from "../../requests/desired";
import { unexplainedDifferences } from "../../requests/validation";
import { resolve, type Status } from "../../routing";
import { settingsOf } from "../../settings";
import type { SpecSet } from "../../specs";
import { octaviaFacts } from "./facts";
import { lower } from "./lower";
import { groupIdentity, hostIdentity } from "./lower/l7";
import { type OwnPart, ownPart } from "./own-part";
import { movingPools, type OctaviaPlan, octaviaResources } from "./plan";
import { OCTAVIA_REASONS } from "./reasons";
import { readCloud, resolveOptions } from "./resolve-options";
import { octaviaServedByAddress } from "./served";

export interface OctaviaTranslateOptions {
  /** Settings of Kuryr or the OpenStack cloud provider; see docs/octavia.md. */
  settings?: Readonly<Record<string, unknown>>;
  /** Owner mark of every load balancer; default `pulumi-k8s-lb:<cluster_name>`. */
  owner?: string;
  /** Put all hosts on one load balancer of this group. */
  group?: string;
  /** No load balancers for Services: they are backends only. Default false. */
  hostsOnly?: boolean;
}

/**
 * Translates specs to OpenStack Octavia: a load balancer per Service, one per group of hosts, and a status for every spec.
 * Pure and synchronous; never throws on faulty specs (they are in `statuses` and `diagnostics`).
 *
 * @example
 * ```ts
 * import { parseManifests, readSpecs, translateToOctavia } from "pulumi-k8s-lb";
 *
 * const { objects, diagnostics } = parseManifests("apiVersion: v1\nkind: Service\nmetadata: { name: web }", "web.yaml");
 * const plan = translateToOctavia(readSpecs(objects, diagnostics), { settings: { service_subnet_id: "4f6c..." } });
 * console.log(plan.resources.map(({ name }) => name));
 * ```
 */
export function translateToOctavia(specs: SpecSet, options: OctaviaTranslateOptions = {}): OctaviaPlan {
  const { diagnostics, ...cloud } = readCloud(options.settings);
  const { settings } = cloud;
  const model = resolve(specs, resolveOptions(specs, cloud, options));
  const lowered = lower(model, specs, cloud, options.owner ?? `pulumi-k8s-lb:${settings.cluster_name}`);
  const part = ownPart(lowered, settings.part);
  const { statuses, diagnostics: loose } = lowered.model.ledger.close();
  const plan: Omit<OctaviaPlan, "facts"> = {
    target: "octavia",
    ...octaviaResources(part.balancers),
    moving: part.balancers.flatMap(movingPools),
    ...part.parts.ownResults({ statuses, diagnostics: [...diagnostics, ...loose] }),
    shown: {
      tags: cloud.can.has("tags"),
      sources: lowered.sources,
      loadBalancers: Object.fromEntries(
        part.balancers.map(({ identity, services, shares, status }) => [identity, { services, shares, status }]),
      ),
    },
  };
  return planOf(
    plan,
    () => octaviaFacts(plan, part, { specs, model, settings }),
    () => differences(plan, part, statuses),
  );
}

/** Requests that the load balancers answer differently from the specs, without a diagnostic that says so. */
function differences(plan: Omit<OctaviaPlan, "facts">, own: OwnPart, statuses: readonly Status[]): Diagnostic[] {
  return unexplainedDifferences({
    desired: () => desiredRules(own.model, { hosts: (one) => ("fqdn" in one ? hostIdentity(one) : groupIdentity(one.scope)) }),
    served: () => octaviaServedByAddress(plan),
    statuses,
    reasons: OCTAVIA_REASONS,
    about: settingsOf("octavia"),
  });
}
