// Translates specs to a Mizar plan.

import type { ObjectRef } from "../../../resources/diagnostic";
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
  const ledger = new MizarStatusRecorder();
  for (const { ref } of [...specs.networks, ...specs.vpcs, ...specs.subnets, ...specs.workloads]) ledger.open(ref);
  for (const ref of specs.faulty) ledger.openFaulty(ref);
  for (const diagnostic of [...diagnostics, ...specs.diagnostics]) ledger.report(diagnostic);

  const everywhere = topologyOf(specs, ledger);
  const all = networksOf(specs, everywhere, settings, ledger);
  const book = new AddressHolders();
  const allAttachments = attachmentsOf(specs, all, everywhere, settings, options.kept ?? {}, ledger);
  pinExisting(specs, allAttachments, everywhere, book, ledger);
  const assigned = assign(allAttachments, book, ledger);
  const parts = new Parts(settings.part);
  const { topology, networks, attachments } = ownOf({ topology: everywhere, networks: all, attachments: allAttachments }, parts);
  const placed = attachments.flatMap((attachment) => {
    const assignedAddresses = assigned.get(attachment);
    if (!assignedAddresses) return [];
    reportOutsideAddresses(attachment, ledger);
    reportUnusedFields(attachment, ledger);
    return [{ attachment, owner: attachment.workload.spec.ref, assignedAddresses }];
  });
  const pods = placed
    .filter(({ owner }) => owner.kind === "Pod")
    .map(({ attachment, owner, assignedAddresses }) => ({ body: podPlacement(attachment, assignedAddresses), owner }));
  const services = placed
    .filter(({ owner }) => owner.kind === "Service")
    .flatMap(({ attachment, owner, assignedAddresses }) =>
      assignedAddresses.map((address) => ({
        body: servicePlacement(attachment, address),
        owner,
        network: attachment.membership.network?.name,
      })),
    );
  const addresses = addressesOf(topology, book);
  reportCapacity(topology, addresses, ledger);
  const planned = {
    networks: sorted([...networks.values()].filter(({ vpc }) => vpc).map(({ spec, tenant }) => plannedAs(networkBody(spec, tenant), spec))),
    vpcs: sorted([...topology.vpcs.values()].map(({ spec }) => plannedAs(rangeBody(spec), spec))),
    subnets: sorted([...topology.subnets.values()].filter(({ fault }) => !fault).map(({ spec }) => plannedAs(rangeBody(spec), spec))),
    pods: sorted(pods),
    services: sorted(services.map(({ body, owner }) => ({ body, owner }))),
  };
  for (const list of Object.values(planned)) ledger.served(list.map(({ owner }) => owner));
  const { owner = "pulumi-k8s-lb:mizar", makes = () => true } = options;
  const made = <T>(list: Placed<T>[]) => list.filter((one) => makes(one.owner));
  const ownObjects: PlacedObjects = {
    networks: made(planned.networks),
    vpcs: made(planned.vpcs),
    subnets: made(planned.subnets),
    pods: made(planned.pods),
    services: made(planned.services),
  };
  const stores = storesOf(
    networks,
    topology,
    pods.map(({ body }) => body),
    services.map(({ body, network }) => ({ placement: body, network })),
  );
  const lacking = [...ledger.lacking].filter(([ref]) => makes(ref));
  const plan: Omit<MizarPlan, "facts"> = {
    target: "mizar",
    resources: mizarResources(ownObjects, specs, owner),
    endpoints: mizarEndpoints(ownObjects),
    ...parts.told(ledger.close()),
    shown: {
      ...planned,
      stores,
      selected: selectedBy(placed.map(({ attachment }) => attachment)),
      addresses,
      ...rememberedRequests(attachments, assigned, topology, book),
    },
  };
  return planOf(plan, () => ({
    names: Object.values(ownObjects)
      .flatMap((list: Placed<unknown>[]) => list.map((one) => managedName(one.owner)))
      .sort(),
    missing: Object.fromEntries(lacking.map(([ref, what]) => [managedName(ref), what])),
    certificates: {},
    review: reviewedPlaces(ownObjects),
  }));
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

function plannedAs<T>(body: T, { ref }: { ref: Placed<T>["owner"] }): Placed<T> {
  return { body, owner: ref };
}

/** Sorts by name, then tenant and namespace. */
function sorted<T>(list: Placed<T>[]): Placed<T>[] {
  const key = ({ owner: { name, tenant = "", namespace } }: Placed<T>) => [name, tenant, namespace].join("\0");
  return list.sort((a, b) => compare(key(a), key(b)));
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
