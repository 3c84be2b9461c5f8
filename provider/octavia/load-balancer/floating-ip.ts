import { markedDescription } from "../../../kinds/octavia/load-balancer";
import type { FloatingIp } from "../../../kinds/octavia/types";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { failure } from "../../lifecycle/words/errors";
import { failedBecause } from "../client/errors";
import type { OpenStackRestClient } from "../client/rest";
import { namePattern } from "../preview/tree-rules";
import { textIn } from "../tree/compare";
import { marksOf } from "../tree/marks";
import { NETWORK, networkObject } from "./security-group";

const TYPE = "floatingips";

/** The address of a VIP port as others reach it. */
export interface HeldFloatingIp {
  id: string;
  address: string;
  /** Made by us: then it goes with the load balancer. */
  ours: boolean;
  /** It says so itself. */
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
 * one. Our mark in the description tells ours from those that were there; one with an earlier mark of ours gets the new one.
 */
export async function ensureFloatingIp(
  network: OpenStackRestClient,
  port: string,
  declared: FloatingIp,
  owner: string,
  earlier?: Earlier,
): Promise<HeldFloatingIp> {
  const address = declared.floating_ip_address;
  const attached = await floatingIpOf(network, port);
  if (attached && (!address || attached.floating_ip_address === address)) return described(network, attached, declared, owner, earlier);
  const [found] = address ? await network.list(`${NETWORK}/${TYPE}`, TYPE, { floating_ip_address: address }) : [];
  if (found) assertFree(found, port);
  else if (!declared.floating_network_id) {
    const object = address && `floating IP ${address}`;
    const message = address
      ? "does not exist, and no network is named to make it in"
      : "neither floating_network_id nor floating_ip_address is set";
    throw failure("LB2050", { object, message });
  }
  // A port has one. That which was made for it goes as with the load balancer.
  if (attached)
    await release(
      network,
      { ...heldOf(attached, owner, declared.description), ours: isOurs(attached, declared, owner, earlier) },
      declared,
    );
  if (found) return associate(network, found, port, owner, declared.description);
  return allocate(network, port, declared, owner, declared.floating_network_id ?? "");
}

/** True for one of ours, also under an earlier mark, and for one whose mark somebody wiped. */
function isOurs(raw: JsonObject, declared: FloatingIp, owner: string, earlier: Earlier | undefined): boolean {
  if (heldOf(raw, owner, declared.description).ours || isWiped(raw, earlier?.marked)) return true;
  return !!earlier?.owner && heldOf(raw, earlier.owner, earlier.description).ours;
}

/** The mark tells who may delete it, so it is rewritten with the mark of the load balancer. */
async function described(
  network: OpenStackRestClient,
  attached: JsonObject,
  declared: FloatingIp,
  owner: string,
  earlier: Earlier | undefined,
): Promise<HeldFloatingIp> {
  const held = heldOf(attached, owner, declared.description);
  const wiped = isWiped(attached, earlier?.marked);
  if (!isOurs(attached, declared, owner, earlier)) return held;
  const description = markedDescription(declared.description, owner);
  // The one of a cloud provider is known by the description that the program declares, and keeps it.
  const isRight = attached.description === description || (held.ours && !held.marked && !wiped);
  if (isRight) return held;
  await change(network, held.id, { description });
  return { ...held, ours: true, marked: true };
}

async function change(network: OpenStackRestClient, id: string, floatingip: JsonObject): Promise<void> {
  await network.put(`${NETWORK}/${TYPE}/${id}`, { floatingip });
}

/** The floating IP of a port as Neutron shows it, if it has one. */
export async function floatingIpOf(network: OpenStackRestClient, port: string): Promise<JsonObject | undefined> {
  const [attached] = await network.list(`${NETWORK}/${TYPE}`, TYPE, { port_id: port });
  return attached;
}

/** Options for giving up a floating IP. */
interface Release {
  keep?: boolean;
  /** Only while it is on this port. */
  port?: string;
  /** As declared. */
  description?: string;
  /** It had our mark. */
  marked?: boolean;
}

/** Deletes one of ours; one that was there before, or must be kept, only loses the port. */
export async function releaseFloatingIp(network: OpenStackRestClient, id: string, owner: string, options: Release): Promise<void> {
  const held = await networkObject(network, TYPE, "floatingip", id);
  // Deleted, or somebody has put it to another use: either way it is no longer ours to change.
  if (!held || (held.port_id && options.port && held.port_id !== options.port)) return;
  const known = heldOf(held, owner, options.description);
  await release(network, { ...known, ours: known.ours || isWiped(held, options.marked ? id : undefined) }, options);
}

async function release(network: OpenStackRestClient, held: HeldFloatingIp, { keep }: { keep?: boolean }): Promise<void> {
  if (held.ours && !keep) return network.delete(`${NETWORK}/${TYPE}/${held.id}`);
  await change(network, held.id, { port_id: null });
}

function assertFree({ port_id, floating_ip_address }: JsonObject, port: string): void {
  if (!port_id || port_id === port) return;
  throw failure("LB2050", { object: `floating IP ${floating_ip_address}`, message: `is not available: port ${port_id} has it` });
}

async function associate(
  network: OpenStackRestClient,
  found: JsonObject,
  port: string,
  owner: string,
  description: string | undefined,
): Promise<HeldFloatingIp> {
  assertFree(found, port);
  await change(network, textIn(found.id), { port_id: port });
  return heldOf(found, owner, description);
}

async function allocate(
  network: OpenStackRestClient,
  port: string,
  declared: FloatingIp,
  owner: string,
  floating_network_id: string,
): Promise<HeldFloatingIp> {
  const description = markedDescription(declared.description, owner);
  const kept = declared.keep && declared.description ? await unused(network, floating_network_id, description) : undefined;
  if (kept) return associate(network, kept, port, owner, declared.description);
  let last: unknown;
  for (const subnet of await subnetsFor(network, declared)) {
    const floatingip = {
      floating_network_id,
      port_id: port,
      description,
      ...(declared.floating_ip_address ? { floating_ip_address: declared.floating_ip_address } : {}),
      ...(subnet ? { subnet_id: subnet } : {}),
    };
    try {
      const made = await network.about("floating IP").post(`${NETWORK}/${TYPE}`, { floatingip });
      return heldOf(isObject(made.floatingip) ? made.floatingip : {}, owner, undefined);
    } catch (error) {
      if (failedBecause(error, "unavailable", "unauthenticated", "forbidden", "quota")) throw error;
      // No free address in this subnet: the next one may have some.
      last = error;
    }
  }
  throw last;
}

/** One that was kept when its load balancer went, e.g. when that was replaced: its description says whose it is. */
async function unused(network: OpenStackRestClient, floating_network_id: string, description: string): Promise<JsonObject | undefined> {
  const found = await network.list(`${NETWORK}/${TYPE}`, TYPE, { floating_network_id, description });
  return found.find((one) => !one.port_id && one.description === description);
}

/** One that the OpenStack cloud provider made is known by its description, which a program that moves over declares. */
export function heldOf(raw: JsonObject, owner: string, description: string | undefined): HeldFloatingIp {
  const held = textIn(raw.description);
  const marked = held.includes(`[${owner}]`);
  return { id: textIn(raw.id), address: textIn(raw.floating_ip_address), ours: marked || (!!description && held === description), marked };
}

/**
 * Subnets of the floating network to try, in order; `[undefined]` leaves the choice to Neutron. Patterns are those of the OpenStack
 * cloud provider: a glob, `~` and a regular expression for the whole name, `!` in front for all others; tags `a,b` mean one of them,
 * `&a,b` all of them. A desired address says where it is.
 */
async function subnetsFor(network: OpenStackRestClient, declared: FloatingIp): Promise<(string | undefined)[]> {
  if (declared.subnet_ids && declared.subnet_ids.length > 0) return declared.subnet_ids;
  if (declared.floating_ip_address || (!declared.subnet_name && !declared.subnet_tags)) return [undefined];
  const query = { network_id: declared.floating_network_id, ...tagQuery(declared.subnet_tags) };
  const found = await network.list(`${NETWORK}/subnets`, "subnets", query);
  const fits = declared.subnet_name ? (namePattern(declared.subnet_name) ?? (() => false)) : () => true;
  const ids = found.filter((subnet) => fits(textIn(subnet.name))).map(({ id }) => textIn(id));
  if (ids.length > 0) return ids;
  const what = [declared.subnet_name && `name ${declared.subnet_name}`, declared.subnet_tags && `tags ${declared.subnet_tags}`]
    .filter(Boolean)
    .join(" and ");
  throw failure("LB2050", { object: `network ${declared.floating_network_id}`, message: `no subnet has ${what}` });
}

function tagQuery(tags: string | undefined): { [name: string]: string } {
  if (!tags) return {};
  const negated = tags.startsWith("!");
  const rest = negated ? tags.slice(1) : tags;
  const all = rest.startsWith("&");
  const list = (all ? rest.slice(1) : rest).split(/[,|]/).map((tag) => tag.trim());
  return { [`${negated ? "not-" : ""}tags${all ? "" : "-any"}`]: list.join(",") };
}
