// Compares the IP addresses and DNS names of two routing tables.

import { nameFits } from "../table/host-names";
import type { RoutingTable, ServedAddress } from "../table/routing-table";

/** Changed IP addresses of a Service, a Gateway or hosts; `was` is empty where the load balancer chose the address. */
export interface AddressChange {
  /** `Service default/web`, or the name of the address that serves hosts. */
  what: string;
  was: readonly string[];
  is: readonly string[];
  /** A floating IP that is removed or added: clients outside lose or gain access. */
  outside?: "lost" | "gained";
}

/**
 * Addresses whose number changes or was not set by the specs: clients that use the old number lose access. An address that the specs no
 * longer set stays unchanged.
 */
export function addressChanges(before: RoutingTable, after: RoutingTable): AddressChange[] {
  const afterByName = new Map(after.addresses.map((one) => [`${one.group} ${one.name}`, one]));
  return before.addresses.flatMap(({ name, group, at: was = [], outside }): AddressChange[] => {
    const next = afterByName.get(`${group} ${name}`);
    const is = next?.at ?? [];
    const what = /^(?:Service|Gateway) /.test(group) ? group : name;
    if (outside && next?.outside === false) return [{ what, was: was.filter((one) => !is.includes(one)), is, outside: "lost" }];
    if (outside === false && next?.outside) return [{ what, was, is: is.filter((one) => !was.includes(one)), outside: "gained" }];
    return is.length === 0 || (was.length > 0 && was.every((one) => is.includes(one))) ? [] : [{ what, was, is }];
  });
}

/** Changes with a known number on both sides; a load balancer in use also has a number where the specs leave the choice to it. */
export const withKnownNumbers = (changes: readonly AddressChange[]): AddressChange[] => changes.filter(({ was }) => was.length > 0);

/** Changes after which clients of the old address lose access. */
export const lostAddresses = (changes: readonly AddressChange[]): AddressChange[] => changes.filter(({ outside }) => outside !== "gained");

/** `10.0.0.10 -> 10.0.0.20` */
const numbersText = ({ was, is }: Pick<AddressChange, "was" | "is">): string =>
  `${was.join(", ") || "an address that the load balancer chose"} -> ${is.join(", ")}`;

/** `10.0.0.10 -> 10.0.0.20; the old address is given up` */
export function changeText(change: AddressChange): string {
  const numbers = (change.outside === "lost" ? change.was : change.is).map((number) => ` ${number}`).join(",");
  if (change.outside === "lost") return `its floating IP${numbers} is given up`;
  return change.outside ? `gets a floating IP${numbers}: clients outside reach it` : `${numbersText(change)}; the old address is given up`;
}

/** `~ Service default/web: 10.0.0.10 -> 10.0.0.20; the old address is given up: its clients reach nothing any more` */
export const addressLines = (changes: readonly AddressChange[]): string[] =>
  changes.map((change) => {
    const effect = { lost: ": clients outside reach nothing any more", gained: "" };
    return `~ ${change.what}: ${changeText(change)}${change.outside ? effect[change.outside] : ": its clients reach nothing any more"}`;
  });

/** A host name that no address publishes in DNS after the change. */
export interface UnpublishedName {
  host: string;
  /** Address that published it. */
  was: string;
}

/**
 * Names that an address published before and none publishes after, directly or by a wildcard: clients cannot resolve them. Names that only
 * the load balancer itself adds are left out.
 */
export function unpublishedNames(before: RoutingTable, after: RoutingTable): UnpublishedName[] {
  if (after.addresses.length > 0 && !publishesNames(after)) return [];
  const gone = before.addresses.flatMap((address) => {
    const { name, group, dns = [] } = address;
    const isAsked = (host: string) => group.startsWith("Service ") || isNamed(address, host);
    return dns.filter((host) => isAsked(host) && !isPublished(after, host)).map((host) => [host, { host, was: name }] as const);
  });
  return [...new Map(gone).values()];
}

/** True where clients reach this address by the host name or a wildcard; default backends have no names. */
const isNamed = ({ ports }: ServedAddress, host: string): boolean =>
  ports.some(({ hosts }) => Object.keys(hosts).some((one) => one !== "" && nameFits(one, host)));

/** True where load balancers publish host names and no other system does. */
const publishesNames = ({ addresses }: RoutingTable): boolean => addresses.some(({ dns }) => dns !== undefined);

const isPublished = ({ addresses }: RoutingTable, host: string): boolean =>
  addresses.some(({ dns = [] }) => dns.some((name) => nameFits(name, host)));

/** True for a host of this address whose name no address publishes, although load balancers publish names: clients cannot resolve it. */
export const isUnpublished = (rules: RoutingTable, address: ServedAddress, host: string): boolean =>
  !address.group.startsWith("Service ") && publishesNames(rules) && isNamed(address, host) && !isPublished(rules, host);

/** `- shop.example.com: no address has this DNS name any longer, was c1--Shared-L7-0` */
export const nameLines = (names: readonly UnpublishedName[]): string[] =>
  names.map(({ host, was }) => `- ${host}: no address has this DNS name any longer, was ${was}`);
