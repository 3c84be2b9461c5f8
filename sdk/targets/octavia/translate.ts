// Translates specs to an Octavia plan.

import { usesOf } from "../../../requests/review/resource-usage";
import type { Diagnostic } from "../../../resources/diagnostic";
import { wireProtocol } from "../../../resources/octavia/listener";
import type { LoadBalancerBody } from "../../../resources/octavia/types";
import { CONTOUR_CLASS_ANNOTATIONS, readContour, readGateways, readIngresses, readRoutes } from "../../frontends";
import { legible, planOf } from "../../plan";
import { Parts } from "../../plan/parts";
import { desiredRules } from "../../requests/desired";
import { rulesWithOwners } from "../../requests/rules-with-owners";
import { unexplainedDifferences } from "../../requests/validation";
import {
  certificateFacts,
  desiredRoutes,
  type L4Service,
  preservedPools,
  Readiness,
  type ResolveOptions,
  RuleSources,
  resolve,
  reviewedRoutes,
  servedRoutes,
} from "../../routing";
import { parseSettings, readsWorkloads, settingsOf, unknownServersOf } from "../../settings";
import { compare, isAddress, type Service, type Spec, type SpecSet } from "../../specs";
import { gatewayIdentity, gatewayRules, lowerGateways } from "./gateway";
import { respondersIn } from "./gateway/responders";
import { CLIENT_ANNOTATIONS, isInternal, unreadableClients } from "./lower/clients";
import { capabilities, DiagnosticError, type OctaviaCapabilities, type OctaviaLowering, type Profile } from "./lower/context";
import { kuryr } from "./lower/kuryr";
import { groupIdentity, hostIdentity, lowerHosts } from "./lower/l7";
import { occm } from "./lower/occm";
import { distinctNames, limitSharing, type ServiceBalancer } from "./lower/sharing";
import { NamedAddresses, withoutTakenAddresses } from "./lower/taken-addresses";
import { holdingPools, isServed, managedNames, missingIn, withoutPool } from "./managed";
import { GROUP_ANNOTATION } from "./names";
import { octaviaNeeds } from "./needs";
import { movingPools, type OctaviaPlan, octaviaObjects, octaviaResources, ruleKey } from "./plan";
import { OCTAVIA_REASONS } from "./reasons";
import { octaviaServed, octaviaServedByAddress } from "./served";
import { type OctaviaSettings, octaviaSettingsSchema } from "./settings";

/** The controller of the IngressClasses that are ours: that of the octavia-ingress-controller. */
export const INGRESS_CONTROLLER = "openstack.org/octavia-ingress-controller";

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

/** The two naming schemes, with all that depends on them. */
export const PROFILES = { kuryr, occm };

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
  const { settings, diagnostics } = parseSettings(octaviaSettingsSchema, "octavia", options.settings ?? {});
  const profile = PROFILES[settings.naming];
  const can = capabilities(settings.octavia_version, profile.provider(settings));
  const model = resolve(specs, resolveOptions(specs, settings, profile, can, options));
  const { ledger } = model;
  const refuse = (diagnostic: Diagnostic) => ledger.refuse(diagnostic);
  const cx: OctaviaLowering = {
    settings,
    owner: options.owner ?? `pulumi-k8s-lb:${settings.cluster_name}`,
    can,
    readiness: new Readiness(specs, settings.healthMonitor === "readiness"),
    report: (diagnostic) => ledger.report(diagnostic),
    lose: (loss) => ledger.lose(loss),
    sources: new RuleSources(),
    isUnrestricted: (ref) => ledger.isUnrestricted(ref),
  };
  const attempt = (l4: L4Service): ServiceBalancer[] => {
    try {
      checkAddress(l4.owner);
      const planned = profile.service(cx, l4);
      noteSources(cx, l4, planned.inputs.loadBalancer);
      // without a listener it would be an address where nothing answers
      return planned.inputs.loadBalancer.listeners?.length && !ledger.isUnrestricted(l4.owner.ref) ? [{ service: l4.owner, planned }] : [];
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      refuse(error.diagnostic);
      return [];
    }
  };
  const addresses = new NamedAddresses();
  const named = withoutTakenAddresses(distinctNames(model.l4.flatMap(attempt), refuse), addresses, refuse);
  const services = limitSharing(cx, named, refuse);
  const planned = [
    ...services.map((one) => one.planned),
    ...lowerHosts(cx, profile, model),
    ...lowerGateways(cx, profile, specs, model.gateways, addresses),
  ];
  const loadBalancers = planned.sort((a, b) => compare(a.name, b.name));
  for (const { owners } of loadBalancers) ledger.served(owners);

  const parts = new Parts(settings.part);
  const home = (identity: string) => parts.homeOf(identity);
  for (const one of loadBalancers) parts.put(home(one.identity), one);
  const identities = new Map(services.map(({ service, planned: { identity } }) => [service, identity]));
  for (const one of model.l4) {
    const identity = identities.get(one.owner);
    if (identity !== undefined) parts.place(home(identity), one);
  }
  const own = {
    hosts: model.hosts.filter((host) => parts.isOwn(home(hostIdentity(host)))),
    defaults: model.defaults.filter(({ scope }) => parts.isOwn(home(groupIdentity(scope)))),
    l4: parts.own(model.l4.filter(({ owner }) => identities.has(owner))),
    gateways: model.gateways.filter((gateway) => parts.isOwn(home(gatewayIdentity(gateway)))),
    responders: model.responders ?? [],
  };
  const { statuses, diagnostics: loose } = ledger.close();
  const balancers = parts.own(loadBalancers);
  const plan: Omit<OctaviaPlan, "facts"> = {
    target: "octavia",
    ...octaviaResources(balancers),
    moving: balancers.flatMap(movingPools),
    ...parts.told({ statuses, diagnostics: [...diagnostics, ...loose] }),
    shown: {
      tags: cx.can.has("tags"),
      sources: cx.sources,
      loadBalancers: Object.fromEntries(
        balancers.map(({ identity, services, shares, status }) => [identity, { services, shares, status }]),
      ),
    },
  };
  return planOf(
    plan,
    () => {
      const holding = balancers.flatMap(holdingPools);
      return {
        ...managedNames(balancers),
        missing: missingIn(model),
        served: servedRoutes(own, isServed),
        asks: desiredRoutes(own),
        keeps: { ...preservedPools(holding, (key) => specs.services.has(key)), ...withoutPool(own) },
        pools: holding.map(({ name }) => name).sort(compare),
        ...unknownServersOf(settings),
        review: reviewedRoutes(own, isServed),
        certificates: certificateFacts(own),
        needs: octaviaNeeds(balancers),
        uses: usesOf(octaviaObjects(plan, { showSecrets: true }).objects),
        rules: () =>
          rulesWithOwners({ desired: desiredRules(own), served: octaviaServed({ ...plan, resources: legible(plan.resources) }) }),
      };
    },
    () =>
      unexplainedDifferences({
        desired: () => desiredRules(own, { hosts: (one) => ("fqdn" in one ? hostIdentity(one) : groupIdentity(one.scope)) }),
        served: () => octaviaServedByAddress(plan),
        statuses,
        reasons: OCTAVIA_REASONS,
        about: settingsOf("octavia"),
      }),
  );
}

/** Notes the port of the Service behind each listener. */
function noteSources({ sources }: OctaviaLowering, { owner, ports }: L4Service, { name, listeners = [] }: LoadBalancerBody): void {
  for (const listener of listeners) {
    const port = ports.find(
      (one) => one.port.port === listener.protocol_port && one.port.protocol === wireProtocol(listener.protocol),
    )?.port;
    if (port) sources.note(ruleKey(name, listener), { owner, at: `/spec/ports/${owner.ports.indexOf(port)}` });
  }
}

/** Both profiles ask Octavia or Neutron for `spec.loadBalancerIP`; Kubernetes takes any text for it. */
function checkAddress({ ref, loadBalancerIP }: Service): void {
  if (typeof loadBalancerIP !== "string" || isAddress(loadBalancerIP)) return;
  const message = `spec.loadBalancerIP must be an address, got ${JSON.stringify(loadBalancerIP)}`;
  throw new DiagnosticError("LB1218", ref, "/spec/loadBalancerIP", message, { remedy: "Write an IPv4 or IPv6 address, or leave it out." });
}

export function resolveOptions(
  specs: SpecSet,
  settings: OctaviaSettings,
  profile: Profile,
  can: OctaviaCapabilities,
  { group, hostsOnly }: OctaviaTranslateOptions,
): ResolveOptions {
  const { ownMembers } = profile;
  return {
    members: (now) => profile.members(now, settings),
    services: {
      ...profile.services,
      members: ownMembers && ((now) => ownMembers(now, { settings, can })),
      ...(hostsOnly ? { concerns: () => false } : {}),
    },
    reads: [
      readIngresses({
        classes: { names: [settings.ingressClass], controller: INGRESS_CONTROLLER, takeUnclassified: settings.defaultIngController },
        annotations: [GROUP_ANNOTATION, ...CLIENT_ANNOTATIONS],
        defaultBackends: true,
      }),
      readRoutes({ annotations: CLIENT_ANNOTATIONS }),
      readContour({ ...settings, ingressClass: settings.contourIngressClass }),
      readGateways(gatewayRules(settings, can)),
    ],
    refuses: unreadableClients,
    claims: settings,
    lostRestrictions: settings.lostRestrictions,
    readsWorkloads: readsWorkloads(settings),
    responders: respondersIn(settings, profile, specs),
    // a rule without host is for every host
    hosts: {
      admits: () => true,
      admitted: "",
      defaultHost: () => "*",
      scope: (owner) => scopeOf(owner, group ?? groupOf(owner, settings)),
    },
  };
}

/** Objects for the inside alone have a group of their own. */
const scopeOf = (owner: Spec, group: string) => (isInternal(owner) ? `${group}-internal` : group);

/** The group an object belongs to: hosts of one group share a load balancer. Default: one group per ingress class. */
function groupOf(owner: Spec, settings: OctaviaSettings): string {
  const annotated = [GROUP_ANNOTATION, ...CONTOUR_CLASS_ANNOTATIONS].map((name) => owner.meta.annotations[name]).find(Boolean);
  return annotated || ("className" in owner && typeof owner.className === "string" && owner.className) || settings.ingressClass;
}
