// The Octavia component classes: KubernetesCluster, Service, Ingress, Route, IngressRoutes, Routes, Gateways.

import * as pulumi from "@pulumi/pulumi";
import { describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import type { CertificateFacts } from "../../../../resources/inventory";
import { addTo } from "../../../../resources/lists";
import { LOAD_BALANCER } from "../../../../resources/octavia/load-balancer";
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
} from "../../../components/component";
import { gatewayAnswers } from "../../../components/gateway-answers";
import type { HealthArgs } from "../../../components/health-after-up";
import { type RegisteredResources, register } from "../../../components/register";
import { registerWithWatch, statusWriting } from "../../../components/register-with-watch";
import { assertRequests, isPart, type RequestArgs, wholeOf } from "../../../components/requests";
import type { OctaviaSettingsArgs } from "../../../components/settings";
import { knownSettings } from "../../../components/settings";
import type { Scope } from "../../../components/single";
import { sourceCounts } from "../../../components/source-counts";
import { toSpecs } from "../../../components/sources";
import { type SpecSummary, summaryOf } from "../../../components/summary";
import { type Served, writeStatuses } from "../../../components/write-statuses";
import { resourceKey } from "../../../plan";
import { keyOf, type SpecSet } from "../../../specs";
import { type IngressStatus, ingressStatus, loadBalancersIn, type OctaviaPlan, octaviaObjects, type StatusOptions } from "../plan";
import { Inventory, LoadBalancer } from "../resources/load-balancer";
import { OCTAVIA_SCOPES } from "../scopes";
import type { OctaviaSettingsInput } from "../settings";
import { type OctaviaTranslateOptions, translateToOctavia } from "../translate";

export interface OctaviaComponentArgs extends SpecComponentArgs, RequestArgs, HealthArgs {
  /** Settings of Kuryr or the OpenStack cloud provider: naming, service_subnet_id, subnet_id ... (docs/octavia.md lists all). */
  settings?: OctaviaSettingsArgs;
}

/** Ids that stand in bodies alone. */
const PASSED = new Set([
  ...["project_id", "service_subnet_id", "pod_subnet_id", "node_subnet_id", "external_svc_net", "external_svc_subnet", "subnet_id"],
  ...["network_id", "member_subnet_id", "floating_network_id", "floating_subnet_id", "flavor_id", "availability_zone"],
  "default_tls_container_ref",
]);

type OctaviaResult = SpecResult &
  HostResult & {
    addresses: pulumi.Input<Record<string, string>>;
    hosts: pulumi.Input<Record<string, string>>;
    services: pulumi.Input<Record<string, IngressStatus>>;
  };

/** Base class of all Octavia components. */
abstract class OctaviaComponent extends SpecComponent<OctaviaResult> {
  /** Address for clients, by the name of the load balancer: the floating IP if there is one, else the VIP. */
  declare readonly addresses: pulumi.Output<Record<string, string>>;
  /** Address under which each host name is served. */
  declare readonly hosts: pulumi.Output<Record<string, string>>;
  /** Entry for `status.loadBalancer.ingress` of each Service, by `namespace/name`. */
  declare readonly services: pulumi.Output<Record<string, IngressStatus>>;
  /** One status for every Service, Ingress and Route. */
  declare readonly statuses: pulumi.Output<SpecStatus[]>;
  /** Per Service, Ingress and Route: state, addresses, warnings. Export it. */
  declare readonly summary: pulumi.Output<SpecSummary[]>;
  /** `loadbalancers/<name>` of every load balancer, sorted. */
  declare readonly inventory: pulumi.Output<string[]>;
  /** The routes that each spec asks for, by `Ingress default/shop`: `https://shop.example.com/cart`. */
  declare readonly routes: pulumi.Output<Record<string, string[]>>;
  /** By what holds them, `Secret default/shop-tls`: when each certificate ends, and the hosts that it serves. */
  declare readonly certificates: pulumi.Output<Record<string, CertificateFacts>>;

  /** @internal */
  protected constructor(
    kind: keyof typeof OCTAVIA_SCOPES,
    name: string,
    args: OctaviaComponentArgs,
    opts?: pulumi.ComponentResourceOptions,
  ) {
    const scope: Scope & { hostsOnly?: true } = OCTAVIA_SCOPES[kind];
    const deploy = async (allSpecs: SpecSet, parent: pulumi.ComponentResource): Promise<OctaviaResult> => {
      const settings = await knownSettings<OctaviaSettingsInput>(args.settings, PASSED);
      const owner = ownerOf(settings?.cluster_name ?? "kubernetes", name);
      const scopeOptions: OctaviaTranslateOptions = scope.hostsOnly ? { hostsOnly: true, group: scope.dedicated?.(allSpecs, name) } : {};
      const options = { settings, owner, ...scopeOptions };
      await registerWithWatch({ target: "octavia", kind, name, options, ...statusWriting(args) }, args.specs);
      const specs = scope.select(allSpecs);
      const plan = translateToOctavia(specs, options);
      reportTo(parent, plan);
      assertRequests(parent, args, specs, () =>
        isPart(settings) ? translateToOctavia(specs, { ...options, settings: wholeOf(settings) }) : plan,
      );
      const registered = await register(parent, name, plan, {
        ...args,
        ...{ classes: CLASSES, inventory: Inventory, owner, settings, sources: sourceCounts(allSpecs) },
        // for errors; hidden from everything else
        argsOf: ({ owners }) => ({ ...(args.adopt ? { adopt: true } : {}), __specs: owners.map(describeObject) }),
      });
      const answering = answeringIn(plan, registered);
      const served = answering.flatMap((one) => servedBy(one, allSpecs));
      writeStatuses(parent, name, args, plan.statuses, served, gatewayAnswers(answering));
      const places = answering.flatMap(({ name: holder, owners, address }) => {
        const addresses = address.apply((one) => ({ [holder]: one }));
        return owners.map((object) => ({ object, addresses, name: holder }));
      });
      const inventory = Object.keys(octaviaObjects(plan).owners);
      const summary = summaryOf(plan.statuses, places);
      return { ...outputsOf(answering), statuses: specStatuses(plan.statuses), summary, inventory, ...hostResult(plan) };
    };
    const outputs = ["addresses", "hosts", "services", "statuses", "summary", "inventory", "routes", "certificates"] as const;
    super(
      `octavia:${kind}`,
      name,
      { settings: args.settings },
      { specs: args.specs, adopts: args.adopt === true, read: (specs) => toSpecs(specs, undefined, args.allowLoss), deploy },
      outputs,
      opts,
    );
  }
}

const CLASSES = { [LOAD_BALANCER.type]: LoadBalancer };

/** A load balancer with the address where it answers. */
interface Answering {
  /** Its name in Octavia. */
  name: string;
  owners: readonly ObjectRef[];
  hosts: readonly string[];
  status?: StatusOptions;
  address: pulumi.Output<string>;
}

function answeringIn(plan: OctaviaPlan, registered: RegisteredResources): Answering[] {
  const hostsAt = new Map<string, string[]>();
  for (const { at, host } of plan.endpoints) {
    if (at !== undefined && host !== undefined) addTo(hostsAt, at, host);
  }
  return loadBalancersIn(plan).flatMap((planned): Answering[] => {
    const key = resourceKey(planned);
    const resource = registered.get(key);
    if (!(resource instanceof LoadBalancer)) return [];
    const hosts = hostsAt.get(key) ?? [];
    const { status } = plan.shown.loadBalancers[planned.name] ?? {};
    return [{ name: planned.inputs.loadBalancer.name, owners: planned.owners, hosts, status, address: resource.address }];
  });
}

function outputsOf(answering: readonly Answering[]) {
  const table = <T>(entries: [string, pulumi.Output<T>][]) => pulumi.output(Object.fromEntries(entries));
  return {
    addresses: table(answering.map(({ name, address }) => [name, address])),
    hosts: table(answering.flatMap(({ hosts, address }) => hosts.map((host): [string, pulumi.Output<string>] => [host, address]))),
    services: table(
      answering
        .filter(({ hosts }) => hosts.length === 0)
        .flatMap(({ owners, status, address }) =>
          owners.map((service): [string, pulumi.Output<IngressStatus>] => [
            keyOf(service),
            address.apply((ip) => ingressStatus(ip, status)),
          ]),
        ),
    ),
  };
}

/** Addresses for the status of Services of type LoadBalancer (the API server takes none for others) and of Ingresses. */
function servedBy({ owners, status, address }: Answering, specs: SpecSet): Served[] {
  return owners.flatMap((object): Served[] => {
    if (object.kind === "Ingress") return [{ object, ingress: address.apply((ip) => [{ ip }]) }];
    if (object.kind !== "Service" || specs.services.get(keyOf(object))?.type !== "LoadBalancer") return [];
    // VIP is what the server fills in itself, and older ones know no modes.
    const entry = ({ ipMode, ...rest }: IngressStatus) => (ipMode === "Proxy" ? { ...rest, ipMode } : rest);
    return [{ object, ingress: address.apply((ip) => [entry(ingressStatus(ip, status))]) }];
  });
}

/**
 * Everything that the specs of one Kubernetes cluster mean on Octavia: a load balancer per Service, as Kuryr or the OpenStack cloud
 * provider makes them, and one per group of Ingresses and Routes.
 *
 * @example
 * ```ts
 * import * as octavia from "pulumi-k8s-lb/octavia";
 *
 * const cluster = new octavia.KubernetesCluster("prod", {
 *   specs: ["manifests/*.yaml"],
 *   settings: { naming: "occm", cluster_name: "prod", subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11" },
 * });
 * export const services = cluster.services;
 * ```
 */
export class KubernetesCluster extends OctaviaComponent {
  constructor(name: string, args: OctaviaComponentArgs & ClusterArgs, opts?: pulumi.ComponentResourceOptions) {
    super("KubernetesCluster", name, { ...args, settings: settingsOfPart(args.settings, args) }, opts);
  }
}

/**
 * One Service with a load balancer of its own. The specs hold the Service and its Endpoints or EndpointSlices (`naming: kuryr`) or
 * the nodes (`naming: occm`).
 *
 * @example
 * ```ts
 * import * as octavia from "pulumi-k8s-lb/octavia";
 *
 * const web = new octavia.Service("web", { specs: "web/", settings: { service_subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11" } });
 * export const addresses = web.addresses;
 * ```
 */
export class Service extends OctaviaComponent {
  constructor(name: string, args: OctaviaComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Service", name, args, opts);
  }
}

/** One Ingress with a load balancer of its own; the Services it names get none. */
export class Ingress extends OctaviaComponent {
  constructor(name: string, args: OctaviaComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Ingress", name, args, opts);
  }
}

/** One OpenShift Route with a load balancer of its own; the Services it names get none. */
export class Route extends OctaviaComponent {
  constructor(name: string, args: OctaviaComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Route", name, args, opts);
  }
}

/**
 * IngressRoutes with a load balancer of their own: the roots, everything they delegate to, their Services, Secrets and
 * TLSCertificateDelegations; the Services get none.
 *
 * @example
 * ```ts
 * import * as octavia from "pulumi-k8s-lb/octavia";
 *
 * const google = new octavia.IngressRoutes("google", { specs: "google/", settings: { naming: "occm", subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11" } });
 * export const statuses = google.statuses;
 * ```
 */
export class IngressRoutes extends OctaviaComponent {
  constructor(name: string, args: OctaviaComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("IngressRoutes", name, args, opts);
  }
}

/**
 * Routes of OpenShift and of Contour with a load balancer of their own, and one per host that hands TLS through; the Services they
 * name get none.
 *
 * @example
 * ```ts
 * import * as octavia from "pulumi-k8s-lb/octavia";
 *
 * const finance = new octavia.Routes("finance", { specs: "routes/*.yaml", settings: { naming: "occm", subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11" } });
 * export const hosts = finance.hosts;
 * ```
 */
export class Routes extends OctaviaComponent {
  constructor(name: string, args: OctaviaComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Routes", name, args, opts);
  }
}

/**
 * Gateways of Gateway API with a load balancer each, and the Routes that are attached to them; the Services that they lead to get none.
 *
 * @example
 * ```ts
 * import * as octavia from "pulumi-k8s-lb/octavia";
 *
 * const edge = new octavia.Gateways("edge", {
 *   specs: "gateways/*.yaml",
 *   settings: { service_subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11", responders: { notFound: "edge/not-found", failed: "edge/failed" } },
 * });
 * export const addresses = edge.addresses;
 * ```
 */
export class Gateways extends OctaviaComponent {
  constructor(name: string, args: OctaviaComponentArgs & ClusterArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Gateways", name, { ...args, settings: settingsOfPart(args.settings, args) }, opts);
  }
}
