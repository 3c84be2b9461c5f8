import { z } from "zod";
import { reasonOf } from "../../../resources/diagnostic";
import { amount, readConfig } from "../config";
import type { ConfigSource, Context } from "../handler";

/** However large a server is: a preview does not wait longer for what only helps to see a mistake early. */
const ANSWER_MS = 20_000;

/** Time for which looks of one phase share an answer, in milliseconds; the key of reads. */
const CONFIG = z.object({ listCache: amount().default(5000) });

/** Question about the objects of a server. */
export interface ExistingQuery {
  /** Names as inventories hold them: `<api type>/<name>`. */
  names: readonly string[];
  /** Marks that are looked for in any case; where a list costs the same, other marks of ours are reported too. */
  owners: readonly string[];
  /** The tenant, or the project, when not that of the connection. */
  tenant?: string;
  /** Report objects with one of the names whatever mark they carry: they were adopted and have kept the mark of another maker. */
  marksKept?: boolean;
}

/** An object with a mark of ours, or with one that it was left. */
export interface ExistingObject {
  /** As inventories spell it. */
  name: string;
  owner: string;
  /** Hosts for which clients come to it, as far as the list tells. */
  serves?: readonly string[];
}

/** One list on a server. */
export interface ListQuery {
  /** Same for looks that may share an answer. */
  key: string;
  /** Those of the names asked for that it tells about. */
  names: readonly string[];
  take(): Promise<ExistingObject[]>;
}

/** Chooses the looks of a target at these names: as few lists as possible. */
export type ListQueries = (config: ConfigSource, requested: ExistingQuery) => { at: object; queries: ListQuery[] };

/** Result of a look. */
export interface ExistingObjects {
  /** Everything with a mark of ours, also what no one asked for. */
  objects: readonly ExistingObject[];
  /** Names that were looked for: what is not among the sightings does not exist. */
  known: ReadonlySet<string>;
  /** Reasons why other names were not looked for, each once. */
  reasons: readonly string[];
}

/** The names of what carries a mark that fits, each once. */
export function namesWithMark({ objects: sightings }: ExistingObjects, fits: (mark: string) => boolean): string[] {
  return [...new Set(objects.filter(({ owner }) => fits(owner)).map(({ name }) => name))].sort();
}

/** Result for a server that does not answer. */
export const noneListed = (reason: string): ExistingObjects => ({ objects: [], known: new Set(), reasons: [reason] });

/** Look of an inventory at the server of its target. */
export type QueryExisting = (ctx: Pick<Context, "config">, requested: ExistingQuery) => Promise<ExistingObjects>;

/** Looks once at a server of a target. The answer reports what goes wrong, and it takes no longer than it may. */
export async function queryExisting(
  target: string,
  lookout: ListQueries,
  config: ConfigSource,
  requested: ExistingQuery,
): Promise<ExistingObjects> {
  const taken = await attempt(async () => {
    const hold = sharedForMs(target, config);
    const { at, queries: looks } = lookout(config, requested);
    return Promise.all(
      queries.map(async (look) => ({ look, found: await attempt(() => sharedAnswer(hold, at, look.key, () => look.take())) })),
    );
  });
  if ("reason" in taken) return noneListed(taken.reason);
  const sightings = taken.value.flatMap(({ found }) => ("value" in found ? found.value : []));
  const failed = taken.value.filter(({ found }) => "reason" in found);
  // A name that several lists tell about is only known when all of them were read.
  const unread = new Set(failed.flatMap(({ look }) => look.names));
  const known = new Set(taken.value.flatMap(({ look }) => look.names).filter((name) => !unread.has(name)));
  return { objects: sightings, known, reasons: [...new Set(failed.map(({ found }) => ("reason" in found ? found.reason : "")))] };
}

const sharedAnswers = new WeakMap<object, Map<string, { taken: Promise<unknown>; until: number }>>();

/** Many components of one program ask the same: within a phase they share the answer, also a failure. One key has one type of answer. */
export function sharedAnswer<T>(hold: number, at: object, key: string, take: () => Promise<T>): Promise<T> {
  const answers = sharedAnswers.get(at) ?? new Map<string, { taken: Promise<unknown>; until: number }>();
  sharedAnswers.set(at, answers);
  const known = answers.get(key);
  if (known && performance.now() < known.until) return known.taken as Promise<T>;
  const taken = bounded(take());
  const fresh = { taken, until: hold > 0 ? Number.POSITIVE_INFINITY : 0 };
  const settle = () => {
    fresh.until = performance.now() + hold;
  };
  taken.then(settle, settle);
  answers.set(key, fresh);
  return taken;
}

/** Time for which answers are shared. */
export function sharedForMs(target: string, config: ConfigSource): number {
  return readConfig(target, config, CONFIG).listCache;
}

function bounded<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS / 1000} s`)), ANSWER_MS);
    timer.unref();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The value, or the first line of what went wrong. */
export async function attempt<T>(work: () => Promise<T>): Promise<{ value: T } | { reason: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    const text = reasonOf(error);
    return { reason: text.split("\n")[0] ?? text };
  }
}
