import { type Diagnostic, describeObject } from "../../../kinds/diagnostic";
import { type Ingress, type IngressTls, readAkoRules, readContour, readGateways, readIngresses, readRoutes } from "../../frontends";
import { type Facts, legible, planOf } from "../../plan";
import type { Parts } from "../../plan/parts";

import { type AddressGroups, askedRules } from "../../requests/asked";
import { ownedRules } from "../../requests/owned";
import { untoldDifferences } from "../../requests/validation";
import {
  askedPlaces,
  certificateFacts,
  type HoldingPool,
  keepingPools,
  type PathPatterns,
  type ResolveOptions,
  resolve,
  reviewedRoutes,
  servedPlaces,
} from "../../routing";

import { settingsOf } from "../../settings";
import { diagnose, ignoredAnnotations, lostRestriction, type Service, type Spec, type SpecSet, unusedFields } from "../../specs";
import { bundled } from "./bundles";
import { addressesBy } from "./division";
import { NO_EXTENSIONS } from "./extensions";
import { gatewayRules } from "./gateway";
import type { Generation } from "./generation";
import { lower } from "./lower";
import { withDomain } from "./lower/fqdn";
import type { LoweredCluster, LoweredHost } from "./lower/lowered";
import { membersOf, onlyPortOf, SKIP_NODE_PORT } from "./members";
import { shardCount, shardOf } from "./names";
import { inNamespaces, otherTenants } from "./namespaces";
import { aviNeeds } from "./needs";
import { ENABLES_NODE_PORT_LOCAL } from "./node-port-local";
import { aviObjects, tenantOf } from "./objects";
import { type AviPlan, aviEndpoints, aviResources } from "./plan";
import { aviReasons } from "./reasons";
import { type Rules, rulesOf } from "./rules";
import { INFRA_ANNOTATION } from "./rules/infra-setting";
import { L4_ANNOTATION } from "./rules/l4-rule";
import { SERVICE_ANNOTATIONS } from "./rules/service";
import { withSwitchedOff } from "./rules/switched-off";

import { aviServed, aviServedApart } from "./served";
import { type AviSettings, CONTROLLER, generationOf, parseAviSettings } from "./settings";

/** True if the Service wants a load balancer, and names Avi or no class (ako.md 1.0). */
export const isBalanced = ({ type, loadBalancerClass }: Service): boolean =>
  type === "LoadBalancer" && (loadBalancerClass === undefined || loadBalancerClass === CONTROLLER);

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
  const found: Diagnostic[] = [];
  const selected = inNamespaces(specs, settings, (diagnostic) => found.push(diagnostic));
  const rules = generationOf(settings).rules ? rulesOf(selected, settings, (diagnostic) => found.push(diagnostic)) : undefined;
  const { owner = `pulumi-k8s-lb:${settings.clusterName}`, dedicated, takeOver } = options;
  const model = resolve(selected, resolveOptions(selected, settings, rules, { alone: dedicated !== undefined, takeOver }));
  const { extensions = NO_EXTENSIONS, missing = {} } = rules ?? {};
  const whole = { ...model, missing: { ...missing, ...model.missing } };
  const { lowered, parts } = lower(whole, specs, { settings, owner, dedicated, extensions });
  rules?.judge(model.ledger);
  if (rules) found.push(...otherTenants(specs, settings));
  for (const diagnostic of found) model.ledger.report(diagnostic);
  const { statuses, diagnostics: loose } = model.ledger.close();
  const own = { ...model, hosts: parts.ownHosts(model.hosts), l4: parts.own(model.l4), gateways: parts.own(model.gateways) };
  const cluster = ownOf(lowered, parts, new Set(own.hosts.map(placeOf)));
  const served = [...new Set(cluster.hosts.flatMap(({ owners }) => owners))];
  const resources = aviResources(cluster);
  const plan: Omit<AviPlan, "facts"> = {
    target: "avi",
    resources: bundled(resources, settings.bundles),
    endpoints: aviEndpoints(cluster),
    ...parts.told({ statuses, diagnostics: [...diagnostics, ...loose] }),
    shown: {
      labelledRoutes: lowered.staticRoutes?.labelled ?? false,
      services: Object.fromEntries(cluster.pools.flatMap(({ name, service }) => (service === undefined ? [] : [[name, service]]))),
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
        served: servedPlaces(own),
        asks: askedPlaces(own),
        keeps: keepsOf(cluster.pools, specs),
        review: withSwitchedOff(reviewedRoutes(own), extensions, generationOf(settings).enhanced || settings.shardVSSize === "DEDICATED"),
        certificates: certificateFacts(own),
        needs: aviNeeds(plan, all),
        rules: () => ownedRules({ asked: askedRules(own), served: aviServed({ ...plan, resources: legible(plan.resources) }) }),
      };
    },
    () =>
      untoldDifferences({
        asked: () => askedRules(own, groupsOf(cluster)),
        served: () => aviServedApart(resources, plan.shown),
        statuses,
        reasons: aviReasons(extensions),
        about: settingsOf("avi"),
      }),
  );
}

/** The addresses of a cluster, by what is asked for there. Services may share one: it is called by the first. */
function groupsOf({ hosts, sharedVs, dedicatedVs, passthroughVs, l4Vs }: LoweredCluster): AddressGroups {
  const vips = new Map([...sharedVs, ...dedicatedVs, ...passthroughVs].map(({ name, inputs }) => [name, inputs.vsVip.name]));
  const groups = new Map(hosts.map((host) => [placeOf(host), vips.get(host.vs ?? "")]));
  const shared = new Map(l4Vs.flatMap(({ owners }) => owners.map((ref) => [ref, describeObject(owners[0] ?? ref)])));
  return {
    hosts: (one) => ("fqdn" in one ? groups.get(placeOf(one)) : undefined) ?? "hosts without an address",
    service: (ref) => shared.get(ref),
  };
}

function keepsOf(pools: LoweredCluster["pools"], { services }: SpecSet): Facts["keeps"] {
  const holding = pools.flatMap(({ name, at, service, because, inputs: { keep, pool } }): HoldingPool[] => {
    if (at === undefined || service === undefined) return [];
    const servers = Array.isArray(pool.servers) ? pool.servers.length : 0;
    return [{ name: `pool/${name}`, at: [at], kept: keep?.includes("servers") === true, because, servers, services: [service] }];
  });
  return keepingPools(holding, (key) => services.has(key));
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
    hosts: lowered.hosts.filter((host) => served.has(placeOf(host))),
  };
}

const placeOf = ({ fqdn, scope }: Pick<LoweredHost, "fqdn" | "scope">) => `${scope} ${fqdn}`;

export function resolveOptions(
  specs: SpecSet,
  settings: AviSettings,
  rules: Rules | undefined,
  { alone, takeOver }: { alone: boolean; takeOver?: boolean },
): ResolveOptions {
  const generation = generationOf(settings);
  const domains = [...settings.subDomains].sort();
  const count = shardCount(settings.shardVSSize);
  const addressOf = rules && !alone ? addressesBy(settings, rules.extensions) : () => "";
  const usesLabels = !generation.enhanced && settings.shardVSSize !== "DEDICATED";
  return {
    members: membersOf(specs, settings, { takeOver }),
    reads: [
      readIngresses({
        classes: {
          names: generation.strictClasses ? [settings.ingressClass] : [...new Set(["avi", settings.ingressClass])],
          controller: CONTROLLER,
          takeUnclassified: settings.defaultIngController && !generation.strictClasses,
          strict: generation.strictClasses,
        },
        ...(generation.strictClasses ? { annotations: Object.values(INGRESS_ANNOTATIONS), tls: INGRESS_TLS } : {}),
        infraSettings: rules !== undefined,
      }),
      readRoutes(rules ? { annotations: [INFRA_ANNOTATION], secret: CLUSTER_SECRET } : {}),
      readContour({ ...settings, ingressClass: settings.contourIngressClass }),
      readGateways(gatewayRules(settings)),
      ...(rules ? [readAkoRules()] : []),
    ],
    ...(rules ? { refuses: (owner) => rules.refuses(owner) ?? withoutHttp(owner) } : {}),
    claims: settings,
    lostRestrictions: settings.lostRestrictions,
    readsPods: settings.serviceType === "NodePortLocal",
    services: { concerns: (service) => isOurs(service, settings), unused: (service) => unusedOf(service, generation) },
    ...(generation.strictClasses
      ? {
          backends: { refuses: (service) => notInside(service, settings), onlyPort: (service) => onlyPortOf(service, specs, settings) },
        }
      : {}),
    hosts: {
      // a plain suffix test without label boundary, as AKO does it (ako.md 1.0)
      admits: (fqdn) => domains.length === 0 || domains.some((domain) => fqdn.endsWith(domain)),
      admitted: `the DNS domains ${domains.join(", ")} (setting subDomains)`,
      defaultHost: (ref) => (domains[0] ? withDomain(`${ref.name}.${ref.namespace}`, domains[0]) : undefined),
      labels: (on) => (on === "clear" && usesLabels ? "a shared virtual service finds paths by labels in lower case" : undefined),
      routePaths: "AKO",
      pathsAsWritten: generation.ownMatching,
      // whatever the termination is (ParseHostPathForRoute of 1.2.1 and 2.x)
      clearBesidePassthrough: true,
      ...(rules
        ? {
            termination: rules.termination,
            below: (subdomain) => belowDomain(subdomain, settings),
            patterns: patternsOf(rules, generation),
          }
        : {}),
      scope(owner, on, secret, fqdn) {
        const { ref } = owner;
        if (settings.l7ShardingScheme === "hostname") return addressOf(owner, fqdn);
        // passthrough shards go by host whatever the others do
        if (on === "tcp") return "passthrough";
        return on === "tls" ? `${ref.namespace}/${ref.name}/${secret}` : `shard ${shardOf(ref.namespace, count)}`;
      },
    },
  };
}

/** A HostRule makes paths of hosts with TLS, and with EVH of all hosts, regular expressions (AKO, docs/crds/hostrule.md, useRegex). */
function patternsOf({ extensions }: Rules, { enhanced }: Generation): PathPatterns {
  const where = enhanced ? "" : ", which needs TLS";
  return {
    reads(fqdn, on) {
      const extension = on === "tls" || enhanced ? extensions.host(fqdn) : undefined;
      return extension?.regularExpressions === true && !extension.withoutPolicies;
    },
    remedy: (fqdn) =>
      `Set useRegex in a HostRule for ${fqdn}${where}, use an HTTPRoute with a path of type RegularExpression, or write the path as in requests.`,
    harm: ", and the controller may refuse the name of its pool",
  };
}

/** ako-2x.md 8, `spec.subdomain`: of the setting alone (GetHostnameforSubdomain). */
const belowDomain = (subdomain: string, { defaultDomain }: AviSettings) =>
  defaultDomain ? withDomain(subdomain, defaultDomain) : undefined;

/** Annotations of an Ingress that AKO 2.x reads (ako-2x.md 5 and 8). */
const INGRESS_ANNOTATIONS = { passthrough: "passthrough.ako.vmware.com/enabled", tls: "ako.vmware.com/enable-tls" } as const;

/** The Secret for hosts that name none, in AKO's own namespace. */
const CLUSTER_SECRET = { namespace: "avi-system", name: "router-certs-default" };

/** In any case of letters (ParseHostPathForIngress). */
const isTrue = (value: string | undefined) => value?.toLowerCase() === "true";

const INGRESS_TLS: IngressTls = {
  passesThrough: ({ meta }) => isTrue(meta.annotations[INGRESS_ANNOTATIONS.passthrough]),
  clusterSecret: ({ meta }) => (isTrue(meta.annotations[INGRESS_ANNOTATIONS.tls]) ? CLUSTER_SECRET : undefined),
};

/** One rule without paths, and AKO 2.x processes nothing of the Ingress (validateSpecFromHostnameCache). */
function withoutHttp(owner: Spec): Diagnostic | undefined {
  const rule = isIngress(owner) ? owner.rules.find(({ paths }) => paths.length === 0) : undefined;
  if (!rule) return undefined;
  const message = `the rule for ${rule.host || "any host"} has no paths: AKO 2 processes nothing of an Ingress that has such a rule`;
  return diagnose("LB1110", owner.ref, rule.pointer, message);
}

const isIngress = (owner: Spec): owner is Ingress => owner.ref.kind === "Ingress";

/**
 * AKO 2.x leads no route to a Service that has an address of its own (ako-2x.md 5, "Ports"), save over node ports
 * (PopulateServersForNodePort), or where it gives none of them an address (FullSyncK8s).
 */
const notInside = ({ type }: Service, { serviceType, layer7Only }: AviSettings) =>
  type === "LoadBalancer" && serviceType !== "NodePort" && !layer7Only
    ? "is of type LoadBalancer, which AKO 2 takes for no backend"
    : undefined;

/** True if the Service wants a load balancer of ours. */
function isOurs(service: Service, { defaultLBController, layer7Only }: AviSettings): boolean {
  return isBalanced(service) && !layer7Only && (defaultLBController || service.loadBalancerClass !== undefined);
}

const SERVICE_WORDS = [...Object.values(SERVICE_ANNOTATIONS), L4_ANNOTATION, INFRA_ANNOTATION, SKIP_NODE_PORT, ENABLES_NODE_PORT_LOCAL];

/** Fields of a Service of type LoadBalancer that Avi does not use. */
function unusedOf(service: Service, { rules }: Generation): Diagnostic[] {
  const found = unusedFields(service, {
    // AKO 1.2 does not read it (ako.md 4.1)
    ...(rules ? {} : { loadBalancerIP: "loadBalancerIP is not used" }),
    sessionAffinity: "session affinity is not used",
  });
  const { ref, meta, loadBalancerSourceRanges: ranges } = service;
  return [
    ...found,
    ...(ranges.length > 0 ? [lostRestriction(ref, "/spec/loadBalancerSourceRanges", "loadBalancerSourceRanges")] : []),
    ...ignoredAnnotations(ref, meta.annotations, rules ? SERVICE_WORDS : []),
  ];
}
