import type { z } from "zod";
import type { Json } from "../kind";
import { type FieldRules, type Part, rulesOf } from "./fields";
import { l7Policy, l7Rule, listener } from "./listener";
import { loadBalancer } from "./load-balancer";
import { healthMonitor, isPoolRef, member, pool } from "./pool";

/** The schema of every object of the tree. */
const BODIES = {
  loadbalancer: loadBalancer,
  listener,
  pool,
  member,
  healthmonitor: healthMonitor,
  l7policy: l7Policy,
  rule: l7Rule,
} as const satisfies Record<Part, z.ZodObject>;

/** Every field that an object itself has, by name, as far as it is compared and written; `id` and the objects below are none. */
export const FIELDS: { readonly [P in Part]: { readonly [field: string]: FieldRules } } = eachPart(
  (rules, name) => !rules.below && name !== "id",
);

/** Fields that hold objects of the tree. */
const BELOW = eachPart(({ below }) => below !== undefined);

function eachPart(fits: (rules: FieldRules, name: string) => boolean) {
  const of = (part: Part) =>
    Object.fromEntries(
      Object.entries<z.ZodType>(BODIES[part].shape)
        .map(([name, schema]) => [name, rulesOf(schema)] as const)
        .filter(([name, rules]) => fits(rules, name)),
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

/** The guarded fields with what they are when nothing is declared; a name means the same on every object. */
export const GUARDED: ReadonlyMap<string, FieldRules["unset"]> = new Map(
  Object.values(FIELDS).flatMap((table) =>
    Object.entries(table).flatMap(([name, { guarded, unset }]) => (guarded ? [[name, unset] as const] : [])),
  ),
);

/** An object of a body, of which nothing is certain yet. */
export type Raw = { readonly [field: string]: Json };

/** One object of a load balancer body. */
export interface Place {
  part: Part;
  body: Raw;
  /** JSON pointer from the load balancer, `` for itself, e.g. `/listeners/0/default_pool`. */
  pointer: string;
  /** The object it is in; a pool of `pools` is in the load balancer. */
  parent?: Place;
}

/** Every object of a load balancer body, parents first. A pool that is only named (`{ name }`) is defined elsewhere and is left out. */
export function* walk(body: object): Generator<Place> {
  if (isRaw(body)) yield* from({ part: "loadbalancer", body, pointer: "" });
}

function* from(place: Place): Generator<Place> {
  yield place;
  for (const [field, { below: part }] of Object.entries(BELOW[place.part])) {
    if (!part) continue;
    const held = place.body[field];
    const pointer = `${place.pointer}/${field}`;
    const several: [string, Json | undefined][] = Array.isArray(held) ? held.map((one, i) => [`${pointer}/${i}`, one]) : [[pointer, held]];
    for (const [at, one] of several) {
      if (isRaw(one) && !(part === "pool" && isPoolRef(one))) yield* from({ part, body: one, pointer: at, parent: place });
    }
  }
}

function isRaw(candidate: unknown): candidate is Raw {
  return typeof candidate === "object" && candidate !== null && !Array.isArray(candidate);
}
