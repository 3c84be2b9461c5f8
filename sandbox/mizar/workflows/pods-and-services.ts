// Workflow of Pods and Services.
import { asArray, asObject, text } from "../../shared/json";
import { annotationOf, type KubeObject, specText } from "../api/kinds";
import type { Action } from "../api/world";
import { TemporaryFailure } from "../engine/kopf";
import { bandwidthOf, endpointLocation, interfaceNames } from "./endpoint";
import { NOTHING, newObject, randomMacOf, type WorkflowContext, type WorkflowStep } from "./workflow";

/** A simple endpoint for a Pod that waits for its network. Later annotations do not move it. */
export function podCreate(pod: KubeObject, context: WorkflowContext): WorkflowStep {
  const { world, settings } = context;
  const { status, metadata } = pod;
  if (pod.spec.hostNetwork === true || metadata.deletionTimestamp) return NOTHING;
  if (status.hostIP === undefined) throw new TemporaryFailure("Pod spec not ready.");
  const name = podEndpointName(pod, settings.defaultInterface);
  const existing = world.own("Endpoint", name);
  if (existing?.metadata.deletionTimestamp) throw new TemporaryFailure(`Endpoint ${metadata.name} already exists!`);
  if (existing || status.phase !== "Pending") return NOTHING;
  const { vpc, vni, net, subnet } = endpointLocation(pod, context);
  const droplet = world.provisioned("Droplet").find(({ spec }) => spec.main_ip === status.hostIP);
  if (!droplet) throw new TemporaryFailure("Droplet not yet created.");
  const host = { droplet: droplet.metadata.name, hostip: specText(droplet, "ip"), hostmac: specText(droplet, "mac") };
  const place = { vpc, net, ip: subnet.pool.allocate(), gw: "", mac: randomMacOf("02:42", context), vni, prefix: "" };
  const bandwidth = bandwidthOf(pod, context);
  const interfaces = { ...interfaceNames(name), netns: "", cnidelay: "", pod: metadata.name };
  return { actions: [{ create: newObject("Endpoint", name, { type: "simple", ...place, ...host, ...interfaces, ...bandwidth }) }] };
}

/** The endpoint goes with its Pod. */
export function podDelete(pod: KubeObject, { world, settings }: WorkflowContext): WorkflowStep {
  const name = podEndpointName(pod, settings.defaultInterface);
  return world.own("Endpoint", name) ? { actions: [{ delete: { kind: "Endpoint", name } }] } : NOTHING;
}

/** The tenant is empty on a server without tenants, which leaves two dashes. */
const podEndpointName = ({ metadata: { name, namespace, tenant } }: KubeObject, defaultInterface: string): string =>
  `${name}-${text(namespace)}-${text(tenant)}-${defaultInterface}`;

const READINESS = "arktos.futurewei.com/network-readiness";

/** Does the work of a node for a Pod: takes it, and runs it once it has its address. Without it no Pod would ever run. */
export function runPod(pod: KubeObject, context: WorkflowContext): WorkflowStep {
  const { settings, world } = context;
  const { status, spec, metadata } = pod;
  if (!settings.kubelet || metadata.deletionTimestamp) return NOTHING;
  if (status.hostIP === undefined) {
    const droplet = nodeFor(spec.nodeName, context);
    return { actions: [write(pod, { phase: "Pending", hostIP: specText(droplet, "main_ip") })] };
  }
  if (status.phase !== "Pending") return NOTHING;
  if (spec.hostNetwork === true) return { actions: [write(pod, running(text(status.hostIP)))] };
  const endpoint = world.own("Endpoint", podEndpointName(pod, settings.defaultInterface));
  const isReady = (annotationOf(pod, READINESS) ?? "true") === "true";
  if (endpoint?.spec.status !== "Provisioned" || !isReady) return { actions: [], again: settings.retryMs };
  return { actions: [write(pod, running(specText(endpoint, "ip")))] };
}

function nodeFor(nodeName: unknown, { world }: WorkflowContext): KubeObject {
  const droplets = world.provisioned("Droplet");
  const droplet = droplets.find(({ metadata }) => metadata.name === nodeName) ?? droplets[0];
  if (!droplet) throw new TemporaryFailure("no node is ready");
  return droplet;
}

const write = ({ kind, metadata: { name, namespace, tenant } }: KubeObject, status: object): Action => ({
  patch: { kind, name, namespace, tenant },
  with: { status },
  subresource: "status",
});

function running(podIP: string): object {
  const since = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  const conditions = ["PodScheduled", "Initialized", "ContainersReady", "Ready"].map((type) => ({
    ...{ type, status: "True", lastProbeTime: null, lastTransitionTime: since },
  }));
  return { phase: "Running", podIP, podIPs: [{ ip: podIP }], startTime: since, conditions };
}

/** A scaled endpoint with the Service's address, or one of the subnet where it has none. A Service without an address has none ever. */
export function serviceCreate(service: KubeObject, context: WorkflowContext): WorkflowStep {
  const { metadata, spec } = service;
  if (metadata.deletionTimestamp) return NOTHING;
  const name = serviceEndpointName(service);
  const existing = context.world.own("Endpoint", name);
  if (existing) return NOTHING;
  if (spec.type === "ExternalName") throw new Error("'clusterIP'");
  if (spec.clusterIP === "None") throw new Error("'None' does not appear to be an IPv4 or IPv6 address");
  const { vpc, vni, net, subnet } = endpointLocation(service, context);
  const ip = text(spec.clusterIP) || subnet.pool.allocate();
  const place = { vpc, net, ip, gw: "", mac: randomMacOf("a5:5b:00", context), vni, prefix: "" };
  const none = { droplet: "", itf: "", veth: "", netns: "", hostip: "", hostmac: "", cnidelay: "", pod: "" };
  return { actions: [{ create: newObject("Endpoint", name, { type: "scaled", ...place, ...none }) }] };
}

/** On Arktos the real operator looks for the endpoint under a name without tenant, so it stays. */
export function serviceDelete(service: KubeObject, { world, settings }: WorkflowContext): WorkflowStep {
  const name = serviceEndpointName(service);
  if ((world.tenants && settings.mode === "head") || !world.own("Endpoint", name)) return NOTHING;
  return { actions: [{ delete: { kind: "Endpoint", name } }] };
}

export function serviceEndpointName({ metadata: { name, namespace, tenant } }: KubeObject): string {
  return [name, text(namespace), ...(tenant ? [tenant] : [])].join("-");
}

const PROTOCOLS: { [name: string]: number } = { TCP: 6, UDP: 17 };

/** The ready addresses of a Service become the backends of its scaled endpoint, which its bouncers learn; all of it in memory only. */
export function endpointsUpdate(endpoints: KubeObject, { world, memory }: WorkflowContext): WorkflowStep {
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
