// Refuses a change that takes routes away because of a fault in the specs.

import { addTo } from "../../../resources/lists";
import { hostOf, plainKey } from "../../../resources/route-key";
import type { CheckFailure } from "../handler";
import { areOf, countText, nameList } from "../messages/counts";
import type { GuardedInputs } from "./guarded-inputs";
import { misspeltIn, misspeltKeyIn } from "./misspelt";
import { refused } from "./refusal";
import { lost, preservedAt, routeAbove, startsEmpty, takesUnserved } from "./served";

/** Number of routes that a refusal explains. */
const EXPLAINED = 20;

/** Something that would go, and why: the input that it lacks, or the fault of an object. */
interface Loss {
  name: string;
  lacks?: string;
  because?: string;
  /** Nothing but the servers is missing. */
  isSound?: true;
}

/**
 * Stops the run if managed names or routes would vanish only because the specs lack the input that they are made of, or because of a fault in
 * them. What goes with its spec is no loss.
 */
export function lostByFault(olds: GuardedInputs, news: GuardedInputs): CheckFailure[] {
  const { missing = {}, names, allowMassDelete, allowLoss = [] } = news;
  if (allowMassDelete) return [];
  const after = new Set(names);
  const allowed = new Set(allowLoss);
  const gone = (olds.names ?? [])
    .filter((name) => name in missing && !after.has(name) && !allowed.has(name))
    .map((name) => ({ name, lacks: missing[name] }));
  const [objectsOf, objectsNow] = [ownersIn(olds), ownersIn(news)];
  const isAllowed = (key: string, owners = objectsOf) => [key, plainKey(key), ...owners(key)].some((name) => allowed.has(name));
  const losses = Object.keys(olds.served ?? {}).flatMap((key): Loss[] => {
    const loss = isAllowed(key) ? undefined : lossAt(key, olds, news, objectsOf);
    return loss ? [{ name: key, ...loss }] : [];
  });
  const taken = Object.keys(news.served ?? {}).flatMap((key): Loss[] => {
    if (isAllowed(key, objectsNow)) return [];
    const takeover = takesUnserved(key, olds, news);
    if (!takeover) return takenByMistake(key, olds, news, objectsNow);
    const because = takeover.lacks === undefined ? (takeover.because ?? "its servers are not known") : `${takeover.lacks} is missing`;
    return [{ name: key, because: `it takes requests from ${takeover.from}, and its new pool would have no servers: ${because}` }];
  });
  const lines = [
    ...lacking(
      gone,
      losses.filter(({ because }) => because === undefined),
    ),
    ...faulty([...losses, ...taken]),
  ];
  return lines.length > 0 ? refused("LB2017", lines.join("\n"), remedyFor([...losses, ...taken])) : [];
}

/** By route: the objects that asked for it in the last run. A Service is named by its keys. */
function ownersIn({ asks = {} }: GuardedInputs): (key: string) => string[] {
  const owners = new Map<string, string[]>();
  for (const [object, routes = []] of Object.entries(asks)) for (const key of routes) addTo(owners, key, object);
  return (key) => owners.get(key) ?? (key.startsWith("Service ") ? [key.split(" ").slice(0, 2).join(" ")] : []);
}

function lossAt(
  key: string,
  olds: GuardedInputs,
  news: GuardedInputs,
  objectsOf: ReturnType<typeof ownersIn>,
): Omit<Loss, "name"> | undefined {
  const isLost = lost(key, olds, news);
  const lacks = news.missing?.[hostOf(key)];
  if (isLost && lacks !== undefined) return { lacks };
  const faults = [preservedAt(key, news)?.because, ...objectsOf(key).map((object) => news.faults?.[object])];
  const because = isLost ? reasonsFor(faults, objectsOf(key), olds, news) : undefined;
  if (because !== undefined) return { because };
  const empty = startsEmpty(key, olds, news);
  if (!empty) return undefined;
  const start = "its new pool would start empty";
  const sound = preservedAt(key, news)?.sound ? { isSound: true as const } : {};
  return empty.lacks === undefined
    ? { because: `${empty.because ?? "its servers are unknown"}; ${start}`, ...sound }
    : { lacks: `${empty.lacks}; ${start}` };
}

/** The first fault, and the misspelt field that may be behind it. */
function reasonsFor(
  faults: readonly (string | undefined)[],
  objects: readonly string[],
  olds: GuardedInputs,
  news: GuardedInputs,
): string | undefined {
  const isText = (text: string | undefined) => text !== undefined;
  const fault = faults.find(isText);
  const slip = objects.map((object) => misspeltIn(object, olds, news)).find(isText);
  const reasons = [fault, slip].filter(isText);
  return reasons.length > 0 ? reasons.join("; ") : objects.map((object) => misspeltKeyIn(object, olds, news)).find(isText);
}

/** A new route of an object with a misspelt field, where it takes requests from another. */
function takenByMistake(key: string, olds: GuardedInputs, news: GuardedInputs, objectsOf: ReturnType<typeof ownersIn>): Loss[] {
  const slip = objectsOf(key)
    .map((object) => misspeltIn(object, olds, news))
    .find((text) => text !== undefined);
  const from = slip === undefined || olds.served?.[key] !== undefined ? undefined : routeAbove(key, olds);
  return from === undefined ? [] : [{ name: key, because: `it takes requests from ${from}: ${slip}` }];
}

function lacking(gone: readonly Loss[], unserved: readonly Loss[]): string[] {
  const all = [...gone, ...unserved];
  if (all.length === 0) return [];
  const why = nameList(all.map(({ name, lacks }) => `${name} (missing: ${lacks})`));
  const servedWith = `${countText(unserved, "place")} ${areOf(unserved)} served with`;
  const what = [gone.length > 0 && `${countText(gone, "object")} ${areOf(gone)} made of`, unserved.length > 0 && servedWith];
  const would = unserved.length > 0 ? "would no longer be served" : "would be deleted";
  return [`the specs lack what ${what.filter(Boolean).join(", and ")}, so ${why} ${would}`];
}

function faulty(losses: readonly Loss[]): string[] {
  const lines = losses.flatMap(({ name, because }) => (because === undefined ? [] : [`  ${name}: ${because}`]));
  if (lines.length === 0) return [];
  const more = lines.length > EXPLAINED ? [`  and ${lines.length - EXPLAINED} more`] : [];
  const isSound = losses.every((loss) => loss.because === undefined || loss.isSound);
  const head = `${countText(lines, "place")} would be ${isSound ? "without servers" : "lost because of faults in the specs"}:`;
  return [[head, ...lines.slice(0, EXPLAINED), ...more].join("\n")];
}

/** The ways to servers that files do not have. */
const READ_SERVERS =
  'Files from Helm or Kustomize have no Endpoints: read them with `liveCluster()` beside the files; where a `k8s-lb watch` fills new pools, set `endpoints: "later"`.';

/** Nothing but the general remedy where only names are missing. */
function remedyFor(losses: readonly Loss[]): string | undefined {
  if (losses.length === 0) return undefined;
  const names = losses.slice(0, EXPLAINED).map(({ name }) => JSON.stringify(plainKey(name)));
  const later = losses.some(({ isSound }) => isSound) ? `${READ_SERVERS} ` : "";
  return `Correct the specs. ${later}To let go of what is named, set \`allowLoss: [${[...new Set(names)].join(", ")}]\` for one run.`;
}
