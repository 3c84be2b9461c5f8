// The Mizar component classes: Network, Pod, Service, KubernetesCluster.

import * as pulumi from "@pulumi/pulumi";
import type { Kind } from "../../../../resources/kind";
import { ARKTOS_NETWORK, PLACED_POD, PLACED_SERVICE, SUBNET, VPC } from "../../../../resources/mizar/objects";
import { printable } from "../../../../resources/printable";
import {
  type ClusterArgs,
  ownerOf,
  reportTo,
  SpecComponent,
  type SpecResult,
  type SpecStatus,
  settingsOfPart,
  specStatuses,
} from "../../../components/component";
import { type RegisteredResources, register } from "../../../components/register";
import { registerWithWatch } from "../../../components/register-with-watch";
import { knownSettings } from "../../../components/settings";
import { sourceCounts } from "../../../components/source-counts";
import { resolveKnown, type SpecSource } from "../../../components/sources";
import { type ServedPlace, type SpecSummary, summaryOf } from "../../../components/summary";
import { type Served, writeStatuses } from "../../../components/write-statuses";
import type { MizarSpecs } from "../../../frontends";
import { ofKind, resourceKey } from "../../../plan";
import { placementIn } from "../lower/pod-annotations";
import { type Capacity, freeCapacity } from "../lower/vpc-addresses";
import { type MizarPlan, resourceNameOf, type Stores } from "../plan";
import { ArktosNetwork, PlacedPod, PlacedService, Subnet, Vpc } from "../resources/objects";
import { AddressBook, Inventory } from "../resources/without-object";
import { existsIn, MIZAR_SCOPES, type MizarScope, madeBy } from "../scopes";
import type { MizarSettingsInput } from "../settings";
import { type MizarTranslateOptions, translateToMizar } from "../translate";
import { type MizarComponentArgs, resourceArguments } from "./arguments";
import { readMizarSources } from "./specs";

type MizarResult = SpecResult & {
  pods: pulumi.Output<Record<string, string | undefined>>;
  services: pulumi.Output<Record<string, string | undefined>>;
  addresses: Record<string, string>;
  capacity: Record<string, Capacity>;
  stores: Stores;
};

const OUTPUTS = ["pods", "services", "addresses", "capacity", "stores", "statuses", "summary", "inventory"] as const;

/** Base class of all components of Mizar. */
abstract class MizarComponent extends SpecComponent<MizarResult, MizarSpecs> {
  /** Address of each Pod that was made, by `[tenant/]namespace/name`: that of its endpoint, else the one in its status. */
  declare readonly pods: pulumi.Output<Record<string, string | undefined>>;
  /** Address of each Service that was made: that of its scaled endpoint, else its clusterIP. */
  declare readonly services: pulumi.Output<Record<string, string | undefined>>;
  /** The planned address of every interface and scaled endpoint, by its name in Mizar. */
  declare readonly addresses: pulumi.Output<Record<string, string>>;
  /** Number of addresses of each subnet that are left. */
  declare readonly capacity: pulumi.Output<Record<string, Capacity>>;
  /** The associations under the names of Mizar's object store. */
  declare readonly stores: pulumi.Output<Stores>;
  /** One status for every Network, Vpc, Subnet, Pod and Service. */
  declare readonly statuses: pulumi.Output<SpecStatus[]>;
  /** Per Network, Vpc, Subnet, Pod and Service: state, address, warnings. Export it. */
  declare readonly summary: pulumi.Output<SpecSummary[]>;
  /** `vpcs/vpc-1`, `pods/default/nginx` ... of everything that is managed, sorted. */
  declare readonly inventory: pulumi.Output<string[]>;

  /** @internal */
  protected constructor(kind: keyof typeof MIZAR_SCOPES, name: string, args: MizarComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    const settings = knownSettings<MizarSettingsInput>(args.settings);
    const scope: MizarScope = MIZAR_SCOPES[kind];
    const deploy = async (specs: MizarSpecs, parent: pulumi.ComponentResource): Promise<MizarResult> => {
      scope.check?.(specs);
      const owner = ownerOf("mizar", name);
      await registerWithWatch({ target: "mizar", kind, name, options: { owner, settings: await settings } }, args.specs);
      const plan = await planFor(specs, name, { owner, settings: await settings, makes: madeBy(scope, specs) }, parent);
      reportTo(parent, plan);
      await reportCapacity(plan, parent);
      writeStatuses(parent, name, args, [], placedPods(plan, specs, args));
      const registered = await register(parent, name, plan, {
        ...args,
        ...{ classes: CLASSES, inventory: Inventory, owner, settings: await settings, sources: sourceCounts(specs) },
        argsOf: (planned) => resourceArguments(args, planned),
      });
      const [pods, services] = [addressesOf(plan, PLACED_POD, registered), addressesOf(plan, PLACED_SERVICE, registered)];
      const places = plan.endpoints.flatMap(({ owners }) =>
        owners.map((object): ServedPlace => ({ object, addresses: object.kind === "Pod" ? pods : services, name: resourceNameOf(object) })),
      );
      return {
        ...{ pods, services, inventory: plan.facts.names },
        summary: summaryOf(plan.statuses, places),
        addresses: Object.fromEntries(plannedAddresses(plan)),
        capacity: freeCapacity(plan.shown.addresses),
        stores: plan.shown.stores,
        statuses: specStatuses(plan.statuses),
      };
    };
    const read = async (specs: SpecSource) => readMizarSources(specs, (await settings)?.tenant ?? "");
    super(
      `mizar:${kind}`,
      name,
      { settings: args.settings },
      { specs: args.specs, adopts: args.adopt === true, deploy, read },
      OUTPUTS,
      opts,
    );
  }
}

const CLASSES = {
  [VPC.type]: Vpc,
  [SUBNET.type]: Subnet,
  [ARKTOS_NETWORK.type]: ArktosNetwork,
  [PLACED_POD.type]: PlacedPod,
  [PLACED_SERVICE.type]: PlacedService,
};

/** Addresses of the objects of a kind, as Mizar gave them or as their status says. */
function addressesOf(plan: MizarPlan, kind: Kind, registered: RegisteredResources): pulumi.Output<Record<string, string | undefined>> {
  const entries = ofKind(plan, kind).flatMap((planned) => {
    const resource = registered.get(resourceKey(planned));
    return resource instanceof PlacedPod || resource instanceof PlacedService ? [[planned.name, resource.address] as const] : [];
  });
  return pulumi.output(Object.fromEntries(entries));
}

/**
 * The plan in which every Pod and Service keeps its address. Only the state knows the addresses, and only a resource can read its own state:
 * the first plan lists the requests, the resource {@link AddressBook} answers with the assigned addresses, and the second plan keeps them.
 */
async function planFor(
  specs: MizarSpecs,
  name: string,
  options: MizarTranslateOptions,
  parent: pulumi.ComponentResource,
): Promise<MizarPlan> {
  const first = translateToMizar(specs, options);
  const { wishes, taken } = first.shown;
  const addresses = await resolveKnown(new AddressBook(`${name}-addresses`, { wishes, taken }, { parent }).given);
  const kept = Object.entries(addresses ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return kept.length === 0 ? first : translateToMizar(specs, { ...options, kept: Object.fromEntries(kept) });
}

function plannedAddresses({ shown: { wishes } }: MizarPlan): [string, string][] {
  return Object.entries(wishes).flatMap(([holder, { ip }]): [string, string][] => (ip === undefined ? [] : [[holder, ip]]));
}

/** Pods that exist and are not ours get their place in annotations, where statuses are written at all. */
function placedPods({ shown: { pods } }: MizarPlan, specs: MizarSpecs, { adopt }: MizarComponentArgs): Served[] {
  const others = pods.filter(({ owner }) => !adopt && existsIn(specs, owner));
  return others.map(({ owner, body }) => ({ object: owner, annotations: placementIn(body.annotations) }));
}

/** One line at preview: who adds Pods wants to know how many more there may be. */
async function reportCapacity({ shown: { addresses } }: MizarPlan, parent: pulumi.Resource): Promise<void> {
  const subnets = Object.entries(freeCapacity(addresses)).map(
    ([name, { range, capacity, left }]) => `${name} (${range}) ${left} of ${capacity}`,
  );
  if (subnets.length > 0) await pulumi.log.info(printable(`addresses left: ${subnets.join(", ")}`), parent);
}

/**
 * One Network. Its VPC and subnets are among the specs as facts, for example as the resources that make them.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * const owner = "pulumi-k8s-lb:shop/dev/mizar/net";
 * const vpc = new mizar.Vpc("vpc", { owner, metadata: { name: "vpc-1a2b3c4d" }, spec: { ip: "10.10.0.0", prefix: 16 } });
 * const net = { vpc: "vpc-1a2b3c4d", ip: "10.10.1.0", prefix: 24 };
 * const subnet = new mizar.Subnet("net1", { owner, metadata: { name: "net1" }, spec: net }, { dependsOn: [vpc] });
 * new mizar.Network("vpc-1", { specs: ["network.yaml", vpc, subnet] });
 * ```
 */
export class Network extends MizarComponent {
  constructor(name: string, args: MizarComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Network", name, args, opts);
  }
}

/** Places one Pod. Its Network, VPC and subnets, and other objects with addresses there, are in the specs as facts. */
export class Pod extends MizarComponent {
  constructor(name: string, args: MizarComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Pod", name, args, opts);
  }
}

/** One Service with its scaled endpoint. The Network, VPC and subnets are among the specs as facts. */
export class Service extends MizarComponent {
  constructor(name: string, args: MizarComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Service", name, args, opts);
  }
}

/**
 * Everything that the specs of one cluster mean on Mizar and Arktos: VPCs, subnets, Networks, and Pods and Services in their places.
 * Objects that exist (they have a `metadata.uid`, or are resources of the same program) are facts: they are respected and not made.
 * No one who has an address loses it to a newcomer.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * const cluster = new mizar.KubernetesCluster("prod", {
 *   specs: ["manifests/*.yaml"],
 *   settings: { tenant: "customerA" },
 * });
 * export const pods = cluster.pods;
 * export const capacity = cluster.capacity;
 * ```
 */
export class KubernetesCluster extends MizarComponent {
  constructor(name: string, args: MizarComponentArgs & ClusterArgs, opts?: pulumi.ComponentResourceOptions) {
    super("KubernetesCluster", name, { ...args, settings: settingsOfPart(args.settings, args) }, opts);
  }
}
