// The schemas of a load balancer and everything below it.

import type { z } from "zod";
import { type FieldTable, merged } from "../field-table";
import type { Json } from "../kind";
import { factsOf, type OctaviaFacts, type TreePart } from "./fields";
import { healthMonitor } from "./health-monitor";
import { l7Policy, l7Rule, listener } from "./listener";
import { loadBalancer } from "./load-balancer-body";
import { member } from "./member";
import { isPoolRef, pool } from "./pool";

/** The schema of every object of the tree. */
const BODIES = {
  loadbalancer: loadBalancer,
  listener,
  pool,
  member,
  healthmonitor: healthMonitor,
  l7policy: l7Policy,
  rule: l7Rule,
} as const satisfies Record<TreePart, z.ZodObject>;

/** Every field of every object, with the objects below. */
const ALL = eachPart(() => true);

/** Every field that an object itself has, as far as it is compared and written; `id` and the objects below are none. */
export const FIELDS: { readonly [P in TreePart]: { readonly [field: string]: OctaviaFacts } } = eachPart(
  (facts, name) => !facts.below && name !== "id",
);

/** Fields that hold objects of the tree. */
const BELOW = eachPart(({ below }) => below !== undefined);

/** Facts about a field on any object of the tree. A name means the same on all of them; only whether it can change differs. */
export const TREE: FieldTable = merged(
  ...Object.values(ALL).map((table) =>
    Object.fromEntries(Object.entries(table).map(([name, { fixed: _, ...facts }]) => [`*.${name}`, facts])),
  ),
  // of further VIPs
  { "*.ip_address": { form: "address" } },
);

function eachPart(fits: (facts: OctaviaFacts, name: string) => boolean) {
  const of = (part: TreePart) =>
    Object.fromEntries(
      Object.entries<z.ZodType>(BODIES[part].shape)
        .map(([name, schema]) => [name, factsOf(schema)] as const)
        .filter(([name, facts]) => fits(facts, name)),
    );
  return {
    loadbalancer: of("loadbalancer"),
    listener: of("listener"),
    pool: of("pool"),
    member: of("member"),
    healthmonitor: of("healthmonitor"),
    l7policy: of("l7policy"),
    rule: of("rule"),
  };
}

/** An object of a body, of which nothing is certain yet. */
export type Raw = { readonly [field: string]: Json };

/** One object of a load balancer body. */
export interface TreePlace {
  part: TreePart;
  body: Raw;
  /** JSON pointer from the load balancer, `` for itself, e.g. `/listeners/0/default_pool`. */
  pointer: string;
  /** The object it is in; a pool of `pools` is in the load balancer. */
  parent?: TreePlace;
}

/** Every object of a load balancer body, parents first. A pool that is only named (`{ name }`) is defined elsewhere and is left out. */
export function* walk(body: object): Generator<TreePlace> {
  if (isRaw(body)) yield* from({ part: "loadbalancer", body, pointer: "" });
}

function* from(place: TreePlace): Generator<TreePlace> {
  yield place;
  for (const [field, { below: part }] of Object.entries(BELOW[place.part])) {
    if (!part) continue;
    const value = place.body[field];
    const pointer = `${place.pointer}/${field}`;
    const several: [string, Json | undefined][] = Array.isArray(value)
      ? value.map((one, i) => [`${pointer}/${i}`, one])
      : [[pointer, value]];
    for (const [at, child] of several) {
      if (isRaw(child) && !(part === "pool" && isPoolRef(child))) yield* from({ part, body: child, pointer: at, parent: place });
    }
  }
}

function isRaw(candidate: unknown): candidate is Raw {
  return typeof candidate === "object" && candidate !== null && !Array.isArray(candidate);
}
