import { failure } from "./errors";
import type { Bag, CheckFailure, Kind } from "./kind";
import { isUnknown } from "./unknown";

/** A change that takes away no more than this is everyday work. */
const FEW = 5;
/** More than this part of everything is suspicious. */
const LARGE_PART = 1 / 3;

/** How many names a message lists. */
const SHOWN = 5;

/**
 * A resource without an object: it remembers the names that a cluster component manages. Its check runs at preview, and
 * before any delete, and refuses when a large part would vanish at once: an empty folder of manifests, a kubeconfig that
 * points elsewhere, a selector with a typing error.
 */
export function inventoryKind(namespace: string): Kind {
  return {
    name: `${namespace}:Inventory`,
    namespace,
    check: (olds, news) => massDeletion(olds, news),
    diff: (_id, olds, news) => ({ changes: sameNames(olds, news) ? [] : ["names"], replaces: [] }),
    create: async (_ctx, news) => ({ id: "inventory", outs: outsOf(news) }),
    read: async (_ctx, _id, last) => ({ outs: last, inputs: last }),
    update: async (_ctx, _id, _olds, news) => outsOf(news),
    delete: async () => undefined,
  };
}

function massDeletion(olds: Bag, news: Bag): CheckFailure[] {
  if (news.allowMassDelete === true || isUnknown(news.allowMassDelete)) return [];
  const before = namesOf(olds);
  // A name that preview cannot know could be any of the missing ones.
  if (!before || isUnknown(news.names) || (Array.isArray(news.names) && news.names.some(isUnknown))) return [];
  const after = new Set(namesOf(news) ?? []);
  const gone = before.filter((name) => !after.has(name));
  if (gone.length <= FEW || gone.length <= before.length * LARGE_PART) return [];
  const shown = gone.slice(0, SHOWN).join(", ");
  const more = gone.length > SHOWN ? ` and ${gone.length - SHOWN} more` : "";
  const message = `${gone.length} of ${before.length} objects would be deleted: ${shown}${more}`;
  return [{ property: "allowMassDelete", reason: failure("LB2017", { message }).message }];
}

function sameNames(olds: Bag, news: Bag): boolean {
  const before = namesOf(olds);
  const after = namesOf(news);
  if (!before || !after || before.length !== after.length) return false;
  const known = new Set(before);
  return after.every((name) => known.has(name));
}

function outsOf({ names }: Bag): Bag {
  return { names };
}

function namesOf({ names }: Bag): string[] | undefined {
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === "string" && !isUnknown(name)) : undefined;
}
