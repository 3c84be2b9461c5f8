// Translates specs to a Mizar plan.

import type { Diagnostic, ObjectRef } from "../../../resources/diagnostic";
import type { MizarSpecs } from "../../frontends";
import { planOf } from "../../plan";
import { homeOf, Parts } from "../../plan/parts";
import { parseSettings } from "../../settings";
import { compare } from "../../specs";
import {
  type Attachment,
  assign,
  attachmentsOf,
  pinExisting,
  rememberedRequests,
  reportOutsideAddresses,
  reportUnusedFields,
} from "./lower/assign";
import { type Networks, networksOf } from "./lower/networks";
import { selectedBy } from "./lower/selected";
import { MizarStatusRecorder } from "./lower/status-recorder";
import { reportCapacity, type Topology, topologyOf, type VpcNode } from "./lower/topology";
import { AddressHolders, holds, type VpcAddresses } from "./lower/vpc-addresses";
import { networkBody, podPlacement, rangeBody, servicePlacement } from "./objects";
import { type MizarPlan, type Placed, type PlacedObjects, storesOf } from "./plan";
import { managedName, mizarEndpoints, mizarResources } from "./resource-plan";
import { reviewedPlaces } from "./reviewed";
import { mizarSettingsSchema } from "./settings";

export interface MizarTranslateOptions {
  /** See docs/mizar.md. */
  settings?: Readonly<Record<string, unknown>>;
  /** Addresses of the last run, by the name of the interface in Mizar (`wishes` of the plan): who had one keeps it. */
  kept?: Readonly<Record<string, string>>;
  /** Owner mark of every object; default `pulumi-k8s-lb:mizar`. */
  owner?: string;
  /** Tells objects that are to be made from those that exist by themselves. Default: all are made. */
  makes?: (ref: ObjectRef) => boolean;
}

/**
 * Translates specs to Mizar and Arktos: Networks tied to VPCs, a subnet and an address for every Pod and Service, the annotations
 * that name them, and a status for every spec. Pure and synchronous; never throws on faulty specs.
 *
 * @example
 * ```ts
 * import { parseManifests, readMizarSpecs, translateToMizar } from "pulumi-k8s-lb";
 *
 * const { objects, diagnostics } = parseManifests("apiVersion: mizar.com/v1\nkind: Vpc\nmetadata: { name: v }", "vpc.yaml");
 * const plan = translateToMizar(readMizarSpecs(objects, diagnostics), { settings: { tenant: "customerA" } });
 * console.log(plan.shown.pods.map(({ body }) => `${body.podName} ${body.ip}`));
 * ```
 */
export function translateToMizar(specs: MizarSpecs, options: MizarTranslateOptions = {}): MizarPlan {
  const { settings, diagnostics } = parseSettings(mizarSettingsSchema, "mizar", options.settings ?? {});
  const { owner = "pulumi-k8s-lb:mizar", makes = () => true, kept = {} } = options;
  const ledger = openLedger(specs, diagnostics);
  const topology = topologyOf(specs, ledger);
  const networks = networksOf(specs, topology, settings, ledger);
  const attachments = attachmentsOf(specs, networks, topology, settings, kept, ledger);
  const book = new AddressHolders();
  pinExisting(specs, attachments, topology, book, ledger);
  const assigned = assign(attachments, book, ledger);
  const parts = new Parts(settings.part);
  const ownPart = ownOf({ topology, networks, attachments }, parts);
  const placed = placedIn(ownPart.attachments, assigned, ledger);
  const addresses = addressesOf(ownPart.topology, book);
  reportCapacity(ownPart.topology, addresses, ledger);
  const planned = plannedObjects(ownPart, placed);
  for (const list of Object.values<Placed<unknown>[]>({ ...planned })) ledger.served(list.map((one) => one.owner));
  const made = madeOf(planned, makes);
  const lacking = [...ledger.lacking].filter(([ref]) => makes(ref));
  const plan: Omit<MizarPlan, "facts"> = {
    target: "mizar",
    resources: mizarResources(made, specs, owner),
    endpoints: mizarEndpoints(made),
    ...parts.ownResults(ledger.close()),
    shown: {
      ...planned,
      stores: storesOf(ownPart.networks, ownPart.topology, planned.pods, placed.services),
      selected: selectedBy(placed.attachments),
      addresses,
      ...rememberedRequests(ownPart.attachments, assigned, ownPart.topology, book),
    },
  };
  return planOf(plan, () => ({
    names: Object.values(made)
      .flatMap((list: Placed<unknown>[]) => list.map((one) => managedName(one.owner)))
      .sort(),
    missing: Object.fromEntries(lacking.map(([ref, what]) => [managedName(ref), what])),
    certificates: {},
    review: reviewedPlaces(made),
  }));
}

/** A status for every spec, with what parsing found. */
function openLedger(specs: MizarSpecs, settingsFaults: readonly Diagnostic[]): MizarStatusRecorder {
  const ledger = new MizarStatusRecorder();
  for (const { ref } of [...specs.networks, ...specs.vpcs, ...specs.subnets, ...specs.workloads]) ledger.open(ref);
  for (const ref of specs.faulty) ledger.openFaulty(ref);
  for (const diagnostic of [...settingsFaults, ...specs.diagnostics]) ledger.report(diagnostic);
  return ledger;
}

/** VPCs with their subnets, the Networks in them, and their attachments. */
interface Placing {
  topology: Topology;
  networks: Networks;
  attachments: Attachment[];
}

/** The VPCs of the part, with their contents. */
function ownOf({ topology: { vpcs, subnets }, networks, attachments }: Placing, parts: Parts): Placing {
  const inVpc = <T>(all: Iterable<[string, T]>, placeOf: (one: T) => { vpc?: VpcNode; ref: ObjectRef }) =>
    [...all].filter(([, node]) => {
      const { vpc, ref } = placeOf(node);
      if (!vpc) return false;
      const home = homeOf(vpc.name, parts.part.of);
      parts.put(home, { owners: [ref] });
      return parts.isOwn(home);
    });
  const placed = attachments.map((one): [string, Attachment] => [one.name, one]);
  return {
    topology: {
      vpcs: new Map(inVpc(vpcs, (vpc) => ({ vpc, ref: vpc.spec.ref }))),
      subnets: new Map(inVpc(subnets, ({ vpc, spec }) => ({ vpc, ref: spec.ref }))),
    },
    networks: new Map(inVpc(networks, ({ vpc, spec }) => ({ vpc, ref: spec.ref }))),
    attachments: inVpc(placed, ({ membership, workload }) => ({ vpc: membership.vpc, ref: workload.spec.ref })).map(
      ([, attachment]) => attachment,
    ),
  };
}

/** Attachments that have addresses, and the placements of their Pods and Services, in the order of the attachments. */
function placedIn(attachments: readonly Attachment[], assigned: ReturnType<typeof assign>, ledger: MizarStatusRecorder) {
  const placed = attachments.flatMap((attachment) => {
    const addresses = assigned.get(attachment);
    if (!addresses) return [];
    reportOutsideAddresses(attachment, ledger);
    reportUnusedFields(attachment, ledger);
    return [{ attachment, owner: attachment.workload.spec.ref, addresses }];
  });
  const ofKind = (kind: string) => placed.filter(({ owner }) => owner.kind === kind);
  return {
    attachments: placed.map(({ attachment }) => attachment),
    pods: ofKind("Pod").map(({ attachment, owner, addresses }) => ({ body: podPlacement(attachment, addresses), owner })),
    services: ofKind("Service").flatMap(({ attachment, owner, addresses }) =>
      addresses.map((address) => ({ body: servicePlacement(attachment, address), owner, network: attachment.membership.network?.name })),
    ),
  };
}

/** Everything that specs and placements ask for, each list by name. */
function plannedObjects(
  { networks, topology: { vpcs, subnets } }: Placing,
  { pods, services }: ReturnType<typeof placedIn>,
): PlacedObjects {
  return {
    networks: sorted([...networks.values()].filter(({ vpc }) => vpc).map(({ spec, tenant }) => plannedAs(networkBody(spec, tenant), spec))),
    vpcs: sorted([...vpcs.values()].map(({ spec }) => plannedAs(rangeBody(spec), spec))),
    subnets: sorted([...subnets.values()].filter(({ fault }) => !fault).map(({ spec }) => plannedAs(rangeBody(spec), spec))),
    pods: sorted(pods),
    services: sorted(services.map(({ network: _network, ...service }) => service)),
  };
}

/** Those of the objects that do not exist by themselves. */
function madeOf({ networks, vpcs, subnets, pods, services }: PlacedObjects, makes: (ref: ObjectRef) => boolean): PlacedObjects {
  const made = <T>(list: Placed<T>[]) => list.filter(({ owner }) => makes(owner));
  return { networks: made(networks), vpcs: made(vpcs), subnets: made(subnets), pods: made(pods), services: made(services) };
}

function plannedAs<T>(body: T, { ref }: { ref: Placed<T>["owner"] }): Placed<T> {
  return { body, owner: ref };
}

/** Sorts by name, then tenant and namespace. */
function sorted<T>(list: Placed<T>[]): Placed<T>[] {
  const key = ({ owner: { name, tenant = "", namespace } }: Placed<T>) => [name, tenant, namespace].join("\0");
  return list.toSorted((a, b) => compare(key(a), key(b)));
}

function addressesOf(topology: Topology, book: AddressHolders): VpcAddresses[] {
  return [...topology.vpcs.values()]
    .map(({ name, block, subnets }) => {
      const addressesInUse = book.held(name);
      const shown = subnets
        .filter(({ fault }) => !fault)
        .map((subnet) => ({
          name: subnet.name,
          block: subnet.block,
          used: addressesInUse.filter(({ address }) => holds(subnet.block, address)),
        }))
        .sort((a, b) => a.block.first - b.block.first);
      return { name, block, subnets: shown };
    })
    .sort((a, b) => a.block.first - b.block.first || compare(a.name, b.name));
}
