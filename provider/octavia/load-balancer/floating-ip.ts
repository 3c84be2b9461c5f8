// The floating IP of a load balancer: created, associated, released.

import { markedDescription } from "../../../resources/octavia/load-balancer";
import type { FloatingIp } from "../../../resources/octavia/types";
import type { JsonObject } from "../../lifecycle/bodies/json";
import { failure } from "../../lifecycle/messages/errors";
import type { OpenStackRestClient } from "../client/rest";
import { textIn } from "../tree/compare";
import { marksOf } from "../tree/marks";
import { assertFree, associate, exchange, FLOATING_IPS } from "./floating-ip-port";
import { freeOrNew } from "./new-floating-ip";

/** The address of a VIP port as others reach it. */
export interface AttachedFloatingIp {
  id: string;
  address: string;
  /** Made by us: then it goes with the load balancer. */
  ours: boolean;
  /** True if its description has our mark. */
  marked: boolean;
}

/** By what one of ours was known when it was last written. */
interface Earlier {
  owner: string;
  description?: string;
  /** Id of one that had our mark: somebody may have wiped it. */
  marked?: string;
}

/** True where the mark that one of ours had is gone, and no other is in its place. */
export function isWiped(raw: JsonObject, marked: string | undefined): boolean {
  return marked !== undefined && raw.id === marked && marksOf(raw).length === 0;
}

/**
 * Sees to it that the VIP port has the floating IP: the one it has already, an existing free one of the desired address, or a new
 * one. Our mark in the description tells ours from those that were there; one with an earlier mark of ours gets the new one. The port loses
 * the one that it has only for another one that it gets.
 */
export async function ensureFloatingIp(
  network: OpenStackRestClient,
  port: string,
  declared: FloatingIp,
  owner: string,
  earlier?: Earlier,
): Promise<AttachedFloatingIp> {
  const address = declared.floating_ip_address;
  const attached = await floatingIpOf(network, port);
  if (attached && (!address || attached.floating_ip_address === address)) return described(network, attached, declared, owner, earlier);
  const [declaredIp] = address ? await network.list(FLOATING_IPS, "floatingips", { floating_ip_address: address }) : [];
  if (declaredIp) assertFree(declaredIp, port);
  else if (!declared.floating_network_id) {
    const object = address && `floating IP ${address}`;
    const message = address
      ? "does not exist, and no network is named to make it in"
      : "neither floating_network_id nor floating_ip_address is set";
    throw failure("LB2050", { object, message });
  }
  const next = declaredIp ?? (await freeOrNew(network, declared, owner, attached ? undefined : port));
  const live = parseFloatingIp(next, owner, declared.description);
  if (!attached) {
    if (next.port_id !== port) await associate(network, live.id, port);
    return live;
  }
  await exchange(network, { port, from: textIn(attached.id), to: live.id, isNew: !declaredIp });
  if (!declared.keep && isOurs(attached, declared, owner, earlier)) await network.delete(`${FLOATING_IPS}/${textIn(attached.id)}`);
  return live;
}

/** True for one of ours, also under an earlier mark, and for one whose mark somebody wiped. */
function isOurs(raw: JsonObject, declared: FloatingIp, owner: string, earlier: Earlier | undefined): boolean {
  if (parseFloatingIp(raw, owner, declared.description).ours || isWiped(raw, earlier?.marked)) return true;
  return !!earlier?.owner && parseFloatingIp(raw, earlier.owner, earlier.description).ours;
}

/** Writes the mark of the load balancer again: it decides who may delete the floating IP. */
async function described(
  network: OpenStackRestClient,
  attached: JsonObject,
  declared: FloatingIp,
  owner: string,
  earlier: Earlier | undefined,
): Promise<AttachedFloatingIp> {
  const live = parseFloatingIp(attached, owner, declared.description);
  const wiped = isWiped(attached, earlier?.marked);
  if (!isOurs(attached, declared, owner, earlier)) return live;
  const description = markedDescription(declared.description, owner);
  // The one of a cloud provider is known by the description that the program declares, and keeps it.
  const isRight = attached.description === description || (live.ours && !live.marked && !wiped);
  if (isRight) return live;
  await change(network, live.id, { description });
  return { ...live, ours: true, marked: true };
}

async function change(network: OpenStackRestClient, id: string, floatingip: JsonObject): Promise<void> {
  await network.put(`${FLOATING_IPS}/${id}`, { floatingip });
}

/** The floating IP of a port as Neutron shows it, if it has one. */
export async function floatingIpOf(network: OpenStackRestClient, port: string): Promise<JsonObject | undefined> {
  const [attached] = await network.list(FLOATING_IPS, "floatingips", { port_id: port });
  return attached;
}

/** Options for giving up a floating IP. */
interface Release {
  keep?: boolean;
  /** Only while it is on this port. */
  port?: string;
  /** As declared. */
  description?: string;
  /** True if it had our mark. */
  marked?: boolean;
}

/** Deletes one of ours; one that was there before, or must be kept, only loses the port. */
export async function releaseFloatingIp(network: OpenStackRestClient, id: string, owner: string, options: Release): Promise<void> {
  const live = await network.object(`${FLOATING_IPS}/${id}`, "floatingip");
  // Deleted, or somebody has put it to another use: either way it is no longer ours to change.
  if (!live || (live.port_id && options.port && live.port_id !== options.port)) return;
  const attachedIp = parseFloatingIp(live, owner, options.description);
  await release(network, { ...attachedIp, ours: attachedIp.ours || isWiped(live, options.marked ? id : undefined) }, options);
}

async function release(network: OpenStackRestClient, live: AttachedFloatingIp, { keep }: { keep?: boolean }): Promise<void> {
  if (live.ours && !keep) return network.delete(`${FLOATING_IPS}/${live.id}`);
  await change(network, live.id, { port_id: null });
}

/** One that the OpenStack cloud provider made is known by its description, which a program that moves over declares. */
export function parseFloatingIp(raw: JsonObject, owner: string, description: string | undefined): AttachedFloatingIp {
  const liveDescription = textIn(raw.description);
  const marked = liveDescription.includes(`[${owner}]`);
  return {
    id: textIn(raw.id),
    address: textIn(raw.floating_ip_address),
    ours: marked || (!!description && liveDescription === description),
    marked,
  };
}
