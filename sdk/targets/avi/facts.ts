// Facts of an Avi plan that its inventory and its summary compare with those of the last run.

import { usesOf } from "../../../requests/review/resource-usage";
import { type Facts, legible } from "../../plan";
import { desiredRules } from "../../requests/desired";
import { rulesWithOwners } from "../../requests/rules-with-owners";
import { certificateFacts, desiredRoutes, preservedPools, type RoutePool, reviewedRoutes, servedRoutes } from "../../routing";
import { unknownServersOf } from "../../settings";
import type { SpecSet } from "../../specs";
import type { Extensions } from "./extensions";
import type { LoweredCluster } from "./lower/lowered";
import { aviNeeds } from "./needs";
import { aviObjects, tenantOf } from "./objects";
import type { OwnPart } from "./own-part";
import type { AviPlan } from "./plan";
import { withSwitchedOff } from "./rules/switched-off";
import { aviServed } from "./served";
import { type AviSettings, akoVersionOf } from "./settings";

/** Facts of the part of a cluster that a stack has. */
export function aviFacts(
  plan: Omit<AviPlan, "facts">,
  { model, cluster }: OwnPart,
  { specs, settings, extensions }: { specs: SpecSet; settings: AviSettings; extensions: Extensions },
): Facts {
  const all = aviObjects(plan, { showSecrets: true });
  const { enhanced, ownCertificates } = akoVersionOf(settings);
  return {
    names: Object.keys(all.owners),
    tenant: tenantOf(all),
    missing: cluster.missing,
    served: servedRoutes(model),
    asks: desiredRoutes(model),
    keeps: keepsOf(cluster.pools, specs),
    ...unknownServersOf(settings),
    review: withSwitchedOff(reviewedRoutes(model), extensions, enhanced || settings.shardVSSize === "DEDICATED"),
    certificates: certificateFacts(model, settings.l7ShardingScheme === "namespace" && !ownCertificates),
    needs: aviNeeds(plan, all),
    uses: usesOf(all.objects),
    rules: () => rulesWithOwners({ desired: desiredRules(model), served: aviServed({ ...plan, resources: legible(plan.resources) }) }),
  };
}

function keepsOf(pools: LoweredCluster["pools"], { services }: SpecSet): Facts["keeps"] {
  const holding = pools.flatMap(({ name, at, service, because, inputs: { keep, pool } }): RoutePool[] => {
    if (at === undefined || service === undefined) return [];
    const servers = Array.isArray(pool.servers) ? pool.servers.length : 0;
    return [
      { name: `pool/${name}`, routeKeys: at, isPreserved: keep?.includes("servers") === true, because, servers, services: [service] },
    ];
  });
  return preservedPools(holding, (key) => services.has(key));
}
