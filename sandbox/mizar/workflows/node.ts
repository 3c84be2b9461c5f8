import { asArray, asObject, text } from "../../shared/json";
import type { KubeObject, NewObject } from "../api/object";
import { type Context, NOTHING, own, randomMacOf, type Step } from "./workflow";

/** Every node has a droplet. */
export function nodeCreate(node: KubeObject, context: Context): Step {
  const addresses = asArray(node.status.addresses).map(asObject);
  const ip = text(addresses.find(({ type }) => type === "InternalIP")?.address);
  const { name } = node.metadata;
  if (!ip || context.world.own("Droplet", name)) return NOTHING;
  return { actions: [{ create: newDroplet(name, ip, context), unlessThere: true }] };
}

export const newDroplet = (name: string, ip: string, context: Context): NewObject =>
  own("Droplet", name, { main_ip: ip, ip, mac: randomMacOf("02:42", context), itf: "eth0" });
