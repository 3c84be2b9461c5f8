import { asArray, asObject, text } from "../../shared/json";
import type { KubeObject } from "../api/kinds";
import { TemporaryFailure } from "../engine/failures";
import { placeOf } from "./endpoint";
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

const PROTOCOLS: { [name: string]: number } = { TCP: 6, UDP: 17 };

/** The ready addresses of a Service become the backends of its scaled endpoint, which its bouncers learn; all of it in memory only. */
export function endpointsUpdate(endpoints: KubeObject, { world, memory }: Context): Step {
  const subsets = asArray(endpoints.subsets).map(asObject);
  const name = serviceEndpointName(endpoints);
  const scaled = world.own("Endpoint", name);
  if (subsets.length === 0 || scaled?.spec.type !== "scaled") return NOTHING;
  if (!world.provisioned("Bouncer").some(({ spec }) => spec.net === scaled.spec.net)) {
    throw new TemporaryFailure(`Task: k8sEndpointsUpdate Endpoint: ${name} bouncers not yet provisioned.`);
  }
  const addresses = subsets.flatMap((subset) => asArray(subset.addresses).map((address) => text(asObject(address).ip)));
  const { name: serviceName, namespace, tenant } = endpoints.metadata;
  const service = world.find({ kind: "Service", name: serviceName, namespace, tenant });
  const ports = asArray(service?.spec.ports).map((written) => {
    const { port, protocol = "TCP", targetPort = port } = asObject(written);
    return `${text(port)},${PROTOCOLS[text(protocol)] ?? 0} -> ${text(targetPort)}`;
  });
  memory.backends.set(name, { addresses: [...new Set(addresses)], ports });
  return NOTHING;
}
