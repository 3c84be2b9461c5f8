import { nameFits } from "../table/host-names";
import type { RoutingTable, ServedAddress } from "../table/routing-table";

/** The IP addresses of a Service, a Gateway or of hosts, where a change gives them others; `was` is empty where the load balancer chose it. */
export interface AddressChange {
  /** `Service default/web`, or the name of what answers for hosts. */
  what: string;
  was: readonly string[];
  is: readonly string[];
  /** A floating IP that goes or comes: clients outside lose it, or gain it. */
  outside?: "lost" | "gained";
}

/**
 * Addresses that get a number which they did not have, or not by name: whoever uses the old one by number reaches nothing any more. One that is
 * no longer named stays as it is.
 */
export function addressChanges(before: RoutingTable, after: RoutingTable): AddressChange[] {
  const known = new Map(after.addresses.map((one) => [`${one.group} ${one.name}`, one]));
  return before.addresses.flatMap(({ name, group, at: was = [], outside }): AddressChange[] => {
    const next = known.get(`${group} ${name}`);
    const is = next?.at ?? [];
    const what = /^(?:Service|Gateway) /.test(group) ? group : name;
    if (outside && next?.outside === false) return [{ what, was: was.filter((one) => !is.includes(one)), is, outside: "lost" }];
    if (outside === false && next?.outside) return [{ what, was, is: is.filter((one) => !was.includes(one)), outside: "gained" }];
    return is.length === 0 || (was.length > 0 && was.every((one) => is.includes(one))) ? [] : [{ what, was, is }];
  });
}

/** Changes whose numbers are known on both sides: a load balancer in use has one also where the specs leave the choice to it. */
export const withKnownNumbers = (changes: readonly AddressChange[]): AddressChange[] => changes.filter(({ was }) => was.length > 0);

/** Changes after which clients of the old address reach nothing any more. */
export const lostAddresses = (changes: readonly AddressChange[]): AddressChange[] => changes.filter(({ outside }) => outside !== "gained");

/** `10.0.0.10 -> 10.0.0.20` */
const numbersText = ({ was, is }: Pick<AddressChange, "was" | "is">): string =>
  `${was.join(", ") || "an address that the load balancer chose"} -> ${is.join(", ")}`;

/** `10.0.0.10 -> 10.0.0.20; the old address is given up` */
export function changeText(one: AddressChange): string {
  const numbers = (one.outside === "lost" ? one.was : one.is).map((number) => ` ${number}`).join(",");
  if (one.outside === "lost") return `its floating IP${numbers} is given up`;
  return one.outside ? `gets a floating IP${numbers}: clients outside reach it` : `${numbersText(one)}; the old address is given up`;
}

/** `~ Service default/web: 10.0.0.10 -> 10.0.0.20; the old address is given up: its clients reach nothing any more` */
export const addressLines = (changes: readonly AddressChange[]): string[] =>
  changes.map((one) => {
    const effect = { lost: ": clients outside reach nothing any more", gained: "" };
    return `~ ${one.what}: ${changeText(one)}${one.outside ? effect[one.outside] : ": its clients reach nothing any more"}`;
  });

/** A host whose DNS name no address has any more. */
export interface UnpublishedName {
  host: string;
  /** Name of the address that had it. */
  was: string;
}

/**
 * Names that an address had and that none has now, neither themselves nor by a wildcard: clients find no address by them. Names that only the
 * load balancer gives itself are left out.
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

/** True where clients ask this address for a host by its name, or by a wildcard: names of default backends are nobody's. */
const isNamed = ({ ports }: ServedAddress, host: string): boolean =>
  ports.some(({ hosts }) => Object.keys(hosts).some((one) => one !== "" && nameFits(one, host)));

/** True where load balancers publish the names of hosts, and nobody else does. */
const publishesNames = ({ addresses }: RoutingTable): boolean => addresses.some(({ dns }) => dns !== undefined);

const isPublished = ({ addresses }: RoutingTable, host: string): boolean =>
  addresses.some(({ dns = [] }) => dns.some((name) => nameFits(name, host)));

/** True for a host of this address whose DNS name no address of the rules has, though they publish names: clients find no address by it. */
export const isUnpublished = (rules: RoutingTable, address: ServedAddress, host: string): boolean =>
  !address.group.startsWith("Service ") && publishesNames(rules) && isNamed(address, host) && !isPublished(rules, host);

/** `- shop.example.com: no address has this DNS name any more, was c1--Shared-L7-0` */
export const nameLines = (names: readonly UnpublishedName[]): string[] =>
  names.map(({ host, was }) => `- ${host}: no address has this DNS name any more, was ${was}`);
