import { type InventoryInputs, inventoryOf } from "../../kinds/kind";
import { checkFailures, inputsInState, type Known, knownInputs, schemaFaults } from "./check";
import { withoutObject } from "./envelope";
import { failure } from "./errors";
import type { Bag, CheckFailure, Context, ResourceHandler } from "./handler";
import { hasUnknown, isUnknown } from "./json";
import { type Asked, type Lookout, lookFor, type Seen } from "./look";

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
export function inventoryKind(target: "avi" | "octavia" | "mizar", lookout: Lookout): ResourceHandler {
  const kind = inventoryOf(target);
  const look: Looking = (ctx, asked) => lookFor(target, lookout, ctx.config, asked);
  const inputsOf = (news: Bag): Inputs => {
    const { known, unknownAt } = knownInputs(kind, news);
    return {
      ...known,
      names: known.names?.filter((name) => !isUnknown(name)),
      open: hasUnknown(news.names),
      allowMassDelete: known.allowMassDelete === true || unknownAt("allowMassDelete"),
    };
  };
  return {
    ...withoutObject(kind, "inventory", ["names", "identities", "owner", "tenant"]),
    check(olds, news) {
      const failures = checkFailures(schemaFaults(kind, news), "LB2016");
      return failures.length > 0 ? failures : withoutInput(inputsInState(kind, olds), inputsOf(news));
    },
    inspect: (ctx, olds, news) =>
      olds ? massDeletion(look, ctx, inputsInState(kind, olds), inputsOf(news)) : anew(look, ctx, inputsOf(news)),
    diff(_id, olds, news) {
      const [before, after] = [inputsInState(kind, olds), inputsOf(news)];
      const changes = [...(sameNames(before, after) ? [] : ["names"]), ...(sameOwner(before, after) ? [] : ["owner"])];
      return { changes, replaces: [] };
    },
  };
}

type Looking = (ctx: Context, asked: Asked) => Promise<Seen>;

/** What a program says, as far as preview knows, or what a state remembers. */
interface Inputs extends Known<InventoryInputs> {
  /** A name that preview cannot know could be any of the missing ones. */
  open?: boolean;
}

/**
 * Objects with the mark of a component whose state begins just now are another state's, or a lost one's: to take them up in silence
 * would let the destroy of one state delete what the other needs. A run that was cut off has its inventory in the state.
 */
async function anew(look: Looking, ctx: Context, { names = [], owner, tenant, adopt }: Inputs): Promise<CheckFailure[]> {
  if (adopt || !owner || names.length === 0) return [];
  const seen = await look(ctx, { names, owners: [owner], tenant: tenant || undefined });
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
function withoutInput(olds: Inputs, { allowMassDelete, missing = {}, names }: Inputs): CheckFailure[] {
  const after = new Set(names);
  const gone = (olds.names ?? []).filter((name) => name in missing && !after.has(name));
  if (allowMassDelete || gone.length === 0) return [];
  const why = gone.map((name) => `${name} (missing: ${missing[name]})`);
  return refused("LB2017", `the specs lack what ${countOf(gone)} ${are(gone)} made of, so ${listed(why)} would be deleted`);
}

/** What the names alone would call a mass deletion is looked at: what a failed run never came to make cannot vanish. */
async function massDeletion(look: Looking, ctx: Context, olds: Inputs, news: Inputs): Promise<CheckFailure[]> {
  const before = olds.names;
  if (news.allowMassDelete || news.open || !before) return [];
  const after = new Set(news.names);
  const [was, is] = [olds.identities ?? {}, new Set(Object.values(news.identities ?? {}))];
  const goneOf = (names: readonly string[]) => names.filter((name) => !after.has(name) && !is.has(was[name] ?? name));
  if (!isLarge(goneOf(before), before)) return [];

  const owners = [...new Set([olds.owner, news.owner])].filter((owner) => owner !== undefined).filter(Boolean);
  const tenant = olds.tenant || news.tenant || undefined;
  const seen = owners.length > 0 ? await look(ctx, { names: before, owners, tenant }) : undefined;
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

function sameNames({ names: before }: Inputs, { names: after, open }: Inputs): boolean {
  if (open || !before || !after || before.length !== after.length) return false;
  const known = new Set(before);
  return after.every((name) => known.has(name));
}

/** States of the first release do not know the owner: that is no change. */
function sameOwner(olds: Inputs, news: Inputs): boolean {
  return olds.owner === undefined || news.owner === undefined || olds.owner === news.owner;
}
