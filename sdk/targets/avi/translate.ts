// Translates specs to an Avi plan.

import { type Diagnostic, describeObject } from "../../../resources/diagnostic";
import { planOf } from "../../plan";
import { type AddressGroups, desiredRules } from "../../requests/desired";
import { unexplainedDifferences } from "../../requests/validation";
import { Readiness, resolve, type Status } from "../../routing";
import { settingsOf } from "../../settings";
import type { SpecSet } from "../../specs";
import { readVerified, withoutSettled } from "../../verify/report-input";
import { bundled } from "./bundles";
import { type Extensions, NO_EXTENSIONS } from "./extensions";
import { aviFacts } from "./facts";
import { lower } from "./lower";
import { hostKey, type LoweredCluster } from "./lower/lowered";
import { type OwnPart, ownPart } from "./own-part";
import { type AviPlan, aviEndpoints, aviResources, movingPools, shownPools } from "./plan";
import { aviReasons } from "./reasons";
import { resolveOptions } from "./resolve-options";
import { selectSpecs } from "./rules";
import { aviServedByAddress } from "./served";
import { parseAviSettings } from "./settings";

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
  const { owner = `pulumi-k8s-lb:${settings.clusterName}`, dedicated, takeOver } = options;
  const { selected, rules, close } = selectSpecs(specs, settings);
  const { extensions = NO_EXTENSIONS, missing = {} } = rules ?? {};
  const model = resolve(selected, resolveOptions(settings, rules, { alone: dedicated !== undefined, takeOver }));
  const readiness = new Readiness(specs, settings.healthMonitor === "readiness");
  const withMissing = { ...model, missing: { ...missing, ...model.missing } };
  const lowered = lower(withMissing, specs, { settings, owner, dedicated, extensions, readiness });
  const part = ownPart(lowered);
  const verified = readVerified(settings.verified, "avi", settings.controllerVersion);
  const { statuses, diagnostics: loose } = withoutSettled(close(lowered.model.ledger), verified.settled);
  const resources = aviResources(part.cluster);
  const plan: Omit<AviPlan, "facts"> = {
    target: "avi",
    resources: bundled(resources, settings.bundles),
    moving: movingPools(part.cluster.pools),
    endpoints: aviEndpoints(part.cluster),
    ...lowered.parts.ownResults({ statuses, diagnostics: [...diagnostics, ...verified.diagnostics, ...loose] }),
    shown: {
      labelledRoutes: lowered.cluster.staticRoutes?.labelled ?? false,
      ...shownPools(part.cluster.pools),
      ...(settings.dnsNames === "elsewhere" ? { namesElsewhere: true } : {}),
      sources: lowered.sources,
      split: part.split,
    },
  };
  return planOf(
    plan,
    () => aviFacts(plan, part, { specs, settings, extensions }),
    () => differences({ resources, shown: plan.shown }, part, statuses, extensions),
  );
}

/** Requests that Avi answers differently from the specs, without a diagnostic that says so. */
function differences(
  { resources, shown }: Pick<AviPlan, "resources" | "shown">,
  { model, cluster }: OwnPart,
  statuses: readonly Status[],
  extensions: Extensions,
): Diagnostic[] {
  const switchedOff = cluster.sharedVs.flatMap(({ inputs }) => (inputs.virtualService.enabled === false ? [inputs.vsVip.name] : []));
  const services = model.l4.map(({ owner }) => owner);
  return unexplainedDifferences({
    desired: () => desiredRules(model, groupsOf(cluster)),
    served: () => aviServedByAddress(resources, shown),
    statuses,
    reasons: aviReasons(extensions, services, new Set(switchedOff)),
    about: settingsOf("avi"),
  });
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
