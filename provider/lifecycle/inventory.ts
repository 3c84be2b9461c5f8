import { failure } from "./errors";
import type { Bag, CheckFailure, Context, Kind } from "./kind";
import { type Lookout, lookFor, type Seen } from "./look";
import { isObject } from "./sanitize";
import { isUnknown } from "./unknown";

/** A change that takes away no more than this is everyday work. */
const FEW = 5;
/** More than this part of everything is suspicious. */
const LARGE_PART = 1 / 3;

/** How many names a message lists. */
const SHOWN = 5;

/**
 * A resource without an object: it remembers the names that a component manages, and is made before anything else of it. Its check
 * runs at preview, and before anything is written; it alone looks at the server there, and only when there is a reason:
 * - it is made anew, so nothing of its component should exist;
 * - a large part would vanish at once: an empty folder of manifests, a kubeconfig that points elsewhere, a selector with a typing error.
 */
export function inventoryKind(namespace: string, lookout: Lookout): Kind {
  return {
    name: `${namespace}:Inventory`,
    namespace,
    check: (olds, news) => withoutInput(olds, news),
    inspect: (ctx, olds, news) => (olds ? massDeletion(lookout, ctx, olds, news) : anew(lookout, ctx, news)),
    diff: (_id, olds, news) => ({
      changes: [...(sameNames(olds, news) ? [] : ["names"]), ...(sameOwner(olds, news) ? [] : ["owner"])],
      replaces: [],
    }),
    create: async (_ctx, news) => ({ id: "inventory", outs: outsOf(news) }),
    read: async (_ctx, _id, last) => ({ outs: last, inputs: last }),
    update: async (_ctx, _id, _olds, news) => outsOf(news),
    delete: async () => undefined,
  };
}

/**
 * Objects with the mark of a component whose state begins just now are another state's, or a lost one's: to take them up in silence
 * would let the destroy of one state delete what the other needs. A run that was cut off has its inventory in the state.
 */
async function anew(lookout: Lookout, ctx: Context, news: Bag): Promise<CheckFailure[]> {
  const names = namesOf(news) ?? [];
  const owner = textOf(news.owner);
  if (news.adopt === true || owner === undefined || names.length === 0) return [];
  const seen = await lookFor(lookout, ctx.config, { names, owners: [owner], tenant: textOf(news.tenant) });
  if (seen.reasons.length > 0) {
    ctx.notice(`nobody could see whether objects of this component exist already: ${seen.reasons.join("; ")}`);
  }
  const wanted = new Set(names);
  const ours = namesSeen(seen, (mark) => mark === owner);
  const taken = ours.filter((name) => wanted.has(name));
  if (taken.length > 0)
    return refused("LB2053", `${countOf(taken)} with the mark ${owner} ${are(taken)} on the server already: ${listed(taken)}`);
  const others = seen.sightings.filter(({ name, owner: mark }) => mark !== owner && wanted.has(name));
  if (others.length > 0) {
    const theirs = [...new Set(others.map(({ name }) => name))].sort();
    const marks = [...new Set(others.map((one) => one.owner))].sort();
    return refused(
      "LB2054",
      `${countOf(theirs)} of this component ${are(theirs)} on the server with the mark ${marks.join(", ")}: ${listed(theirs)}`,
    );
  }
  if (ours.length > 0)
    ctx.notice(`${countOf(ours)} with the mark of this component ${are(ours)} on the server and not among its specs: ${listed(ours)}`);
  return [];
}

/** What is not planned only because the specs lack what it is made of: where it exists, the run stops instead of deleting it. */
function withoutInput(olds: Bag, news: Bag): CheckFailure[] {
  if (news.allowMassDelete === true || isUnknown(news.allowMassDelete) || !isObject(news.missing)) return [];
  const after = new Set(namesOf(news) ?? []);
  const lacks = news.missing;
  const gone = (namesOf(olds) ?? []).filter((name) => name in lacks && !after.has(name));
  if (gone.length === 0) return [];
  const why = gone.map((name) => `${name} (missing: ${String(lacks[name])})`);
  return refused("LB2017", `the specs lack what ${countOf(gone)} ${are(gone)} made of, so ${listed(why)} would be deleted`);
}

/** What the names alone would call a mass deletion is looked at: what a failed run never came to make cannot vanish. */
async function massDeletion(lookout: Lookout, ctx: Context, olds: Bag, news: Bag): Promise<CheckFailure[]> {
  if (news.allowMassDelete === true || isUnknown(news.allowMassDelete)) return [];
  const before = namesOf(olds);
  // A name that preview cannot know could be any of the missing ones.
  if (!before || isUnknown(news.names) || (Array.isArray(news.names) && news.names.some(isUnknown))) return [];
  const after = new Set(namesOf(news) ?? []);
  const [was, is] = [identitiesOf(olds), new Set(Object.values(identitiesOf(news)))];
  const goneOf = (names: readonly string[]) => names.filter((name) => !after.has(name) && !is.has(was[name] ?? name));
  if (!isLarge(goneOf(before), before)) return [];

  const owners = [...new Set([textOf(olds.owner), textOf(news.owner)])].filter((owner) => owner !== undefined);
  const tenant = textOf(olds.tenant) ?? textOf(news.tenant);
  const seen = owners.length > 0 ? await lookFor(lookout, ctx.config, { names: before, owners, tenant }) : undefined;
  const there = new Set(seen && namesSeen(seen, (mark) => owners.includes(mark)));
  const existing = seen ? before.filter((name) => !seen.told.has(name) || there.has(name)) : before;
  const gone = goneOf(existing);
  if (!isLarge(gone, existing)) return [];
  const unsure = seen && seen.reasons.length > 0 ? ` (which of them exist nobody could see: ${seen.reasons.join("; ")})` : "";
  return refused("LB2017", `${gone.length} of ${existing.length} objects would be deleted: ${listed(gone)}${unsure}`);
}

function isLarge(gone: readonly string[], all: readonly string[]): boolean {
  return gone.length > FEW && gone.length > all.length * LARGE_PART;
}

/** The engine prints the value of the property that a failure names; none of them is what is wrong. */
function refused(code: "LB2017" | "LB2053" | "LB2054", message: string): CheckFailure[] {
  return [{ property: "", reason: failure(code, { message }).message }];
}

function namesSeen({ sightings }: Seen, fits: (mark: string) => boolean): string[] {
  return [...new Set(sightings.filter(({ owner }) => fits(owner)).map(({ name }) => name))].sort();
}

function listed(names: readonly string[]): string {
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return `${names.slice(0, SHOWN).join(", ")}${more}`;
}

const countOf = (names: readonly string[]) => `${names.length} ${names.length === 1 ? "object" : "objects"}`;
const are = (names: readonly string[]) => (names.length === 1 ? "is" : "are");

function sameNames(olds: Bag, news: Bag): boolean {
  const before = namesOf(olds);
  const after = namesOf(news);
  if (!before || !after || before.length !== after.length) return false;
  const known = new Set(before);
  return after.every((name) => known.has(name));
}

/** States of the first release do not know the owner: that is no change. */
function sameOwner(olds: Bag, news: Bag): boolean {
  return olds.owner === undefined || news.owner === undefined || olds.owner === news.owner;
}

function outsOf({ names, identities, owner, tenant }: Bag): Bag {
  return { names, identities, owner, tenant };
}

/** What names stand for, where an object can be renamed. */
function identitiesOf({ identities }: Bag): { [name: string]: string } {
  const told = isObject(identities) ? Object.entries(identities) : [];
  return Object.fromEntries(told.filter((entry): entry is [string, string] => typeof entry[1] === "string" && !isUnknown(entry[1])));
}

function namesOf({ names }: Bag): string[] | undefined {
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === "string" && !isUnknown(name)) : undefined;
}

function textOf(value: Bag[string]): string | undefined {
  return typeof value === "string" && value !== "" && !isUnknown(value) ? value : undefined;
}
