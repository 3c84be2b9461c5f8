import type { Diagnostic } from "../../contract/diagnostic";
import { type ResolveOptions, resolve, type Status, statusKey } from "../routing";
import { compare, type SpecSet } from "../specs";
import { capabilities } from "./capabilities";
import { type Lowering, Refusal } from "./context";
import { kuryr } from "./kuryr";
import { lowerHosts } from "./l7";
import { GROUP_ANNOTATION, groupOf } from "./l7/groups";
import { occm } from "./occm";
import type { OctaviaPlan, PlannedLoadBalancer } from "./plan";
import type { Profile } from "./profile";
import { type OctaviaSettings, parseOctaviaSettings } from "./settings";
import { distinctNames, limitSharing } from "./sharing";

/** The controller of the IngressClasses that are ours: that of the octavia-ingress-controller. */
const INGRESS_CONTROLLER = "openstack.org/octavia-ingress-controller";

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

const PROFILES = { kuryr, occm };

/**
 * What the specs mean on OpenStack Octavia: a load balancer per Service, one per group of hosts, and a status for every spec.
 * Pure and synchronous; never throws on faulty specs (they are in `statuses` and `diagnostics`).
 *
 * @example
 * ```ts
 * import { parseManifests, readSpecs, translateToOctavia } from "pulumi-k8s-lb";
 *
 * const { objects, diagnostics } = parseManifests("apiVersion: v1\nkind: Service\nmetadata: { name: web }", "web.yaml");
 * const plan = translateToOctavia(readSpecs(objects, diagnostics), { settings: { service_subnet_id: "4f6c..." } });
 * console.log(plan.loadBalancers.map(({ name }) => name));
 * ```
 */
export function translateToOctavia(specs: SpecSet, options: OctaviaTranslateOptions = {}): OctaviaPlan {
  const { settings, diagnostics } = parseOctaviaSettings(options.settings ?? {});
  const profile = PROFILES[settings.naming];
  const model = resolve(specs, resolveOptions(specs, settings, profile, options));
  const statuses = new Map(model.statuses.map((status) => [statusKey(status.object), status]));
  const loose = [...diagnostics, ...model.diagnostics];
  const cx: Lowering = {
    settings,
    owner: options.owner ?? `pulumi-k8s-lb:${settings.cluster_name}`,
    can: capabilities(settings.octavia_version, profile.provider(settings)),
    specs,
    report: (diagnostic) => note(statuses.get(statusKey(diagnostic.object)), diagnostic, loose),
  };
  const attempt = (work: () => PlannedLoadBalancer): PlannedLoadBalancer[] => {
    try {
      return [work()];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reject(statuses.get(statusKey(error.diagnostic.object)), error.diagnostic);
      return [];
    }
  };
  const refuse = (diagnostic: Diagnostic) => reject(statuses.get(statusKey(diagnostic.object)), diagnostic);
  const services = model.l4.flatMap((service) => attempt(() => profile.service(cx, service)));
  const allowed = limitSharing(cx, distinctNames(cx, services, refuse), refuse);
  const loadBalancers = [...allowed, ...lowerHosts(cx, profile, model)].sort((a, b) => compare(a.name, b.name));
  const made = new Set(loadBalancers.flatMap(({ owners }) => owners.map(statusKey)));
  for (const status of model.statuses) if (status.state === "partial" && !made.has(statusKey(status.object))) status.state = "rejected";
  return { loadBalancers, statuses: model.statuses, diagnostics: loose };
}

/** What is said after the routing model stands; a part that Octavia cannot express makes the object partial. */
function note(status: Status | undefined, diagnostic: Diagnostic, loose: Diagnostic[]): void {
  (status?.diagnostics ?? loose).push(diagnostic);
  if (!status || diagnostic.severity !== "error" || status.state !== "ready") return;
  status.state = "partial";
  status.description = diagnostic.message;
}

function reject(status: Status | undefined, diagnostic: Diagnostic): void {
  if (!status) return;
  status.state = "rejected";
  status.description = diagnostic.message;
  status.diagnostics.push(diagnostic);
}

function resolveOptions(
  specs: SpecSet,
  settings: OctaviaSettings,
  profile: Profile,
  { group, hostsOnly }: OctaviaTranslateOptions,
): ResolveOptions {
  return {
    members: profile.members(specs, settings),
    services: hostsOnly ? { ...profile.services, concerns: () => false } : profile.services,
    ingressAnnotations: [GROUP_ANNOTATION],
    defaultBackends: true,
    contour: { ...settings, ingressClass: settings.contourIngressClass },
    classes: { names: [settings.ingressClass], controller: INGRESS_CONTROLLER, takeUnclassified: settings.defaultIngController },
    // a rule without host is for every host
    hosts: { admits: () => true, admitted: "", defaultHost: () => "*", scope: (owner) => group ?? groupOf(owner, settings) },
  };
}
