import { failure } from "../../lifecycle/errors";
import type { Bag } from "../../lifecycle/kind";
import { isObject, type JsonObject } from "../../lifecycle/sanitize";
import { EVERYTHING, type Selection } from "../live/read-tree";
import { flatten } from "../tree/flatten";
import { listenerKey, objects } from "../tree/keys";
import type { Inputs } from "./inputs";
import { isMarked } from "./ownership";

/**
 * Which listeners and pools of a load balancer are ours. All, when it is ours. In one that others made: those the state knows,
 * and those of the declared names with our mark; without the mark where they may be taken over or the server knows no tags. The
 * mark alone is not enough, because another service of the same cluster has the same.
 */
export function selectionOf(inputs: Inputs, last: Bag, tags: boolean): Selection {
  if (!inputs.sharedId) return EVERYTHING;
  const known = new Set(isObject(last.ids) ? Object.values(last.ids) : []);
  const byName = inputs.adopt || !tags;
  const bodies = [inputs.body, ...(isObject(last.loadBalancer) ? [last.loadBalancer] : [])].map(flatten);
  const names = (list: "listeners" | "pools") => new Set(bodies.flatMap((body) => objects(body[list])).map((one) => String(one.name)));
  const listeners = names("listeners");
  const pools = names("pools");
  const ours = (raw: JsonObject, named: Set<string>) =>
    known.has(String(raw.id)) || (named.has(String(raw.name)) && (byName || isMarked(raw, inputs.owner)));
  return { listener: (raw) => ours(raw, listeners), pool: (raw, used) => used || ours(raw, pools) };
}

/** Refuses ports that other services use: one listener per port is all a load balancer has. */
export function assertPortsFree(inputs: Inputs, all: readonly JsonObject[], selection: Selection): void {
  const wanted = new Set(objects(inputs.body.listeners).map(listenerKey));
  const taken = all.find((raw) => wanted.has(listenerKey(raw)) && !selection.listener(raw));
  if (!taken) return;
  const object = `LoadBalancer ${inputs.name || inputs.sharedId}`;
  const message = `the listener port ${String(taken.protocol_port)} already exists: ${String(taken.name)} (${String(taken.id)})`;
  throw failure("LB2047", { object, message });
}
