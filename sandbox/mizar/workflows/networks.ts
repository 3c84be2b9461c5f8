// Workflow of VPCs and subnets.
import type { Json } from "../../shared/json";
import { type KubeObject, specText } from "../api/kinds";
import type { Action } from "../api/world";
import { PermanentFailure, TemporaryFailure } from "../engine/kopf";
import { rangeOfSpec } from "../memory";
import { interfaceNames, knownVpc } from "./endpoint";
import { newObject, provision, type WorkflowContext, type Workflows } from "./workflow";

const LARGEST_VNI = 2 ** 24;

export const vpcWorkflows: Workflows = {
  /** Does not wait for the Dividers. Runs again, with a new vni and more Dividers, whenever somebody writes `Init`. */
  init(vpc, context) {
    const { name } = vpc.metadata;
    const { ip, prefix } = rangeOfSpec(vpc.spec);
    const dividers = integer(vpc.spec.dividers, 1);
    if (context.world.provisioned("Droplet").length === 0) {
      throw new TemporaryFailure(`Task: VpcCreate VPC: ${name} No droplets available.`);
    }
    const vni = name === "vpc0" ? "1" : String(Number.parseInt(context.random.hex(3), 16) % LARGEST_VNI);
    const made = newDividers(name, vni, dividers, context);
    return {
      actions: [...made.map((create): Action => ({ create })), provision(vpc, { ip, prefix, vni, dividers }, context)],
      remember: () => context.memory.owns(name, namesOf(made)),
    };
  },

  provisioned(vpc, context, changes) {
    const { name } = vpc.metadata;
    const change = changes.find(({ field }) => field === "dividers");
    const more = change ? integer(change.to, 1) - integer(change.from, 1) : 0;
    if (more >= 0) {
      const made = newDividers(name, String(vpc.spec.vni ?? ""), more, context);
      return { actions: made.map((create) => ({ create })), remember: () => context.memory.owns(name, namesOf(made)) };
    }
    return { actions: dividersOf(name, context).slice(more).map(dividerRemoval) };
  },

  deleted(vpc, context) {
    const { name } = vpc.metadata;
    if (vpc.spec.status !== "Provisioned") throw new PermanentFailure("'NoneType' object has no attribute 'set_obj_spec'");
    if ([...context.memory.subnets.values()].some((subnet) => subnet.vpc === name)) return undefined;
    const { mode } = context.settings;
    const mine = context.memory.dividers.get(name) ?? [];
    // an operator that was started again does not know the Dividers that the one before had made
    if (mode === "head" && mine.length === 0) throw new Error("pop from an empty list");
    const doomed = mode === "head" ? mine.slice(0, integer(vpc.spec.dividers, 1)) : dividersOf(name, context);
    return { actions: doomed.map(dividerRemoval), remember: () => void context.memory.dividers.delete(name) };
  },
};

function newDividers(vpc: string, vni: string, count: number, { random }: WorkflowContext) {
  return Array.from({ length: Math.max(0, count) }, () =>
    newObject("Divider", `${vpc}-d-${random.uuid4()}`, { vpc, vni, ip: "", mac: "", droplet: "" }),
  );
}

const namesOf = (made: { metadata: { name: string } }[]): string[] => made.map(({ metadata }) => metadata.name);

const dividersOf = (vpc: string, { world }: WorkflowContext): string[] =>
  world.owned("Divider").flatMap(({ spec, metadata }) => (spec.vpc === vpc ? metadata.name : []));

const dividerRemoval = (name: string): Action => ({ delete: { kind: "Divider", name } });

/** A number the way Python's `int()` reads it. */
function integer(value: Json | undefined, absent: number): number {
  if (value === undefined) return absent;
  if (typeof value === "number") return Math.trunc(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && /^\s*[+-]?\d+\s*$/.test(value)) return Number(value);
  if (typeof value === "string") throw new Error(`invalid literal for int() with base 10: '${value}'`);
  throw new Error("int() argument must be a string, a bytes-like object or a real number, not 'NoneType'");
}

export const subnetWorkflows: Workflows = {
  init(subnet, context) {
    const { name } = subnet.metadata;
    const range = rangeOfSpec(subnet.spec);
    const vpc = specText(subnet, "vpc");
    const bouncers = integer(subnet.spec.bouncers, 1);
    const task = `Task: NetCreate Net: ${name}`;
    if (context.world.provisioned("Droplet").length === 0) throw new TemporaryFailure(`${task} No droplets available.`);
    const parent = knownVpc(vpc, context);
    if (!parent) throw new TemporaryFailure(`${task} VPC ${vpc} not yet created`);
    if (!context.world.provisioned("Divider").some(({ spec }) => spec.vpc === vpc)) {
      throw new TemporaryFailure(`${task} Dividers not available`);
    }
    const vni = String(parent.vni ?? "");
    const { ip, prefix } = range;
    return {
      actions: [
        ...newBouncers(name, { vpc, vni, ip, prefix: String(prefix) }, bouncers, context),
        provision(subnet, { ip, prefix, vpc, vni, bouncers }, context),
      ],
      remember: () => context.memory.know(name, { vpc, range, gateway: true }, context.world.owned("Endpoint")),
    };
  },

  /** Fewer bouncers than before: nothing happens. */
  provisioned(subnet, context, changes) {
    const { name } = subnet.metadata;
    const of = (field: string) => specText(subnet, field);
    const place = { vpc: of("vpc"), vni: of("vni"), ip: of("ip"), prefix: of("prefix") };
    if (!context.memory.subnets.has(name)) {
      context.memory.know(name, { vpc: place.vpc, range: rangeOfSpec(subnet.spec), gateway: false }, context.world.owned("Endpoint"));
    }
    const change = changes.find(({ field }) => field === "bouncers");
    const more = change ? integer(change.to, 1) - integer(change.from, 1) : 0;
    return { actions: [...newBouncers(name, place, more, context), ...hostEndpoints(context)] };
  },

  /** The gateway endpoint of a subnet is never removed, so the real operator waits for ever. */
  deleted(subnet, context) {
    const { name } = subnet.metadata;
    const subnetMemory = context.memory.subnets.get(name);
    if (!subnetMemory) throw new PermanentFailure("'NoneType' object has no attribute 'set_obj_spec'");
    const endpoints = context.world.owned("Endpoint").filter(({ spec }) => spec.net === name);
    const hosts = endpoints.filter(({ spec }) => spec.type === "host");
    if (context.settings.mode === "head" ? subnetMemory.gateway || endpoints.length > 0 : endpoints.length > hosts.length) return undefined;
    const bouncers = context.world.owned("Bouncer").filter(({ spec }) => spec.net === name);
    return { actions: [...hosts, ...bouncers].map(removal), remember: () => void context.memory.subnets.delete(name) };
  },
};

function newBouncers(
  net: string,
  { vpc, vni, ip, prefix }: { vpc: string; vni: string; ip: string; prefix: string },
  count: number,
  { random }: WorkflowContext,
): Action[] {
  return Array.from({ length: Math.max(0, count) }, () => ({
    create: newObject("Bouncer", `${net}-b-${random.uuid4()}`, { vpc, net, ip: "", mac: "", droplet: "", vni, nip: ip, prefix }),
  }));
}

const removal = ({ kind, metadata: { name } }: KubeObject): Action => ({ delete: { kind, name } });

/** The host endpoints that are missing: one per VPC and droplet, in the first subnet of the VPC. */
export function hostEndpoints({ world, memory }: WorkflowContext): Action[] {
  return world.provisioned("Vpc").flatMap((vpc) => {
    const net = memory.firstSubnetOf(vpc.metadata.name);
    const subnet = net === undefined ? undefined : world.own("Subnet", net);
    // a subnet that is going takes its host endpoints along
    if (!subnet || subnet.metadata.deletionTimestamp) return [];
    const vni = specText(vpc, "vni");
    return world.provisioned("Droplet").flatMap((droplet): Action[] => {
      const name = `${droplet.metadata.name}-default--hostep-${vni}`;
      if (world.own("Endpoint", name)) return [];
      const [hostip, hostmac] = [specText(droplet, "ip"), specText(droplet, "mac")];
      const place = { vpc: vpc.metadata.name, net, ip: hostip, gw: "", mac: hostmac, vni, prefix: "32" };
      const host = { droplet: droplet.metadata.name, ...interfaceNames(name), netns: "", hostip, hostmac, pod: "" };
      return [{ create: newObject("Endpoint", name, { type: "host", ...place, ...host }), unlessThere: true }];
    });
  });
}
