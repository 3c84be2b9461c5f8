// Arithmetic with IPv4 addresses.
import { isIPv4, isIPv6 } from "node:net";
import { IPv4, IPv6 } from "ipaddr.js";

/** An IPv4 address as a number, to count with. */
export const numberOf = (address: string): number => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

export const ipv4Text = (number: number): string => [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".");

/** `network/prefix` with the host bits masked and IPv6 in its short form; undefined for an invalid network. */
export function normalizedNetwork(written: string): string | undefined {
  const [address = "", suffix, ...rest] = written.split("/");
  if (rest.length > 0) return undefined;
  if (isIPv4(address)) {
    const prefix = suffix === undefined ? 32 : prefixOf(suffix, 32);
    return prefix === undefined ? undefined : `${IPv4.networkAddressFromCIDR(`${address}/${prefix}`)}/${prefix}`;
  }
  if (isIPv6(address) && !address.includes("%")) {
    const prefix = suffix === undefined ? 128 : prefixOf(suffix, 128);
    return prefix === undefined ? undefined : `${IPv6.networkAddressFromCIDR(`${address}/${prefix}`).toRFC5952String()}/${prefix}`;
  }
  return undefined;
}

function prefixOf(written: string, longest: number): number | undefined {
  if (longest === 32 && isIPv4(written)) return IPv4.parse(written).prefixLengthFromSubnetMask() ?? undefined;
  const prefix = /^\d+$/.test(written) ? Number(written) : Number.NaN;
  return prefix <= longest ? prefix : undefined;
}

/** Upper-case, nothing left out: the form in which reserved addresses are compared. */
export function exploded(address: string): string {
  if (!isIPv6(address)) return address;
  return IPv6.parse(address)
    .parts.map((part) => part.toString(16).padStart(4, "0"))
    .join(":")
    .toUpperCase();
}

export const isV6 = (address: string): boolean => address.includes(":");
