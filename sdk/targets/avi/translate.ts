// Translates specs to an Avi plan.

import { usesOf } from "../../../requests/review/resource-usage";
import { POOL } from "../../../resources/avi";
import { type Diagnostic, describeObject } from "../../../resources/diagnostic";
import { type Facts, legible, planOf, resourceKey } from "../../plan";
import type { Parts } from "../../plan/parts";
import { type AddressGroups, desiredRules } from "../../requests/desired";
import { rulesWithOwners } from "../../requests/rules-with-owners";
import { unexplainedDifferences } from "../../requests/validation";
import {
  certificateFacts,
  desiredRoutes,
  preservedPools,
  Readiness,
  type RoutePool,
  resolve,
  reviewedRoutes,
  servedRoutes,
} from "../../routing";
import { settingsOf, unknownServersOf } from "../../settings";
import type { SpecSet } from "../../specs";
import { readVerified, withoutSettled } from "../../verify/report-input";
import { bundled } from "./bundles";
import { NO_EXTENSIONS } from "./extensions";
import { lower } from "./lower";
import type { LoweredCluster, LoweredHost } from "./lower/lowered";
import { inNamespaces, otherTenants } from "./namespaces";
import { aviNeeds } from "./needs";
import { aviObjects, tenantOf } from "./objects";
import { type AviPlan, aviEndpoints, aviResources } from "./plan";
import { aviReasons } from "./reasons";
import { resolveOptions } from "./resolve-options";
import { rulesOf } from "./rules";
import { withSwitchedOff } from "./rules/switched-off";
import { aviServed, aviServedByAddress } from "./served";
import { akoVersionOf, parseAviSettings } from "./settings";

export interface TranslateOptions {
  /** AKO's settings; see docs/avi.md. */
  settings?: Readonly<Record<string, unknown>>;
  /** Owner mark of every object; default `pulumi-k8s-lb:<clusterName>`. */
  owner?: string;
  /** Put everything on one virtual service `<clusterName>--Dedicated-L7-<dedicated>` instead of shards. */
  dedicated?: string;
  /** The run takes over what AKO left: servers are those that AKO has where ours would be others. Default false. */
  takeOver?: boolean;
}

/**
 * Translates specs to Avi: the planned objects, grouped into resources, and a status for every spec. Pure and synchronous;
 * never throws on faulty specs (they are in `statuses` and `diagnostics`).
 *
 * @example
 * ```ts
 * import { parseManifests, readSpecs, translateToAvi } from "pulumi-k8s-lb";
 *
 * const { objects, diagnostics } = parseManifests("apiVersion: v1\nkind: Service\nmetadata: { name: web }", "web.yaml");
 * const plan = translateToAvi(readSpecs(objects, diagnostics), { settings: { clusterName: "c1" } });
 * console.log(plan.resources.filter(({ kind }) => kind === "avi:L4VS").map(({ name }) => name));
 * ```
 */
export function translateToAvi(specs: SpecSet, options: TranslateOptions = {}): AviPlan {
  const { settings, diagnostics } = parseAviSettings(options.settings ?? {});
  const ruleDiagnostics: Diagnostic[] = [];
  const selected = inNamespaces(specs, settings, (diagnostic) => ruleDiagnostics.push(diagnostic));
  const rules = akoVersionOf(settings).rules ? rulesOf(selected, settings, (diagnostic) => ruleDiagnostics.push(diagnostic)) : undefined;
  const { owner = `pulumi-k8s-lb:${settings.clusterName}`, dedicated, takeOver } = options;
  const model = resolve(selected, resolveOptions(settings, rules, { alone: dedicated !== undefined, takeOver }));
  const { extensions = NO_EXTENSIONS, missing = {} } = rules ?? {};
  const whole = { ...model, missing: { ...missing, ...model.missing } };
  const readiness = new Readiness(specs, settings.healthMonitor === "readiness");
  const { lowered, parts, sources } = lower(whole, specs, { settings, owner, dedicated, extensions, readiness });
  rules?.judge(model.ledger);
  if (rules) ruleDiagnostics.push(...otherTenants(specs, settings));
  for (const diagnostic of ruleDiagnostics) model.ledger.report(diagnostic);
  const verified = readVerified(settings.verified, "avi", settings.controllerVersion);
  const { statuses, diagnostics: loose } = withoutSettled(model.ledger.close(), verified.settled);
  const ownModel = { ...model, hosts: parts.ownHosts(model.hosts), l4: parts.own(model.l4), gateways: parts.own(model.gateways) };
  const cluster = ownOf(lowered, parts, new Set(ownModel.hosts.map(hostKey)));
  const served = [...new Set(cluster.hosts.flatMap(({ owners }) => owners))];
  const resources = aviResources(cluster);
  const plan: Omit<AviPlan, "facts"> = {
    target: "avi",
    resources: bundled(resources, settings.bundles),
    moving: cluster.pools.flatMap(({ name, moving }) => (moving ? [{ in: resourceKey({ kind: POOL.type, name }), name, ...moving }] : [])),
    endpoints: aviEndpoints(cluster),
    ...parts.told({ statuses, diagnostics: [...diagnostics, ...verified.diagnostics, ...loose] }),
    shown: {
      labelledRoutes: lowered.staticRoutes?.labelled ?? false,
      services: Object.fromEntries(cluster.pools.flatMap(({ name, service }) => (service === undefined ? [] : [[name, service]]))),
      ...(settings.dnsNames === "elsewhere" ? { namesElsewhere: true } : {}),
      preservedPools: cluster.pools.flatMap(({ name, inputs }) => (inputs.keep?.includes("servers") ? [name] : [])),
      ports: Object.fromEntries(cluster.pools.flatMap(({ name, port }) => (port === undefined ? [] : [[name, port]]))),
      sources,
      split: served.filter((ref) => ref.kind === "Ingress" && parts.isSplit(ref)),
    },
  };
  return planOf(
    plan,
    () => {
      const all = aviObjects(plan, { showSecrets: true });
      return {
        names: Object.keys(all.owners),
        tenant: tenantOf(all),
        missing: cluster.missing,
        served: servedRoutes(ownModel),
        asks: desiredRoutes(ownModel),
        keeps: keepsOf(cluster.pools, specs),
        ...unknownServersOf(settings),
        review: withSwitchedOff(
          reviewedRoutes(ownModel),
          extensions,
          akoVersionOf(settings).enhanced || settings.shardVSSize === "DEDICATED",
        ),
        certificates: certificateFacts(ownModel, settings.l7ShardingScheme === "namespace" && !akoVersionOf(settings).ownCertificates),
        needs: aviNeeds(plan, all),
        uses: usesOf(all.objects),
        rules: () =>
          rulesWithOwners({ desired: desiredRules(ownModel), served: aviServed({ ...plan, resources: legible(plan.resources) }) }),
      };
    },
    () =>
      unexplainedDifferences({
        desired: () => desiredRules(ownModel, groupsOf(cluster)),
        served: () => aviServedByAddress(resources, plan.shown),
        statuses,
        reasons: aviReasons(
          extensions,
          ownModel.l4.map(({ owner: service }) => service),
          new Set(cluster.sharedVs.flatMap(({ inputs }) => (inputs.virtualService.enabled === false ? [inputs.vsVip.name] : []))),
        ),
        about: settingsOf("avi"),
      }),
  );
}

/** The addresses of a cluster, by what is asked for there. Services may share one: it is called by the first. */
function groupsOf({ hosts, sharedVs, dedicatedVs, passthroughVs, l4Vs }: LoweredCluster): AddressGroups {
  const vips = new Map([...sharedVs, ...dedicatedVs, ...passthroughVs].map(({ name, inputs }) => [name, inputs.vsVip.name]));
  const groups = new Map(hosts.map((host) => [hostKey(host), vips.get(host.vs ?? "")]));
  const shared = new Map(l4Vs.flatMap(({ owners }) => owners.map((ref) => [ref, describeObject(owners[0] ?? ref)])));
  return {
    hosts: (one) => ("fqdn" in one ? groups.get(hostKey(one)) : undefined) ?? "hosts without an address",
    service: (ref) => shared.get(ref),
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

/** Everything that belongs to the part of the component. */
function ownOf({ staticRoutes, ...lowered }: LoweredCluster, parts: Parts, served: ReadonlySet<string>): LoweredCluster {
  return {
    ...(staticRoutes && parts.isOwn(0) ? { staticRoutes } : {}),
    missing: lowered.missing,
    pools: parts.own(lowered.pools),
    hostCertificates: parts.own(lowered.hostCertificates),
    sharedVs: parts.own(lowered.sharedVs),
    sniVs: parts.own(lowered.sniVs),
    dedicatedVs: parts.own(lowered.dedicatedVs),
    passthroughVs: parts.own(lowered.passthroughVs),
    l4Vs: parts.own(lowered.l4Vs),
    gatewayVs: parts.own(lowered.gatewayVs),
    hosts: lowered.hosts.filter((host) => served.has(hostKey(host))),
  };
}

const hostKey = ({ fqdn, scope }: Pick<LoweredHost, "fqdn" | "scope">) => `${scope} ${fqdn}`;
