// Refuses a change that takes a large part of a component away (mass deletion), unless `allowMassDelete` permits it.

import type { CheckFailure, Context } from "../handler";
import { countText, nameList } from "../messages/counts";
import { namesWithMark, type QueryExisting } from "./existing-objects";
import type { GuardedInputs } from "./guarded-inputs";
import { likelyCause } from "./likely-cause";
import { isHalf, isMass, isMoreThanHardlyAny, isMost, type Loss } from "./mass";
import { refused } from "./refusal";
import { clientsLost, emptiedSources, lost } from "./served";

/** The losses of a change, by sort. */
interface Losses {
  readonly objects: Loss;
  readonly routes: Loss;
  /** Hosts and Services. */
  readonly clients: Loss;
  /** Sources of specs that give none. */
  readonly sources: Loss;
}

/** The objects of a component that exist, as far as the server answers. */
interface Existing {
  readonly names: readonly string[];
  /** Reasons for which the preview could not check others, which count as existing. */
  readonly unchecked: readonly string[];
}

/**
 * Refuses a change that takes a large part of a component away at once, unless `allowMassDelete` permits it. Queries the server only if names
 * and routes suggest such a change: an object that a failed run never created is no loss.
 */
export async function massChange(look: QueryExisting, ctx: Context, olds: GuardedInputs, news: GuardedInputs): Promise<CheckFailure[]> {
  if (news.allowMassDelete || news.open || !olds.names) return [];
  const expected = expectedLosses(olds, news, olds.names);
  if (!isSuspicious(expected)) return [];
  const existing = await existingObjects(look, ctx, olds, news, olds.names);
  const losses = lossTexts(confirmedLosses(expected, existing.names));
  if (losses.length === 0) return [];
  return refused("LB2017", `${losses.join("; ")}${uncheckedText(existing)}${likelyCause(olds, news)}`);
}

/** The losses that names and routes suggest, if every object in the state exists. */
function expectedLosses(olds: GuardedInputs, news: GuardedInputs, names: readonly string[]): Losses {
  const served = olds.served ?? {};
  const routes = Object.keys(served).filter((key) => served[key] !== 0);
  return {
    objects: { all: names, gone: names.filter(isGone(olds, news)) },
    routes: { all: routes, gone: news.served ? routes.filter((key) => lost(key, olds, news)) : [] },
    clients: clientsLost(olds, news),
    sources: emptiedSources(olds, news),
  };
}

/** True for a name that goes, unless its identity stays under another name. */
function isGone(olds: GuardedInputs, news: GuardedInputs): (name: string) => boolean {
  const after = new Set(news.names);
  const [was, is] = [olds.identities ?? {}, new Set(Object.values(news.identities ?? {}))];
  return (name) => !after.has(name) && !is.has(was[name] ?? name);
}

function isSuspicious(losses: Losses): boolean {
  const { objects, routes, clients } = losses;
  return isMass(objects) || isMost(routes) || isHalf(clients) || hasEmptySources(losses);
}

/** True if most sources give no specs, and objects go with them. */
function hasEmptySources({ objects, sources }: Losses): boolean {
  return isMoreThanHardlyAny(objects.gone) && isHalf(sources);
}

/** Queries which objects of the state exist. */
async function existingObjects(
  look: QueryExisting,
  ctx: Context,
  olds: GuardedInputs,
  news: GuardedInputs,
  names: readonly string[],
): Promise<Existing> {
  const owners = [...new Set([olds.owner, news.owner])].filter((owner) => owner !== undefined).filter(Boolean);
  if (owners.length === 0) return { names, unchecked: [] };
  const tenant = olds.tenant || news.tenant || undefined;
  const seen = await look(ctx, { names, owners, tenant, marksKept: olds.marksKept });
  const present = new Set(namesWithMark(seen, (mark) => olds.marksKept === true || owners.includes(mark)));
  return { names: names.filter((name) => !seen.known.has(name) || present.has(name)), unchecked: seen.reasons };
}

/** The losses without objects that do not exist. Each of these may be one that a route needed, so as many routes and clients count less. */
function confirmedLosses({ objects, routes, clients, sources }: Losses, existing: readonly string[]): Losses {
  const exists = new Set(existing);
  const neverMade = objects.all.length - existing.length;
  return {
    objects: { all: existing, gone: objects.gone.filter((name) => exists.has(name)) },
    routes: { all: routes.all, gone: routes.gone.slice(neverMade) },
    clients: { all: clients.all, gone: clients.gone.slice(neverMade) },
    sources,
  };
}

/** The losses that are large, in words. */
function lossTexts(losses: Losses): string[] {
  const { objects, routes, clients, sources } = losses;
  const emptySources = hasEmptySources(losses);
  const texts = [
    (isMass(objects) || emptySources) &&
      `${objects.gone.length} of ${countText(objects.all, "object")} would be deleted: ${nameList(objects.gone)}`,
    isMost(routes) && `${routes.gone.length} of ${countText(routes.all, "route")} would lose all servers: ${nameList(routes.gone)}`,
    isHalf(clients) &&
      `${clients.gone.length} of ${clients.all.length} hosts and Services would no longer be served: ${nameList(clients.gone)}`,
    emptySources && `${sources.gone.length} of ${sources.all.length} sources of specs would have no specs`,
  ];
  return texts.filter((text) => text !== false);
}

const uncheckedText = ({ unchecked }: Existing): string =>
  unchecked.length > 0 ? ` (the preview could not check which of them exist: ${unchecked.join("; ")})` : "";
