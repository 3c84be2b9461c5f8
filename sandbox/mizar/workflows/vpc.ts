import type { Json, JsonObject } from "../../shared/json";
import type { KubeObject } from "../api/kinds";
import type { Action } from "../api/world";
import { PermanentFailure, TemporaryFailure } from "../engine/failures";
import { rangeOfSpec } from "../memory";
import { type Context, own, provision, type Workflows } from "./workflow";

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
    return { actions: dividersOf(name, context).slice(more).map(removal) };
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
    return { actions: doomed.map(removal), remember: () => void context.memory.dividers.delete(name) };
  },
};

function newDividers(vpc: string, vni: string, count: number, { random }: Context) {
  return Array.from({ length: Math.max(0, count) }, () =>
    own("Divider", `${vpc}-d-${random.uuid4()}`, { vpc, vni, ip: "", mac: "", droplet: "" }),
  );
}

const namesOf = (made: { metadata: { name: string } }[]): string[] => made.map(({ metadata }) => metadata.name);

const dividersOf = (vpc: string, { world }: Context): string[] =>
  world.owned("Divider").flatMap(({ spec, metadata }) => (spec.vpc === vpc ? metadata.name : []));

const removal = (name: string): Action => ({ delete: { kind: "Divider", name } });

/** The spec of a VPC that the operator uses; undefined: there is none yet. */
export function knownVpc(name: string, { world }: Context): JsonObject | undefined {
  const vpc: KubeObject | undefined = world.own("Vpc", name);
  return vpc?.spec.status === "Provisioned" ? vpc.spec : undefined;
}

/** A number the way Python's `int()` reads it. */
export function integer(value: Json | undefined, absent: number): number {
  if (value === undefined) return absent;
  if (typeof value === "number") return Math.trunc(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && /^\s*[+-]?\d+\s*$/.test(value)) return Number(value);
  if (typeof value === "string") throw new Error(`invalid literal for int() with base 10: '${value}'`);
  throw new Error("int() argument must be a string, a bytes-like object or a real number, not 'NoneType'");
}
