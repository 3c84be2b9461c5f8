import type { NewObject } from "./api/object";
import type { Action, World } from "./api/world";
import type { Memory } from "./memory/memory";
import { newDroplet } from "./workflows/node";
import { hasRange, rangeOfSpec } from "./workflows/range";
import type { Context } from "./workflows/workflow";

/** What the operator finds when it starts: subnets and their addresses in use, as far as objects tell. */
export function bootstrap(world: World, memory: Memory): void {
  for (const { metadata, spec } of world.provisioned("Subnet").filter(({ spec }) => hasRange(spec))) {
    memory.know(metadata.name, { vpc: String(spec.vpc ?? ""), range: rangeOfSpec(spec), gateway: false }, world.owned("Endpoint"));
  }
}

/** What the operator makes when it starts: droplets where there are none, the default VPC and its subnet. */
export function firstObjects(context: Context): Action[] {
  const { settings, world } = context;
  const names = world.owned("Droplet").length > 0 ? [] : settings.droplets;
  const droplets = names.map((name, index) => newDroplet(name, `172.18.0.${2 + index}`, context));
  const defaults: NewObject[] = [
    { kind: "Vpc", metadata: { name: "vpc0" }, spec: { ip: "10.20.0.0", prefix: "16", dividers: 1, status: "Init" } },
    { kind: "Subnet", metadata: { name: "net0" }, spec: { ip: "10.20.0.0", prefix: "16", vpc: "vpc0", bouncers: 1, status: "Init" } },
  ];
  return [...droplets, ...(settings.defaults ? defaults : [])].map((create) => ({ create, unlessThere: true }));
}
