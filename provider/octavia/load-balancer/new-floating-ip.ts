// Finds a free floating IP, or creates one.

import { markedDescription } from "../../../resources/octavia/load-balancer";
import type { FloatingIp } from "../../../resources/octavia/types";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { failure } from "../../lifecycle/messages/errors";
import { failedBecause, OpenStackError } from "../client/errors";
import type { OpenStackRestClient } from "../client/rest";
import { namePattern } from "../preview/tree-rules";
import { textIn } from "../tree/compare";
import { FLOATING_IPS } from "./floating-ip-port";
import { NETWORK } from "./security-group";

/**
 * A free floating IP that was kept for this load balancer, else a new one.
 *
 * @param port of a VIP that has none: the new one is there at once
 */
export async function freeOrNew(
  network: OpenStackRestClient,
  declared: FloatingIp,
  owner: string,
  port: string | undefined,
): Promise<JsonObject> {
  const { floating_network_id = "", floating_ip_address: address } = declared;
  const description = markedDescription(declared.description, owner);
  const kept = declared.keep && declared.description && !address ? await unused(network, floating_network_id, description) : undefined;
  if (kept) return kept;
  let last: unknown;
  for (const subnet of await subnetsFor(network, declared)) {
    const floatingip = {
      floating_network_id,
      description,
      ...(port ? { port_id: port } : {}),
      ...(address ? { floating_ip_address: address } : {}),
      ...(subnet ? { subnet_id: subnet } : {}),
    };
    try {
      const made = await network.about("floating IP").post(FLOATING_IPS, { floatingip });
      return isObject(made.floatingip) ? made.floatingip : {};
    } catch (error) {
      if (address && failedBecause(error, "forbidden")) throw numberRefused(error, address);
      if (failedBecause(error, "unavailable", "unauthenticated", "forbidden", "quota")) throw error;
      // No free address in this subnet: the next one may have some.
      last = error;
    }
  }
  throw last;
}

/** Neutron's policy has a rule of its own for the number, `create_floatingip:floating_ip_address`. */
function numberRefused({ status, text, object }: OpenStackError, address: string): OpenStackError {
  const message = `the project has no floating IP ${address}, and only an administrator may choose the number of a new one: ${text}`;
  return new OpenStackError("forbidden", status, message, object, { remedy: numberRemedy(address) });
}

/** Remedy where the project has no floating IP of this number, and the user may not choose one. */
export const numberRemedy = (address: string): string =>
  `Name a floating IP of the project (\`openstack floating ip list\`), let an administrator create ${address} in it, or name no address.`;

/** A floating IP that was preserved when its load balancer was deleted or replaced: its description has the mark of its owner. */
async function unused(network: OpenStackRestClient, floating_network_id: string, description: string): Promise<JsonObject | undefined> {
  const floatingIps = await network.list(FLOATING_IPS, "floatingips", { floating_network_id, description });
  return floatingIps.find((one) => !one.port_id && one.description === description);
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
  const subnets = await network.list(`${NETWORK}/subnets`, "subnets", query);
  const fits = declared.subnet_name ? (namePattern(declared.subnet_name) ?? (() => false)) : () => true;
  const ids = subnets.filter((subnet) => fits(textIn(subnet.name))).map(({ id }) => textIn(id));
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
