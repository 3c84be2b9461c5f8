// Finds hosts whose address changes when a plan takes over existing objects.

import { createHash } from "node:crypto";
import { fqdnsOf } from "../../../resources/avi/body";
import type { AddressChange } from "../../lifecycle/adoption";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { vipAddress } from "../outputs";
import type { Bodies } from "./hosts";

/** Hosts whose VIP in the plan is not the one that has them now, by both. A VIP without names is known again by its own name. */
export function addressChanges(
  planned: Bodies,
  existing: Bodies,
  cluster: string,
  isElsewhere: (vsVip: string) => boolean,
): AddressChange[] {
  const vips = (bodies: Bodies) =>
    [...bodies].flatMap(([key, body]) => (key.startsWith("vsvip/") ? [{ name: key.slice("vsvip/".length), body }] : []));
  return vips(planned).flatMap(({ name, body }) => {
    const existingVip = existing.get(`vsvip/${name}`);
    const to = addressWanted(body) ?? (existingVip && !isElsewhere(name) ? vipAddress(existingVip) : undefined);
    const has = new Set(existingVip ? fqdnsOf(existingVip) : []);
    return vips(existing).flatMap(({ name: other, body: live }): AddressChange[] => {
      const address = vipAddress(live);
      if (address === undefined || address === to) return [];
      const hosts = fqdnsOf(body).filter((fqdn) => fqdnsOf(live).includes(fqdn) && !(other !== name && has.has(fqdn)));
      const isNamesake = fqdnsOf(body).length === 0 && (other === name || isTwin(other, name, cluster));
      return hosts.length > 0 || isNamesake
        ? [{ vsVip: name, hosts, from: { address, vsVip: other }, ...(to === undefined ? {} : { to }) }]
        : [];
    });
  });
}

/** An address that the plan names; of an existing VIP the one that it has stays. */
function addressWanted({ vip }: JsonObject): string | undefined {
  const [first] = Array.isArray(vip) ? vip : [];
  return isObject(first) ? vipAddress({ vip: [first] }) : undefined;
}

/** One name is the other, hashed: the VIP of a Service in the generations on either side of EVH. */
function isTwin(vipName: string, otherName: string, cluster: string): boolean {
  const hashed = (name: string) => `${cluster}--${createHash("sha1").update(name).digest("hex")}`;
  return hashed(vipName) === otherName || hashed(otherName) === vipName;
}
