import { compare, type MizarSpecs } from "../specs";
import { AddressBook } from "./address-book";
import { assign, holdEndpoints } from "./assign";
import { networkBody, rangeBody } from "./bodies";
import { holds } from "./cidr";
import { claimsOf, reportStrays } from "./claimants";
import { Ledger } from "./ledger";
import { networksOf } from "./networks";
import { podPlacement, servicePlacement } from "./placements";
import type { MizarPlan, Planned, VpcAddresses } from "./plan";
import { parseMizarSettings } from "./settings";
import { storesOf } from "./stores";
import { reportCapacity, type Topology, topologyOf } from "./topology";
import { wishesOf } from "./wishes";

export interface MizarTranslateOptions {
  /** See docs/mizar.md. */
  settings?: Readonly<Record<string, unknown>>;
  /** Addresses of the last run, by the name of the interface in Mizar (`wishes` of the plan): who had one keeps it. */
  kept?: Readonly<Record<string, string>>;
}

/**
 * What the specs mean on Mizar and Arktos: Networks tied to VPCs, a subnet and an address for every Pod and Service, the annotations
 * that say so, and a status for every spec. Pure and synchronous; never throws on faulty specs.
 *
 * @example
 * ```ts
 * import { parseManifests, readMizarSpecs, translateToMizar } from "pulumi-k8s-lb";
 *
 * const { objects, diagnostics } = parseManifests("apiVersion: mizar.com/v1\nkind: Vpc\nmetadata: { name: v }", "vpc.yaml");
 * const plan = translateToMizar(readMizarSpecs(objects, diagnostics), { settings: { tenant: "customerA" } });
 * console.log(plan.pods.map(({ body }) => `${body.podName} ${body.ip}`));
 * ```
 */
export function translateToMizar(specs: MizarSpecs, options: MizarTranslateOptions = {}): MizarPlan {
  const { settings, diagnostics } = parseMizarSettings(options.settings ?? {});
  const ledger = new Ledger();
  for (const { ref } of [...specs.networks, ...specs.vpcs, ...specs.subnets, ...specs.attachments]) ledger.open(ref);
  for (const ref of specs.faulty) ledger.openFaulty(ref);
  for (const diagnostic of [...diagnostics, ...specs.diagnostics]) ledger.report(diagnostic);

  const topology = topologyOf(specs, ledger);
  const networks = networksOf(specs, topology, settings, ledger);
  const book = new AddressBook();
  holdEndpoints(specs, topology, book);
  const claims = claimsOf(specs, networks, topology, settings, options.kept ?? {}, ledger);
  const seats = assign(claims, book, ledger);
  const housed = claims.flatMap((claim) => {
    const given = seats.get(claim);
    if (given) reportStrays(claim, ledger);
    return given ? [{ claim, owner: claim.claimant.spec.ref, given }] : [];
  });
  const pods = housed
    .filter(({ owner }) => owner.kind === "Pod")
    .map(({ claim, owner, given }) => ({ body: podPlacement(claim, given), owner }));
  const services = housed
    .filter(({ owner }) => owner.kind === "Service")
    .map(({ claim, owner, given }) => ({ body: servicePlacement(claim, given[0]!), owner, network: claim.home.network?.name }));
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
  return {
    ...planned,
    stores: storesOf(
      networks,
      topology,
      pods.map(({ body }) => body),
      services.map(({ body, network }) => ({ placement: body, network })),
    ),
    addresses,
    ...wishesOf(claims, seats, topology, book),
    ...ledger.close(),
  };
}

function plannedAs<T>(body: T, { ref }: { ref: Planned<T>["owner"] }): Planned<T> {
  return { body, owner: ref };
}

/** By name, then tenant and namespace. */
function sorted<T>(list: Planned<T>[]): Planned<T>[] {
  const key = ({ owner: { name, tenant = "", namespace } }: Planned<T>) => [name, tenant, namespace].join("\0");
  return list.sort((a, b) => compare(key(a), key(b)));
}

function addressesOf(topology: Topology, book: AddressBook): VpcAddresses[] {
  return [...topology.vpcs.values()]
    .map(({ name, block, subnets }) => {
      const held = book.held(name);
      const shown = subnets
        .filter(({ fault }) => !fault)
        .map((subnet) => ({ name: subnet.name, block: subnet.block, used: held.filter(({ address }) => holds(subnet.block, address)) }))
        .sort((a, b) => a.block.first - b.block.first);
      return { name, block, subnets: shown };
    })
    .sort((a, b) => a.block.first - b.block.first || compare(a.name, b.name));
}
