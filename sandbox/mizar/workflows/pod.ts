import { text } from "../../shared/json";
import { type KubeObject, specText } from "../api/object";
import { TemporaryFailure } from "../engine/failures";
import { bandwidthOf } from "./bandwidth";
import { interfaceNames } from "./interfaces";
import { placeOf } from "./place";
import { type Context, NOTHING, own, randomMacOf, type Step } from "./workflow";

/** A simple endpoint for a Pod that waits for its network. Later annotations do not move it. */
export function podCreate(pod: KubeObject, context: Context): Step {
  const { world, settings } = context;
  const { status, metadata } = pod;
  if (pod.spec.hostNetwork === true || metadata.deletionTimestamp) return NOTHING;
  if (status.hostIP === undefined) throw new TemporaryFailure("Pod spec not ready.");
  const name = podEndpointName(pod, settings.defaultInterface);
  const there = world.own("Endpoint", name);
  if (there?.metadata.deletionTimestamp) throw new TemporaryFailure(`Endpoint ${metadata.name} already exists!`);
  if (there || status.phase !== "Pending") return NOTHING;
  const { vpc, vni, net, subnet } = placeOf(pod, context);
  const droplet = world.provisioned("Droplet").find(({ spec }) => spec.main_ip === status.hostIP);
  if (!droplet) throw new TemporaryFailure("Droplet not yet created.");
  const host = { droplet: droplet.metadata.name, hostip: specText(droplet, "ip"), hostmac: specText(droplet, "mac") };
  const place = { vpc, net, ip: subnet.pool.allocate(), gw: "", mac: randomMacOf("02:42", context), vni, prefix: "" };
  const bandwidth = bandwidthOf(pod, context);
  const interfaces = { ...interfaceNames(name), netns: "", cnidelay: "", pod: metadata.name };
  return { actions: [{ create: own("Endpoint", name, { type: "simple", ...place, ...host, ...interfaces, ...bandwidth }) }] };
}

/** The endpoint goes with its Pod. */
export function podDelete(pod: KubeObject, { world, settings }: Context): Step {
  const name = podEndpointName(pod, settings.defaultInterface);
  return world.own("Endpoint", name) ? { actions: [{ delete: { kind: "Endpoint", name } }] } : NOTHING;
}

/** The tenant is empty on a server without tenants, which leaves two dashes. */
export const podEndpointName = ({ metadata: { name, namespace, tenant } }: KubeObject, defaultInterface: string): string =>
  `${name}-${text(namespace)}-${text(tenant)}-${defaultInterface}`;
