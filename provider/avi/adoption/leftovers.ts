// The objects of a cluster that no plan contains, in the order in which they can be deleted.

import { DELETION_ORDER, describe } from "../../../resources/avi/body";
import { SERVER_FIELDS } from "../../../resources/avi/fields";
import type { Leftover } from "../../lifecycle/adoption";
import type { AviObject } from "../client/answers";
import { markOf } from "../objects";
import { referencesIn } from "../read-declared";
import type { ExistingObject } from "./existing-objects";
import { type Bodies, hostsOf, notYetServed } from "./hosts";

/**
 * Objects on the controller that are in no plan, in the order of their removal. If the plan serves a host, its own objects for that host
 * must exist before any other object that serves it is removed.
 */
export function leftoversOf(existing: ReadonlyMap<string, ExistingObject>, planned: Bodies): Leftover[] {
  const bodies: Bodies = new Map([...existing].map(([key, { live }]) => [key, live]));
  const unserved = notYetServed(planned, bodies);
  const unplanned = [...existing.values()].filter(({ key }) => !planned.has(key));
  const refers = new Map([...existing.values()].map(({ key, live }) => [key, referredBy(live)]));
  const reasons = new Map<string, string>();
  for (const { key, type, live } of existing.values()) {
    if (!planned.has(key)) continue;
    for (const target of refers.get(key) ?? [])
      reasons.set(target, `${describe(type, live.name)} of the plan still refers to it: adopt first`);
  }
  for (const { key } of unplanned) {
    const alone = hostsOf(key, bodies).filter((host) => unserved.has(host));
    if (alone.length > 0) reasons.set(key, `nothing of the plan serves ${alone.join(", ")} yet: make that first`);
  }
  const ordered = inOrder(unplanned, refers);
  // An object that a staying object needs also stays.
  for (const { key, type, live } of ordered) {
    if (reasons.has(key))
      for (const target of refers.get(key) ?? [])
        if (!reasons.has(target)) reasons.set(target, `${describe(type, live.name)} stays and refers to it`);
  }
  return ordered.map(({ key, type, live }) => {
    const why = reasons.get(key);
    const about = { key, object: describe(type, live.name), uuid: live.uuid, mark: type === "vsvip" ? "" : markOf(type, live) };
    return { ...about, hosts: hostsOf(key, bodies), ...(why === undefined ? {} : { held: why }) };
  });
}

/** `<type>/<name>` of everything that an object points at. What the controller adds points back at what refers to it. */
function referredBy(live: AviObject): string[] {
  const withoutServerFields = Object.fromEntries(Object.entries(live).filter(([field]) => !SERVER_FIELDS.has(field)));
  return referencesIn(withoutServerFields).map(({ type, name }) => `${type}/${name}`);
}

function inOrder(unplanned: readonly ExistingObject[], refers: ReadonlyMap<string, readonly string[]>): ExistingObject[] {
  const rank = ({ type }: ExistingObject) => DELETION_ORDER.indexOf(type);
  const waiting = [...unplanned].sort((a, b) => rank(a) - rank(b) || (a.key < b.key ? -1 : 1));
  const ordered: ExistingObject[] = [];
  while (waiting.length > 0) {
    const isFree = ({ key }: ExistingObject) => !waiting.some((other) => other.key !== key && refers.get(other.key)?.includes(key));
    const next = waiting.findIndex(isFree);
    // a circle cannot be: the controller would never have taken its first object
    ordered.push(...waiting.splice(Math.max(next, 0), 1));
  }
  return ordered;
}
