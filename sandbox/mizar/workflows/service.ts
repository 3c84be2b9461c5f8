import { text } from "../../shared/json";
import type { KubeObject } from "../api/object";
import { placeOf } from "./place";
import { type Context, NOTHING, own, randomMacOf, type Step } from "./workflow";

/** A scaled endpoint with the Service's address, or one of the subnet where it has none. A Service without an address has none ever. */
export function serviceCreate(service: KubeObject, context: Context): Step {
  const { metadata, spec } = service;
  if (metadata.deletionTimestamp) return NOTHING;
  const name = serviceEndpointName(service);
  const there = context.world.own("Endpoint", name);
  if (there) return NOTHING;
  if (spec.type === "ExternalName") throw new Error("'clusterIP'");
  if (spec.clusterIP === "None") throw new Error("'None' does not appear to be an IPv4 or IPv6 address");
  const { vpc, vni, net, subnet } = placeOf(service, context);
  const ip = text(spec.clusterIP) || subnet.pool.allocate();
  const place = { vpc, net, ip, gw: "", mac: randomMacOf("a5:5b:00", context), vni, prefix: "" };
  const none = { droplet: "", itf: "", veth: "", netns: "", hostip: "", hostmac: "", cnidelay: "", pod: "" };
  return { actions: [{ create: own("Endpoint", name, { type: "scaled", ...place, ...none }) }] };
}

/** On Arktos the real operator looks for the endpoint under a name without tenant, so it stays. */
export function serviceDelete(service: KubeObject, { world, settings }: Context): Step {
  const name = serviceEndpointName(service);
  if ((world.tenants && settings.mode === "head") || !world.own("Endpoint", name)) return NOTHING;
  return { actions: [{ delete: { kind: "Endpoint", name } }] };
}

export function serviceEndpointName({ metadata: { name, namespace, tenant } }: KubeObject): string {
  return [name, text(namespace), ...(tenant ? [tenant] : [])].join("-");
}
