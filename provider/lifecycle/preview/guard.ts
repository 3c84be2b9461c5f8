import type { InventoryInputs } from "../../../resources/inventory";
import type { Known } from "../check";
import type { CheckFailure, Context } from "../handler";
import { countOf, listed } from "../words/counted";
import { type Looking, namesSeen } from "./look";
import { refused } from "./refusal";
import { clientsLost, emptiedSources, lost } from "./served";

/** Inputs of a program, as far as preview knows them, or those that a state remembers. */
export interface GuardedInputs extends Known<InventoryInputs> {
  /** A name that preview cannot know could be any of the missing ones. */
  open?: boolean;
}

/** A change that takes away at most this is everyday work, unless it takes everything. */
const FEW = 5;
/** More than this part of everything is suspicious. */
const LARGE_PART = 1 / 3;
/** So little may vanish altogether. */
const HARDLY_ANY = 2;

/** Looks at the server if the names and routes alone suggest a mass change: an object that a failed run never made cannot vanish. */
export async function massChange(look: Looking, ctx: Context, olds: GuardedInputs, news: GuardedInputs): Promise<CheckFailure[]> {
  const { names: before, served = {} } = olds;
  if (news.allowMassDelete || news.open || !before) return [];
  const gone = before.filter(isGone(olds, news));
  const routes = Object.keys(served).filter((key) => served[key] !== 0);
  const unserved = news.served ? routes.filter((key) => lost(key, olds, news)) : [];
  const clients = clientsLost(olds, news);
  const emptied = emptiedSources(olds, news);
  const empties = gone.length > HARDLY_ANY && isHalf(emptied.gone, emptied.all);
  if (!isMass(gone, before) && !isMost(unserved, routes) && !isHalf(clients.gone, clients.all) && !empties) return [];

  const owners = [...new Set([olds.owner, news.owner])].filter((owner) => owner !== undefined).filter(Boolean);
  const tenant = olds.tenant || news.tenant || undefined;
  const seen = owners.length > 0 ? await look(ctx, { names: before, owners, tenant, marksKept: olds.marksKept }) : undefined;
  const present = new Set(seen && namesSeen(seen, (mark) => olds.marksKept === true || owners.includes(mark)));
  const existing = seen ? before.filter((name) => !seen.known.has(name) || present.has(name)) : before;
  const made = new Set(existing);
  const deleted = gone.filter((name) => made.has(name));
  // each object that was never made may be what a route was to be served by
  const neverMade = before.length - existing.length;
  const drained = unserved.slice(neverMade);
  const unreached = clients.gone.slice(neverMade);
  const lessSpecs = empties && deleted.length > HARDLY_ANY;
  const losses = [
    ...(isMass(deleted, existing) || lessSpecs
      ? [`${deleted.length} of ${countOf(existing, "object")} would be deleted: ${listed(deleted)}`]
      : []),
    ...(isMost(drained, routes)
      ? [`${drained.length} of ${countOf(routes, "place")} would be left without a server: ${listed(drained)}`]
      : []),
    ...(isHalf(unreached, clients.all)
      ? [`${unreached.length} of ${clients.all.length} hosts and Services would no longer be served: ${listed(unreached)}`]
      : []),
    ...(lessSpecs ? [`${emptied.gone.length} of ${emptied.all.length} sources of specs give nothing any more`] : []),
  ];
  if (losses.length === 0) return [];
  const unsure = seen && seen.reasons.length > 0 ? ` (the preview could not check which of them exist: ${seen.reasons.join("; ")})` : "";
  return refused("LB2017", `${losses.join("; ")}${unsure}${likelyCause(olds, news)}`);
}

/** True for a name that goes, unless its identity stays under another name. */
function isGone(olds: GuardedInputs, news: GuardedInputs): (name: string) => boolean {
  const after = new Set(news.names);
  const [was, is] = [olds.identities ?? {}, new Set(Object.values(news.identities ?? {}))];
  return (name) => !after.has(name) && !is.has(was[name] ?? name);
}

/**
 * Everything, or a large part of one type: on Avi a pool represents a path and brings four or five objects of other types with it, which
 * would make one Ingress of three a large part.
 */
function isMass(gone: readonly string[], all: readonly string[]): boolean {
  if (isEverything(gone.filter(isOwn), all.filter(isOwn))) return true;
  const types = new Set(gone.map(typeOf));
  return [...types].some((type) => isLarge(gone.filter(ofType(type)), all.filter(ofType(type))));
}

/** Routes are in a VRF context of others: that this one stays saves nothing of the rest. */
const isOwn = (name: string) => typeOf(name) !== "vrfcontext";

const typeOf = (name: string) => name.slice(0, name.indexOf("/"));
const ofType = (type: string) => (name: string) => typeOf(name) === type;

const isMost = (gone: readonly string[], all: readonly string[]) => isEverything(gone, all) || isLarge(gone, all);

/** Of hosts, Services and sources there are few, and each of them counts. */
const isHalf = (gone: readonly string[], all: readonly string[]) => gone.length > HARDLY_ANY && gone.length * 2 > all.length;

const isEverything = (gone: readonly string[], all: readonly string[]) => gone.length === all.length && gone.length > HARDLY_ANY;

const isLarge = (gone: readonly string[], all: readonly string[]) => gone.length > FEW && gone.length > all.length * LARGE_PART;

/** Number of sources that a message names. */
const NAMED = 3;

/** A line about what has most likely taken things away; nothing where the states do not tell. */
function likelyCause(before: GuardedInputs, after: GuardedInputs): string {
  if (before.owner && after.owner && before.owner !== after.owner) {
    return `\n  likely cause: the cluster or the component was renamed, the mark goes from ${before.owner} to ${after.owner}`;
  }
  if (!before.sources || !after.sources) return "";
  const fewer = losses(before.sources, after.sources);
  if (fewer.length === 0) {
    return "\n  likely cause: a setting (class, DNS domains, names, node selector) or empty Endpoints; the specs are as many as before";
  }
  return `\n  likely cause: ${fewer.slice(0, NAMED).join("; ")}${fewer.length > NAMED ? `; and ${fewer.length - NAMED} more` : ""}`;
}

/** The sources that give less than before, those that lost most first. */
function losses(before: NonNullable<GuardedInputs["sources"]>, after: NonNullable<GuardedInputs["sources"]>): string[] {
  const found = Object.entries(before).map(([source, kinds = {}]) => {
    const now = after[source] ?? {};
    const lost = Object.entries(kinds).flatMap(([kind, count = 0]) => {
      const remaining = now[kind] ?? 0;
      return remaining < count ? [{ kind, count, remaining }] : [];
    });
    return {
      lost: lost.reduce((sum, { count, remaining }) => sum + count - remaining, 0),
      text: lossText(source, lost, Object.keys(now).length === 0),
    };
  });
  return found
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost)
    .map(({ text }) => text);
}

function lossText(source: string, lost: readonly { kind: string; count: number; remaining: number }[], nothing: boolean): string {
  const kinds = lost.map(({ kind, count, remaining }) => `${remaining} ${kind} (${count} before)`).join(", ");
  if (!nothing) return `${source} gives ${kinds}`;
  const had = lost.map(({ kind, count }) => `${count} ${kind}`).join(", ");
  const why = source.startsWith("cluster ")
    ? "does kubeconfig, context, namespaces and labelSelector still name what they did?"
    : "is the file gone or empty, or does the pattern of the specs no longer match it?";
  return `${source} gave ${had} and gives nothing now: ${why}`;
}
