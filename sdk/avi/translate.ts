import type { Diagnostic } from "../../kinds/diagnostic";
import { certificateFacts, endpointMembers, nodePortMembers, type ResolveOptions, resolve, servedPlaces } from "../routing";
import { diagnose, ignoredAnnotations, pointer, type Service, type SpecSet } from "../specs";
import { lower } from "./lower";
import { withDomain } from "./lower/network";
import { shardCount, shardOf } from "./names";
import type { AviPlan } from "./plan";
import { type AviSettings, parseAviSettings } from "./settings";

/** The controller of the IngressClasses that are ours, and the `loadBalancerClass` of the Services that are. */
const CONTROLLER = "ako.vmware.com/avi-lb";

/** Whether the Service is to have a load balancer, and Avi is the one it names or it names none (ako.md 1.0). */
export const isBalanced = ({ type, loadBalancerClass }: Service): boolean =>
  type === "LoadBalancer" && (loadBalancerClass === undefined || loadBalancerClass === CONTROLLER);

export interface TranslateOptions {
  /** AKO's settings; see docs/avi.md. */
  settings?: Readonly<Record<string, unknown>>;
  /** Owner mark of every object; default `pulumi-k8s-lb:<clusterName>`. */
  owner?: string;
  /** Put everything on one virtual service `<clusterName>--Dedicated-L7-<dedicated>` instead of shards. */
  dedicated?: string;
}

/**
 * What the specs mean on Avi: the objects to be, grouped into resources, and a status for every spec. Pure and synchronous;
 * never throws on faulty specs (they are in `statuses` and `diagnostics`).
 *
 * @example
 * ```ts
 * import { parseManifests, readSpecs, translateToAvi } from "pulumi-k8s-lb";
 *
 * const { objects, diagnostics } = parseManifests("apiVersion: v1\nkind: Service\nmetadata: { name: web }", "web.yaml");
 * const plan = translateToAvi(readSpecs(objects, diagnostics), { settings: { clusterName: "c1" } });
 * console.log(plan.l4Vs.map((vs) => vs.name));
 * ```
 */
export function translateToAvi(specs: SpecSet, options: TranslateOptions = {}): AviPlan {
  const { settings, diagnostics } = parseAviSettings(options.settings ?? {});
  const model = resolve(specs, resolveOptions(specs, settings));
  const { owner = `pulumi-k8s-lb:${settings.clusterName}`, dedicated } = options;
  const plan = lower(model, specs, { settings, owner, dedicated });
  const { statuses, diagnostics: loose } = model.ledger.close();
  return { ...plan, served: servedPlaces(model), certificates: certificateFacts(model), statuses, diagnostics: [...diagnostics, ...loose] };
}

function resolveOptions(specs: SpecSet, settings: AviSettings): ResolveOptions {
  const domains = [...settings.subDomains].sort();
  const count = shardCount(settings.shardVSSize);
  const selector = settings.nodePortSelectorKey ? { key: settings.nodePortSelectorKey, value: settings.nodePortSelectorValue } : undefined;
  return {
    members: settings.serviceType === "NodePort" ? nodePortMembers(specs, selector) : endpointMembers(specs),
    classes: {
      names: [...new Set(["avi", settings.ingressClass])],
      controller: CONTROLLER,
      takeUnclassified: settings.defaultIngController,
    },
    contour: { ...settings, ingressClass: settings.contourIngressClass },
    services: { concerns: isBalanced, unused: unusedOf },
    hosts: {
      // a plain suffix test without label boundary, as AKO does it (ako.md 1.0)
      admits: (fqdn) => domains.length === 0 || domains.some((domain) => fqdn.endsWith(domain)),
      admitted: `the DNS domains ${domains.join(", ")} (setting subDomains)`,
      defaultHost: (ref) => (domains[0] ? withDomain(`${ref.name}.${ref.namespace}`, domains[0]) : undefined),
      labels: (on) => (on === "clear" ? "a shared virtual service finds paths by labels in lower case" : undefined),
      routePaths: "AKO",
      scope(owner, on, secret) {
        const { ref } = owner;
        if (settings.l7ShardingScheme === "hostname") return "";
        // passthrough shards go by host whatever the others do
        if (on === "tcp") return "passthrough";
        return on === "tls" ? `${ref.namespace}/${ref.name}/${secret}` : `shard ${shardOf(ref.namespace, count)}`;
      },
    },
  };
}

/** What Avi does not use of a Service of type LoadBalancer. */
function unusedOf(service: Service): Diagnostic[] {
  const { ref } = service;
  const unused = (field: string, message: string) => diagnose("LB1006", ref, pointer("spec", field), message);
  const found: Diagnostic[] = [];
  // the AKO generation we follow does not read it (ako.md 4.1)
  if (service.loadBalancerIP !== undefined) found.push(unused("loadBalancerIP", "loadBalancerIP is not used"));
  if (service.loadBalancerSourceRanges.length > 0) found.push(unused("loadBalancerSourceRanges", "loadBalancerSourceRanges is not used"));
  if (service.sessionAffinity === "ClientIP") found.push(unused("sessionAffinity", "session affinity is not used"));
  if (service.externalTrafficPolicy === "Local")
    found.push(unused("externalTrafficPolicy", "externalTrafficPolicy Local is not used: every node is a server"));
  return [...found, ...ignoredAnnotations(ref, service.meta.annotations)];
}
