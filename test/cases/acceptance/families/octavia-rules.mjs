import {
  ingressStatus,
  listenerAcl,
  octaviaLoadBalancerName,
  readSpecs,
  sharingConflict,
  translateToOctavia,
} from "../../../../dist/sdk/index.js";
import { missing } from "../lib/subset.mjs";
import { objectsOf } from "./octavia-flat.mjs";
import { reconcile } from "./octavia-reconcile.mjs";

/** Groups that are not a matter of one translation: each goes to the public function that owns the rule. */
export const RULES = [
  { applies: ({ group }) => group === "kuryr-acl", run: acl },
  { applies: ({ group }) => group === "kuryr-floating-ip", run: floatingIp },
  { applies: ({ group }) => group === "kuryr-reconcile", run: reconcile },
  { applies: ({ expect }) => expect.ingress !== undefined || expect.status !== undefined, run: status },
  {
    applies: ({ group, input }) =>
      group === "occm-shared-and-delete" && (input.listeners || input.existing_listeners || input.loadbalancer),
    run: conflict,
  },
  { applies: ({ expect }) => expect.loadbalancer_name !== undefined, run: name },
];

function acl({ input, expect }) {
  return missing(expect, { listener_update: listenerAcl(input.policy_cidrs) });
}

const planOf = (input, settings, naming) =>
  translateToOctavia(readSpecs(objectsOf(input)), { settings: { ...settings, naming } }).resources[0]?.inputs;

function floatingIp({ input, settings, expect }) {
  return missing(expect, { floating_ip: shown(planOf(input, settings, "kuryr")?.floatingIp) });
}

/** A floating IP in Kuryr's words. */
function shown(ip) {
  if (!ip) return null;
  const pool = ip.floating_network_id !== undefined;
  return {
    ...(pool ? { network: ip.floating_network_id, subnet: ip.subnet_ids?.[0] } : { ip: ip.floating_ip_address }),
    alloc_method: pool ? "pool" : "user",
    description: ip.description,
    associate_with: "vip_port",
    delete_with_service: !ip.keep,
  };
}

function name({ input, expect }) {
  return missing(expect.loadbalancer_name, octaviaLoadBalancerName(input.cluster, input.namespace, input.service));
}

/** Compares the form in which a Service shows its address (octavia.md 3.2). */
function status({ input, settings, expect }) {
  const { service, address = input.ip ?? input.vip_address ?? input.floating_ip } = input;
  const plan = translateToOctavia(readSpecs(objectsOf(input)), { settings: { ...settings, naming: "occm" } });
  const planned = plan.resources.find(({ owners }) => owners.some(({ name: owner }) => owner === service.metadata.name));
  const shown = ingressStatus(address, plan.shown.loadBalancers[planned?.name]?.status);
  return missing(expect, { ...shown, ingress: [shown], status: { ingress: [shown], loadBalancer: { ingress: [shown] } } });
}

/** Compares the decision whether the ports of a Service are free on a load balancer that others use. */
function conflict({ input, settings, expect }) {
  const { service, lb_name: name = "mine", owner, is_owner: isOwner = owner === true } = input;
  const present = input.listeners ?? input.existing_listeners ?? input.loadbalancer?.listeners ?? [];
  const ports = (service?.spec.ports ?? input.ports).map(({ port, protocol = "TCP" }) => ({ protocol, protocol_port: port }));
  const tags = input.loadbalancer?.tags ?? [];
  const shared = tags.filter((tag) => tag.startsWith("kube_service_")).length;
  const id = input.loadbalancer?.id ?? "";
  const annotated = service?.metadata?.annotations?.["service.beta.kubernetes.io/openstack-internal-load-balancer"] === "true";
  const internal = settings?.internal_lb === true || input.internal === true || annotated;
  const at = { id, service: name, owner: isOwner, present, shared, maxShared: settings?.max_shared_lb, internal };
  const found = sharingConflict(ports, at);
  if (expect.error_contains)
    return found?.includes(expect.error_contains) ? [] : [`expected ${expect.error_contains}, got ${found ?? "no conflict"}`];
  return found ? [`expected no conflict, got ${found}`] : [];
}
