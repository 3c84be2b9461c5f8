// Message for an unknown name of a virtual service or load balancer, with the nearest known one.

import { nearest } from "../../resources/nearest";

/** Message for an unknown address name; undefined for an address that answers requests. */
export function addressFault(name: string, addressNames: readonly string[]): string | undefined {
  if (addressNames.includes(name)) return undefined;
  const meant = nearest(name, addressNames);
  const names = [...new Set(addressNames)].sort();
  const list =
    names.length === 0 ? "there are none" : `write one of ${names.slice(0, MOST).join(", ")}${names.length > MOST ? " ..." : ""}`;
  return `${JSON.stringify(name)} is not a virtual service or load balancer: ${meant === undefined ? list : `did you mean ${meant}?`}`;
}

/** Limit of listed names. */
const MOST = 5;
