import * as pulumi from "@pulumi/pulumi";
import { printable } from "../../../kinds/printable";
import {
  type ClusterArgs,
  ownerOf,
  reportTo,
  SpecComponent,
  type SpecResult,
  type SpecStatus,
  settingsOfPart,
  specStatuses,
} from "../../components/component";
import { handOver } from "../../components/hand-over";
import { knownSettings } from "../../components/settings";
import { resolveKnown, type SpecSource } from "../../components/sources";
import { type Place, type SpecSummary, summaryOf } from "../../components/summary";
import { type Served, writeStatuses } from "../../components/write-statuses";
import { type Capacity, capacityLeft } from "../addresses";
import type { MizarPlan, Stores } from "../plan";
import { placementIn } from "../pod-annotations";
import { AddressBook } from "../resources/without-object";
import type { MizarSettingsInput } from "../settings";
import { translateToMizar } from "../translate";
import { type MizarComponentArgs, type Registered, register } from "./register";
import { type Given, manifestOf, one, readGiven, type Scope, WHOLE } from "./specs";

type Result = SpecResult &
  Registered & {
    addresses: Record<string, string>;
    capacity: Record<string, Capacity>;
    stores: Stores;
  };

const OUTPUTS = ["pods", "services", "addresses", "capacity", "stores", "statuses", "summary", "inventory"] as const;

/** Base class of all components of Mizar. */
abstract class MizarComponent extends SpecComponent<Result, Given> {
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
  protected constructor(kind: string, name: string, args: MizarComponentArgs, scope: Scope, opts?: pulumi.ComponentResourceOptions) {
    const settings = knownSettings<MizarSettingsInput>(args.settings);
    const deploy = async (given: Given, parent: pulumi.ComponentResource): Promise<Result> => {
      scope.check?.(given);
      const owner = ownerOf("mizar", name);
      await handOver({ target: "mizar", kind, name, options: { owner, settings: await settings } }, args.specs);
      const plan = await planFor(given, name, await settings, parent);
      reportTo(parent, plan);
      await tellCapacity(plan, parent);
      const managed = { kinds: scope.kinds, owner, settings: await settings };
      writeStatuses(parent, name, args, [], toldPods(plan, given, args));
      const { pods, services, inventory } = register(parent, name, plan, given, args, managed);
      const places = plan.statuses.flatMap(({ object }): Place[] => {
        const { kind, namespace, name } = object;
        const addresses = kind === "Pod" ? pods : kind === "Service" ? services : undefined;
        return addresses ? [{ object, addresses, name: `${namespace}/${name}` }] : [];
      });
      return {
        ...{ pods, services, inventory },
        summary: summaryOf(plan.statuses, places),
        addresses: Object.fromEntries(plannedAddresses(plan)),
        capacity: capacityLeft(plan.addresses),
        stores: plan.stores,
        statuses: specStatuses(plan.statuses),
      };
    };
    const read = async (specs: SpecSource) => readGiven(specs, (await settings)?.tenant ?? "");
    super(`mizar:${kind}`, name, { settings: args.settings }, { specs: args.specs, deploy, read }, OUTPUTS, opts);
  }
}

/**
 * The plan in which no one who had an address loses it. The state alone knows who had which, and it speaks only through the inputs
 * of a resource: so a first plan says who wishes what, the resource answers with what each is given, and the second plan keeps that.
 */
async function planFor(
  { specs }: Given,
  name: string,
  settings: MizarSettingsInput | undefined,
  parent: pulumi.ComponentResource,
): Promise<MizarPlan> {
  const first = translateToMizar(specs, { settings });
  const { wishes, taken } = first;
  const given = await resolveKnown(new AddressBook(`${name}-addresses`, { wishes, taken }, { parent }).given);
  const kept = Object.entries(given ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return kept.length === 0 ? first : translateToMizar(specs, { settings, kept: Object.fromEntries(kept) });
}

function plannedAddresses({ wishes }: MizarPlan): [string, string][] {
  return Object.entries(wishes).flatMap(([holder, { ip }]): [string, string][] => (ip === undefined ? [] : [[holder, ip]]));
}

/** Pods that exist and are not ours get their place in annotations, where statuses are written at all. */
function toldPods({ pods }: MizarPlan, given: Given, { adopt }: MizarComponentArgs): Served[] {
  const others = pods.filter(({ owner }) => !adopt && manifestOf(owner, given)?.exists);
  return others.map(({ owner, body }) => ({ object: owner, annotations: placementIn(body.annotations) }));
}

/** One line at preview: who adds Pods wants to know how many more there may be. */
async function tellCapacity({ addresses }: MizarPlan, parent: pulumi.Resource): Promise<void> {
  const subnets = Object.entries(capacityLeft(addresses)).map(
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
    super("Network", name, args, one("Network"), opts);
  }
}

/** One Pod in its place. The Network, VPC and subnets, and whoever else has addresses there, are among the specs as facts. */
export class Pod extends MizarComponent {
  constructor(name: string, args: MizarComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Pod", name, args, one("Pod"), opts);
  }
}

/** One Service with its scaled endpoint. The Network, VPC and subnets are among the specs as facts. */
export class Service extends MizarComponent {
  constructor(name: string, args: MizarComponentArgs, opts?: pulumi.ComponentResourceOptions) {
    super("Service", name, args, one("Service"), opts);
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
    super("KubernetesCluster", name, { ...args, settings: settingsOfPart(args.settings, args) }, WHOLE, opts);
  }
}
