import { isObject, type JsonObject } from "../../lifecycle/json";
import type { Part } from "./features";

/** A load balancer body, of the contract or as it goes over the wire. */
export type Body = { readonly [field: string]: unknown };

/** One object of a load balancer body. */
export interface Place {
  part: Part;
  body: JsonObject;
  /** JSON pointer from the load balancer, `` for itself, e.g. `/listeners/0/default_pool`. */
  pointer: string;
  /** The object it stands in; a pool of `pools` stands in the load balancer. */
  parent?: Place;
}

/** Fields that hold objects of the tree. */
const BELOW: { readonly [P in Part]: readonly (readonly [field: string, part: Part])[] } = {
  loadbalancer: [
    ["listeners", "listener"],
    ["pools", "pool"],
  ],
  listener: [
    ["default_pool", "pool"],
    ["l7policies", "l7policy"],
  ],
  pool: [
    ["members", "member"],
    ["healthmonitor", "healthmonitor"],
  ],
  l7policy: [
    ["redirect_pool", "pool"],
    ["rules", "rule"],
  ],
  member: [],
  healthmonitor: [],
  rule: [],
};

/** Every object of a load balancer body, parents first. A pool that is only named (`{ name }`) stands elsewhere and is left out. */
export function* walk(loadBalancer: Body): Generator<Place> {
  yield* below({ part: "loadbalancer", body: loadBalancer as JsonObject, pointer: "" });
}

function* below(place: Place): Generator<Place> {
  yield place;
  for (const [field, part] of BELOW[place.part]) {
    const held = place.body[field];
    const pointer = `${place.pointer}/${field}`;
    const several: [string, unknown][] = Array.isArray(held) ? held.map((one, i) => [`${pointer}/${i}`, one]) : [[pointer, held]];
    for (const [at, one] of several) {
      if (isObject(one) && !isMention(part, one)) yield* below({ part, body: one, pointer: at, parent: place });
    }
  }
}

function isMention(part: Part, body: JsonObject): boolean {
  return part === "pool" && Object.keys(body).every((key) => key === "name");
}
