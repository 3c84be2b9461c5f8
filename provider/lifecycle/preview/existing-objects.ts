// Queries at preview which objects of a component exist on the server.

import { z } from "zod";
import { reasonOf } from "../../../resources/diagnostic";
import { withTimeLimit } from "../../http/time-limit";
import { amount, readConfig } from "../config";
import type { ConfigSource, Context } from "../handler";

/** Longest wait for one list: a preview waits no longer for a check that only shows a mistake earlier. */
const ANSWER_MS = 20_000;

/** Time for which queries of one phase share an answer, in milliseconds; the same setting as for reads. */
const CONFIG = z.object({ listCache: amount().default(5000) });

/** Query for the objects of a component on its server. */
export interface ExistingQuery {
  /** Names as in inventories: `<api type>/<name>`. */
  names: readonly string[];
  /** Marks to search for in any case; where a list costs the same, other marks of ours are reported too. */
  owners: readonly string[];
  /** The tenant, or the project, when not that of the connection. */
  tenant?: string;
  /** Report objects with one of the names whatever mark they carry: they were adopted and have kept the mark of another maker. */
  marksKept?: boolean;
}

/** An existing object with a mark of ours, or with the mark that an adoption left on it. */
export interface ExistingObject {
  /** `<api type>/<name>` */
  name: string;
  owner: string;
  /** Hosts that it serves, as far as the list shows them. */
  serves?: readonly string[];
}

/** One request for a list of objects. */
export interface ListQuery {
  /** Equal for queries that may share an answer. */
  key: string;
  /** The requested names that the list contains if they exist. */
  names: readonly string[];
  take(): Promise<ExistingObject[]>;
}

/** Plans the queries of a target for these names: as few lists as possible. */
export type ListQueries = (config: ConfigSource, requested: ExistingQuery) => { at: object; queries: ListQuery[] };

/** Result of the queries. */
export interface ExistingObjects {
  /** All objects with a mark of ours, also those not requested. */
  objects: readonly ExistingObject[];
  /** Names whose lists were read: one that is not among the objects does not exist. */
  known: ReadonlySet<string>;
  /** Reasons for which other lists could not be read, each once. */
  reasons: readonly string[];
}

/** The names of objects whose mark fits, each once. */
export function namesWithMark({ objects }: ExistingObjects, fits: (mark: string) => boolean): string[] {
  return [...new Set(objects.filter(({ owner }) => fits(owner)).map(({ name }) => name))].sort();
}

/** Result for a server that does not answer. */
export const noneListed = (reason: string): ExistingObjects => ({ objects: [], known: new Set(), reasons: [reason] });

/** Queries the server of an inventory. */
export type QueryExisting = (ctx: Pick<Context, "config">, requested: ExistingQuery) => Promise<ExistingObjects>;

/** Runs the list queries of a target once. A failure is part of the result, and no query takes longer than a preview may wait. */
export async function queryExisting(
  target: string,
  planQueries: ListQueries,
  config: ConfigSource,
  requested: ExistingQuery,
): Promise<ExistingObjects> {
  const outcome = await attempt(async () => {
    const holdMs = sharedForMs(target, config);
    const { at, queries } = planQueries(config, requested);
    return Promise.all(
      queries.map(async (query) => ({ query, answer: await attempt(() => sharedAnswer(holdMs, at, query.key, () => query.take())) })),
    );
  });
  if ("reason" in outcome) return noneListed(outcome.reason);
  const objects = outcome.value.flatMap(({ answer }) => ("value" in answer ? answer.value : []));
  const failed = outcome.value.filter(({ answer }) => "reason" in answer);
  // A name that several lists report is only known when all of them were read.
  const unread = new Set(failed.flatMap(({ query }) => query.names));
  const listedNames = new Set(outcome.value.flatMap(({ query }) => query.names).filter((name) => !unread.has(name)));
  return { objects, known: listedNames, reasons: [...new Set(failed.map(({ answer }) => ("reason" in answer ? answer.reason : "")))] };
}

const sharedAnswers = new WeakMap<object, Map<string, { taken: Promise<unknown>; until: number }>>();

/** Shares an answer, or a failure, among the components of a program within one phase. One key has one type of answer. */
export function sharedAnswer<T>(hold: number, at: object, key: string, take: () => Promise<T>): Promise<T> {
  const answers = sharedAnswers.get(at) ?? new Map<string, { taken: Promise<unknown>; until: number }>();
  sharedAnswers.set(at, answers);
  const earlier = answers.get(key);
  if (earlier && performance.now() < earlier.until) return earlier.taken as Promise<T>;
  const taken = withTimeLimit(take(), ANSWER_MS, "no answer");
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

/** The value, or the first line of what went wrong. */
export async function attempt<T>(work: () => Promise<T>): Promise<{ value: T } | { reason: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    const text = reasonOf(error);
    return { reason: text.split("\n")[0] ?? text };
  }
}
