import { CODES } from "../../lifecycle/codes";
import { failure } from "../../lifecycle/errors";
import type { JsonObject } from "../../lifecycle/json";
import type { OpenStack } from "../client";
import type { OpenStackError } from "../client/errors";
import { canonicalAddress, objects, textIn } from "../tree/compare";
import { readLoadBalancer } from "../tree/read";
import { NETWORK } from "./security-group";

/** How Octavia calls the port of a VIP. */
const NAME = /^octavia-lb-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * VIP ports whose load balancer never came to be: Octavia makes the port before it counts listeners, pools and members against the
 * quota, and leaves it behind when it refuses. The address stays taken.
 */
export async function leakedVipPorts({ octavia, network }: OpenStack, project_id: string): Promise<JsonObject[]> {
  const ports = await network.list(`${NETWORK}/ports`, "ports", { project_id, device_owner: "Octavia" });
  const judged = ports.map(async (port) => {
    const [, id] = NAME.exec(textIn(port.name)) ?? [];
    // Asked for after the port was seen: one that is just being made is there by now, or nearly.
    return id !== undefined && !(await readLoadBalancer(octavia, id));
  });
  const leaked = await Promise.all(judged);
  return ports.filter((_, index) => leaked[index]);
}

/**
 * The error of a create that was refused, with the ports that such refusals have left behind: for the quota this one, for an address
 * that is taken an earlier one. What cannot be looked up changes nothing.
 */
export async function namingLeftPorts(
  stack: OpenStack,
  project: () => Promise<string>,
  body: JsonObject,
  error: OpenStackError,
): Promise<Error> {
  const quota = error.reason === "quota";
  if (!quota && !body.vip_address) return error;
  const found = await project()
    .then((id) => leakedVipPorts(stack, id))
    .catch(() => []);
  const ports = found.filter((port) => fits(port, body));
  if (ports.length === 0) return error;
  const words = ports.map(vipPortWords).join(", ");
  const object = `LoadBalancer ${textIn(body.name)}`;
  const remedy = `Delete what is left with \`openstack port delete ${ports.map(({ id }) => id).join(" ")}\`, then run the command again.`;
  if (!quota) {
    const message = `${error.text}: ${words} has it, left behind by a create that was refused`;
    return failure("LB2066", { object, message, remedy });
  }
  const message = `${error.text}; the server left ${words} behind, of a load balancer that it did not make`;
  return failure("LB2034", { object, message, remedy: `${CODES.LB2034.remedy} ${remedy}` });
}

/** True for a port with the address that a load balancer asks for, else with one of its subnet or network. */
function fits(port: JsonObject, { vip_address, vip_subnet_id, vip_network_id }: JsonObject): boolean {
  const places = objects(port.fixed_ips);
  if (vip_address) return places.some(({ ip_address }) => canonicalAddress(textIn(ip_address)) === canonicalAddress(textIn(vip_address)));
  return vip_subnet_id ? places.some(({ subnet_id }) => subnet_id === vip_subnet_id) : port.network_id === vip_network_id;
}

/** `VIP port ID (10.0.0.5)`. */
export function vipPortWords(port: JsonObject): string {
  const addresses = objects(port.fixed_ips).map(({ ip_address }) => ip_address);
  return `VIP port ${port.id} (${addresses.join(", ")})`;
}
