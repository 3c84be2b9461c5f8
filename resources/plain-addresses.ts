// IP addresses and ranges in the one notation that every server reads alike.

import { IPv4, IPv6 } from "ipaddr.js";

/** An IPv4 or IPv6 address: whole, decimal, without leading zeros or a zone. */
export function isPlainAddress(text: string): boolean {
  const tail = text.slice(text.lastIndexOf(":") + 1);
  if (tail === text) return IPv4.isValidFourPartDecimal(text);
  // an IPv6 address may end with an IPv4 one
  return IPv6.isValid(text) && !text.includes("%") && (!tail.includes(".") || IPv4.isValidFourPartDecimal(tail));
}

/** Such an address and the length of a prefix. */
export function isPlainRange(text: string): boolean {
  const [address = "", length = "", ...more] = text.split("/");
  return more.length === 0 && isPlainAddress(address) && /^\d{1,3}$/.test(length) && Number(length) <= (address.includes(":") ? 128 : 32);
}
