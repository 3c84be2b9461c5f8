import type { AviKind } from "../../../kinds/avi/kind";
import type { Json } from "../../../kinds/json";
import { compare } from "../../lifecycle/compare";
import { isObject, type JsonObject } from "../../lifecycle/json";
import type { Bag } from "../../lifecycle/kind";
import { aviShape } from "../shape";
import type { Body, Item } from "./items";

/** An object of the resource with what the server holds of it. */
export interface Held {
  item: Item;
  /** What the user declared, or what stands there instead. */
  body: Body;
  live: JsonObject;
}

/** Everything a resource remembers: what was declared, under the same properties, and what only the server knows. */
export function outputs(bundle: AviKind, inputs: Bag, held: readonly Held[]): Bag {
  const outs: Bag = { owner: inputs.owner, ...bodies(bundle, held) };
  outs.uuids = Object.fromEntries(held.map(({ item, live }) => [item.key, String(live.uuid ?? "")]));
  const vip = held.find(({ item }) => item.type === "vsvip");
  if (vip) outs.vip = vipAddress(vip.live);
  const service = held.find(({ item }) => item.type === "virtualservice");
  if (vip || service) outs.fqdns = vip ? dnsNames(vip.live) : (service?.live.vh_domain_name ?? []);
  const dropped = Object.fromEntries(held.map(({ item, body, live }) => [item.key, notKept(item, body, live)]));
  const notable = Object.entries(dropped).filter(([, paths]) => paths.length > 0);
  if (notable.length > 0) outs.notKept = Object.fromEntries(notable);
  return outs;
}

/** The bodies under the properties of their slots. */
export function bodies(bundle: AviKind, held: readonly Pick<Held, "item" | "body">[]): Bag {
  const bag: Bag = {};
  for (const slot of bundle.slots) {
    const found = held.filter(({ item }) => item.slot === slot).map(({ body }) => body);
    if (slot.many) bag[slot.name] = found;
    else if (found[0]) bag[slot.name] = found[0];
  }
  return bag;
}

/** The address clients connect to; undefined until one is allocated. */
export function vipAddress(vsVip: JsonObject): string | undefined {
  const [first] = Array.isArray(vsVip.vip) ? vsVip.vip : [];
  if (!isObject(first)) return undefined;
  const address = isObject(first.ip_address) ? first.ip_address : first.ip6_address;
  return isObject(address) && typeof address.addr === "string" ? address.addr : undefined;
}

/**
 * Fields that were sent and are not there: the controller drops what it does not know without a word. Remembered, so that a
 * refresh does not call them drift.
 */
export function notKept({ type }: Item, body: Body, live: JsonObject): string[] {
  // The answer to a write leaves the texts of a certificate out.
  if (type === "sslkeyandcertificate") return [];
  return compare(aviShape(type), body, live, { subset: true, tolerant: true });
}

function dnsNames(vsVip: JsonObject): Json[] {
  const records = Array.isArray(vsVip.dns_info) ? vsVip.dns_info.filter(isObject) : [];
  return records.flatMap((record) => (typeof record.fqdn === "string" ? [record.fqdn] : []));
}
