// The options of route resolution for Avi: which specs are read, and what of them Avi supports.

import type { Diagnostic } from "../../../resources/diagnostic";
import {
  type Ingress,
  type IngressTls,
  readAkoRules,
  readContour,
  readGateways,
  readIngresses,
  readRoutes,
  withoutPaths,
} from "../../frontends";
import type { PathPatterns, ResolveOptions } from "../../routing";
import { readsWorkloads } from "../../settings";
import { ignoredAnnotations, lostRestriction, type Service, type Spec, unusedFields } from "../../specs";
import type { AkoVersion } from "./ako-version";
import { gatewayRules } from "./gateway";
import { ingressClasses } from "./ingress-hosts";
import { withDomain } from "./lower/fqdn";
import { membersOf, onlyPortOf, SKIP_NODE_PORT } from "./members";
import { shardCount, shardOf } from "./names";
import { ENABLES_NODE_PORT_LOCAL } from "./node-port-local";
import type { Rules } from "./rules";
import { INFRA_ANNOTATION } from "./rules/infra-setting";
import { L4_ANNOTATION } from "./rules/l4-rule";
import { SERVICE_ANNOTATIONS } from "./rules/service";
import { type AviSettings, akoVersionOf, CONTROLLER } from "./settings";
import { addressKeyBy } from "./sharding";

/** True if the Service wants a load balancer, and names Avi or no class (ako.md 1.0). */
export const isBalanced = ({ type, loadBalancerClass }: Service): boolean =>
  type === "LoadBalancer" && (loadBalancerClass === undefined || loadBalancerClass === CONTROLLER);

/** Specs as Avi reads them, by its settings. */
export function resolveOptions(
  settings: AviSettings,
  rules: Rules | undefined,
  { alone, takeOver }: { alone: boolean; takeOver?: boolean },
): ResolveOptions {
  const akoVersion = akoVersionOf(settings);
  const domains = [...settings.subDomains].sort();
  const count = shardCount(settings.shardVSSize);
  const addressOf = rules && !alone ? addressKeyBy(settings, rules.extensions) : () => "";
  const usesLabels = !akoVersion.enhanced && settings.shardVSSize !== "DEDICATED";
  return {
    members: (now) => membersOf(now, settings, { takeOver }),
    reads: [
      readIngresses({
        classes: ingressClasses(settings),
        ...(akoVersion.strictClasses ? { annotations: Object.values(INGRESS_ANNOTATIONS), tls: INGRESS_TLS } : {}),
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
    readsWorkloads: readsWorkloads(settings),
    services: { concerns: (service) => isOurs(service, settings), unused: (service) => unusedOf(service, akoVersion) },
    ...(akoVersion.strictClasses
      ? {
          backends: {
            refuses: (service) => notInside(service, settings),
            onlyPort: (service, named, now) => onlyPortOf(service, named, now, settings),
          },
        }
      : {}),
    hosts: {
      // a plain suffix test without label boundary, as AKO does it (ako.md 1.0)
      admits: (fqdn) => domains.length === 0 || domains.some((domain) => fqdn.endsWith(domain)),
      admitted: `the DNS domains ${domains.join(", ")} (setting subDomains)`,
      defaultHost: (ref) => (domains[0] ? withDomain(`${ref.name}.${ref.namespace}`, domains[0]) : undefined),
      labels: (on) => (on === "clear" && usesLabels ? "a shared virtual service compares paths in lower case" : undefined),
      routePaths: "AKO",
      pathsAsWritten: akoVersion.ownMatching,
      // whatever the termination is (ParseHostPathForRoute of 1.2.1 and 2.x)
      clearBesidePassthrough: true,
      ...(rules
        ? {
            termination: rules.termination,
            below: (subdomain) => belowDomain(subdomain, settings),
            patterns: patternsOf(rules, akoVersion),
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
function patternsOf({ extensions }: Rules, { enhanced }: AkoVersion): PathPatterns {
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
  const also = isIngress(owner) && owner.defaultBackend ? ", nor its default backend" : "";
  const message = `the rule for ${rule.host || "any host"} has no paths: AKO 2 processes nothing of an Ingress that has such a rule${also}`;
  return withoutPaths(owner.ref, rule, message);
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
function unusedOf(service: Service, { rules }: AkoVersion): Diagnostic[] {
  const unused = unusedFields(service, {
    // AKO 1.2 does not read it (ako.md 4.1)
    ...(rules
      ? {}
      : {
          loadBalancerIP: "loadBalancerIP is not used",
          ipFamilyPolicy: "RequireDualStack is not met: the virtual service has an address of one family",
        }),
    sessionAffinity: "session affinity is not used",
  });
  const { ref, meta, loadBalancerSourceRanges: ranges } = service;
  return [
    ...unused,
    ...(ranges.length > 0 ? [lostRestriction(ref, "/spec/loadBalancerSourceRanges", "loadBalancerSourceRanges")] : []),
    ...ignoredAnnotations(ref, meta.annotations, rules ? SERVICE_WORDS : []),
  ];
}
