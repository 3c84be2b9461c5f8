// The Avi component classes: KubernetesCluster, Ingress, Route, IngressRoutes, Routes, Gateways, Service.

import * as pulumi from "@pulumi/pulumi";
import * as kinds from "../../../../resources/avi";
import { STATIC_ROUTES } from "../../../../resources/avi/static-routes";
import { LbError } from "../../../../resources/diagnostic";
import { hiddenText } from "../../../../resources/hidden";
import { ADOPTION, type CertificateFacts } from "../../../../resources/inventory";
import { type Adopt, isAdoption } from "../../../../resources/kind";
import {
  type ClusterArgs,
  type HostResult,
  hostResult,
  ownerOf,
  reportTo,
  SpecComponent,
  type SpecComponentArgs,
  type SpecResult,
  type SpecStatus,
  settingsOfPart,
  specStatuses,
  warnOf,
} from "../../../components/component";
import { gatewayAnswers } from "../../../components/gateway-answers";
import type { HealthArgs } from "../../../components/health-after-up";
import { register } from "../../../components/register";
import { registerWithWatch, statusWriting } from "../../../components/register-with-watch";
import { assertRequests, isPart, type RequestArgs, wholeOf } from "../../../components/requests";
import type { AviSettingsArgs } from "../../../components/settings";
import { knownSettings } from "../../../components/settings";
import type { Scope } from "../../../components/single";
import { sourceCounts } from "../../../components/source-counts";
import { resolveKnown, type SpecSource, toSpecs, withUnknownOutputs } from "../../../components/sources";
import { type SpecSummary, summaryOf } from "../../../components/summary";
import { writeStatuses } from "../../../components/write-statuses";
import { configuredForPlugin } from "../../../connection-of-stack";
import { registeredType } from "../../../native";
import { shownResources } from "../../../plan";
import { diagnose, isUnknown, type SpecSet } from "../../../specs";
import type { AviPlan } from "../plan";
import { GatewayVS } from "../resources/gateway";
import { L4VS, PassthroughVS } from "../resources/layer4-services";
import { Inventory, Provider } from "../resources/resource";
import { Certificate, Pool, StaticRoutes } from "../resources/servers";
import { DedicatedVS, SharedVS, SniVS } from "../resources/virtual-services";
import { AVI_SCOPES } from "../scopes";
import type { AviSettingsInput } from "../settings";
import { avi } from "../target";
import { translateToAvi } from "../translate";
import { type AviAddresses, addressesOf, answeringOn, placesOf, servedOn } from "./outputs";
import { specWords } from "./spec-words";

export interface AviComponentArgs extends Omit<SpecComponentArgs, "adopt">, RequestArgs, HealthArgs {
  /**
   * Take over existing objects of these names even if another controller or stack created them. Set it for one run. `{ mark: "keep" }`
   * keeps AKO's marks until an object must be written for another reason: an object that is as the specs say costs no write. Default false.
   */
  adopt?: Adopt;
  /** AKO's settings: clusterName, shardVSSize, subDomains ... (docs/avi.md lists all with their defaults). */
  settings?: AviSettingsArgs;
}

/** Names that stand in bodies alone. */
const PASSED = new Set(["networkName", "segName", "serviceEngineGroupName"]);

type AviResult = SpecResult & HostResult & AviAddresses;

/** Base class of all Avi components. */
abstract class AviComponent extends SpecComponent<AviResult> {
  /** Address of every VIP, by the name of its virtual service. */
  declare readonly vips: pulumi.Output<Record<string, string>>;
  /** Address under which each host name is served. */
  declare readonly hosts: pulumi.Output<Record<string, string>>;
  /** One status for every Ingress, Route and Service of type LoadBalancer. */
  declare readonly statuses: pulumi.Output<SpecStatus[]>;
  /** Per Ingress, Route and Service: state, addresses, warnings. Export it. */
  declare readonly summary: pulumi.Output<SpecSummary[]>;
  /** `<api type>/<name>` of every object on the controller, sorted. */
  declare readonly inventory: pulumi.Output<string[]>;
  /** The routes that each spec asks for, by `Ingress default/shop`: `https://shop.example.com/cart`. */
  declare readonly routes: pulumi.Output<Record<string, string[]>>;
  /** By what holds them, `Secret default/shop-tls`: when each certificate ends, and the hosts that it serves. */
  declare readonly certificates: pulumi.Output<Record<string, CertificateFacts>>;

  /** @internal */
  protected constructor(kind: keyof typeof AVI_SCOPES, name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    const read = async (specs: SpecSource) =>
      toSpecs(specs, avi.family((await knownSettings<AviSettingsInput>(args.settings, PASSED)) ?? {}), args.allowLoss);
    const deploy = (specs: SpecSet, parent: pulumi.ComponentResource) => deployTo(parent, { kind, name }, specs, args);
    super(
      `avi:${kind}`,
      name,
      { settings: args.settings },
      { specs: args.specs, adopts: isAdoption(args.adopt), read, deploy },
      ["vips", "hosts", "statuses", "summary", "inventory", "routes", "certificates"],
      opts,
    );
  }
}

async function deployTo(
  parent: pulumi.ComponentResource,
  { kind, name }: { kind: keyof typeof AVI_SCOPES; name: string },
  allSpecs: SpecSet,
  args: AviComponentArgs,
): Promise<AviResult> {
  const scope: Scope = AVI_SCOPES[kind];
  const specs = scope.select(allSpecs);
  const dedicated = scope.dedicated?.(allSpecs, name);
  // routes to the nodes belong to the cluster, not to one of its specs
  const stated = await knownSettings<AviSettingsInput>(args.settings, PASSED);
  const tenantSettings = await inOneTenant(stated, parent);
  const settings = dedicated ? { ...tenantSettings, disableStaticRouteSync: true } : tenantSettings;
  const cluster = tenantSettings?.clusterName ?? "cluster";
  // '' is absence, as for every setting
  const naming = tenantSettings?.naming || "ako-1.2";
  const owner = ownerOf(cluster, name);
  const options = { settings, owner, dedicated, ...(args.adopt ? { takeOver: true } : {}) };
  await registerWithWatch({ target: "avi", kind, name, options, ...statusWriting(args) }, args.specs);
  const plan = translateToAvi(specs, options);
  reportTo(parent, plan);
  assertRequests(parent, args, specs, () => (isPart(settings) ? translateToAvi(specs, { ...options, settings: wholeOf(settings) }) : plan));
  const wordsOf = specWords(plan);
  const adopt = args.adopt ? { adopt: args.adopt } : {};
  const registered = await register(parent, name, plan, {
    ...args,
    ...{ classes: CLASSES, inventory: Inventory, owner, settings, sources: sourceCounts(allSpecs) },
    inventoryInputs: args.adopt
      ? { [ADOPTION]: hiddenText(withUnknownOutputs({ planned: shownResources(plan, kinds.OBJECT_KINDS), cluster, naming })) }
      : {},
    argsOf: (planned) => ({ ...adopt, __specs: wordsOf(planned) }),
  });
  const addresses = addressesOf(plan, registered);
  if (args.writeStatus) {
    reportSplit(parent, plan);
    writeStatuses(parent, name, args, plan.statuses, servedOn(plan, addresses), gatewayAnswers(answeringOn(plan, registered)));
  }
  const summary = summaryOf(plan.statuses, placesOf(plan, addresses));
  return { ...addresses, statuses: specStatuses(plan.statuses), summary, inventory: plan.facts.names, ...hostResult(plan) };
}

const CLASSES = {
  [kinds.POOL.type]: Pool,
  [kinds.CERTIFICATE.type]: Certificate,
  [kinds.SHARED_VS.type]: SharedVS,
  [kinds.SNI_VS.type]: SniVS,
  [kinds.DEDICATED_VS.type]: DedicatedVS,
  [kinds.PASSTHROUGH_VS.type]: PassthroughVS,
  [kinds.L4_VS.type]: L4VS,
  [kinds.GATEWAY_VS.type]: GatewayVS,
  [STATIC_ROUTES.type]: StaticRoutes,
};

/** Reports objects with hosts in several parts: no part writes their status, because it would remove the addresses of the others. */
function reportSplit(parent: pulumi.Resource, { shown: { split } }: AviPlan): void {
  const diagnostics = split.map((object) => {
    const message = "hosts of it are in several parts, each of which knows its own addresses only: none is written into its status";
    return diagnose("LB1607", object, "/status/loadBalancer", message);
  });
  warnOf(parent, diagnostics);
}

/**
 * Everything that the specs of one Kubernetes cluster mean on Avi: a virtual service per Service of type LoadBalancer,
 * shared virtual services for hosts, an SNI child per secure host, pools, certificates, static routes. One component per
 * cluster, because shards and conflicts need the whole picture.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const cluster = new avi.KubernetesCluster("prod", {
 *   specs: ["manifests/*.yaml"],
 *   settings: { clusterName: "prod", shardVSSize: "LARGE", subDomains: ["apps.example.com"] },
 * });
 * export const hosts = cluster.hosts;
 * ```
 */
export class KubernetesCluster extends AviComponent {
  constructor(name: string, args: AviComponentArgs & ClusterArgs, opts?: pulumi.ComponentResourceOptions) {
    super("KubernetesCluster", name, { ...args, settings: settingsOfPart(args.settings, args) }, opts);
  }
}

/**
 * Settings with the one tenant in which everything of a component lives. The setting may name it, or the connection; two that differ
 * would put pools in one tenant and look for them in another, so that nothing is registered then.
 */
async function inOneTenant(settings: AviSettingsInput | undefined, parent: pulumi.Resource): Promise<AviSettingsInput | undefined> {
  const connected = await connectedTenant(parent);
  if (!connected) return settings;
  // the name that AKO 2.x gives the setting
  const tenant = settings?.tenantName || settings?.tenant || connected.tenant;
  if (tenant === connected.tenant) return { ...settings, tenant };
  throw new LbError({
    code: "LB2070",
    object: "settings",
    pointer: "/tenant",
    message: `the setting says tenant "${tenant}", ${connected.by} says "${connected.tenant}"`,
    remedy: "Name the tenant in one place, or the same in both.",
  });
}

/** The tenant of the connection and its source. The first source counts, as for all settings of the connection. */
async function connectedTenant(parent: pulumi.Resource): Promise<{ tenant: string; by: string } | undefined> {
  const explicit = parent.getProvider(registeredType(kinds.POOL.type));
  const providerTenant = explicit instanceof Provider && explicit.tenant !== undefined ? await resolveKnown(explicit.tenant) : undefined;
  const places = [
    ["the explicit avi.Provider", isUnknown(providerTenant) ? undefined : providerTenant],
    ["the stack configuration k8s-lb:avi.tenant", configuredForPlugin()["avi:tenant"]],
    ["the stack configuration avi:tenant", new pulumi.Config("avi").get("tenant")],
    ["the environment variable AVI_TENANT", process.env.AVI_TENANT],
  ] as const;
  for (const [by, tenant] of places) if (typeof tenant === "string" && tenant !== "") return { tenant, by };
  return undefined;
}

/**
 * One Ingress with a virtual service of its own (no shards: two of these components never fight for one shared virtual
 * service). The specs hold the Ingress and the Services, Endpoints and Secrets it names.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const shop = new avi.Ingress("shop", { specs: "shop/", settings: { clusterName: "prod" } });
 * export const vips = shop.vips;
 * ```
 */
export class Ingress extends AviComponent {
  constructor(name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Ingress", name, args, opts);
  }
}

/** One OpenShift Route with a virtual service of its own. */
export class Route extends AviComponent {
  constructor(name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Route", name, args, opts);
  }
}

/**
 * IngressRoutes with a virtual service of their own: the roots, everything they delegate to, their Services, Secrets and
 * TLSCertificateDelegations. Several, because a delegation is only whole with both of its ends.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const google = new avi.IngressRoutes("google", { specs: "google/", settings: { clusterName: "prod", rootNamespaces: ["prod"] } });
 * export const statuses = google.statuses;
 * ```
 */
export class IngressRoutes extends AviComponent {
  constructor(name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("IngressRoutes", name, args, opts);
  }
}

/**
 * Routes of OpenShift and of Contour with a virtual service of their own, and one for those that hand TLS through.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const finance = new avi.Routes("finance", { specs: "routes/*.yaml", settings: { clusterName: "prod" } });
 * export const hosts = finance.hosts;
 * ```
 */
export class Routes extends AviComponent {
  constructor(name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Routes", name, args, opts);
  }
}

/**
 * Gateways of Gateway API with a VIP each, and the Routes that are attached to them.
 *
 * @example
 * ```ts
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * const edge = new avi.Gateways("edge", { specs: "gateways/*.yaml", settings: { clusterName: "prod" } });
 * export const vips = edge.vips;
 * ```
 */
export class Gateways extends AviComponent {
  constructor(name: string, args: AviComponentArgs & ClusterArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Gateways", name, { ...args, settings: settingsOfPart(args.settings, args) }, opts);
  }
}

/** One Service of type LoadBalancer. */
export class Service extends AviComponent {
  constructor(name: string, args: AviComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Service", name, args, opts);
  }
}
