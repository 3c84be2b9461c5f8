// Workflows of droplets, dividers and bouncers.
import { asArray, asObject, text } from "../../shared/json";
import type { KubeObject, NewObject } from "../api/kinds";
import { specText } from "../api/kinds";
import { TemporaryFailure } from "../engine/kopf";
import { hostEndpoints } from "./networks";
import { NOTHING, newObject, provision, randomMacOf, type WorkflowContext, type WorkflowStep, type Workflows } from "./workflow";

/** A node: has an address and is ready. */
export const dropletWorkflows: Workflows = {
  init: (droplet, context) => ({ actions: [provision(droplet, {}, context)] }),
  provisioned: (_droplet, context) => ({ actions: hostEndpoints(context) }),
  deleted: () => NOTHING,
};

/** On a droplet chosen at random. Its vni is written back empty, a slip of the real operator. */
export const dividerWorkflows: Workflows = {
  init(divider, context) {
    const place = anyDroplet(`Task: DividerCreate Divider: ${divider.metadata.name}`, context);
    return { actions: [provision(divider, { vpc: specText(divider, "vpc"), vni: "", ...place }, context)] };
  },
  provisioned: () => NOTHING,
  deleted: () => NOTHING,
};

export const bouncerWorkflows: Workflows = {
  init(bouncer, context) {
    const task = `Task: BouncerCreate Bouncer: ${bouncer.metadata.name}`;
    const net = specText(bouncer, "net");
    if (!context.memory.subnets.has(net)) throw new TemporaryFailure(`${task} Net ${net} not ready.`);
    return { actions: [provision(bouncer, anyDroplet(task, context), context)] };
  },
  provisioned: () => NOTHING,
  deleted: () => NOTHING,
};

function anyDroplet(task: string, { world, random }: WorkflowContext): { droplet: string; ip: string; mac: string } {
  const droplets = world.provisioned("Droplet");
  const droplet = droplets[Number.parseInt(random.hex(3), 16) % (droplets.length || 1)];
  if (!droplet) throw new TemporaryFailure(`${task} No droplets available.`);
  return { droplet: droplet.metadata.name, ip: specText(droplet, "ip"), mac: specText(droplet, "mac") };
}

/** Every node has a droplet. */
export function nodeCreate(node: KubeObject, context: WorkflowContext): WorkflowStep {
  const addresses = asArray(node.status.addresses).map(asObject);
  const ip = text(addresses.find(({ type }) => type === "InternalIP")?.address);
  const { name } = node.metadata;
  if (!ip || context.world.own("Droplet", name)) return NOTHING;
  return { actions: [{ create: newDroplet(name, ip, context), unlessThere: true }] };
}

export const newDroplet = (name: string, ip: string, context: WorkflowContext): NewObject =>
  newObject("Droplet", name, { main_ip: ip, ip, mac: randomMacOf("02:42", context), itf: "eth0" });
