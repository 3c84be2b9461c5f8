import { expect } from "vitest";
import type { Resource } from "../../sandbox/lib/engine";
import type { Props } from "../../sandbox/lib/host";
import type { ProxiedRequest } from "./fault-proxy";
import { begin, type EngineOperation, prepare, type ResourceState } from "./operations";
import type { CampaignSubject, CampaignWorld } from "./world";

/** No run may take longer: every wait of the provider is set to two or three seconds, and several follow each other. */
const BOUND_MS = 40_000;

/** A run in which nothing went wrong: its requests, what the server holds after it, and after a destroy. */
export interface Clean {
  seen: ProxiedRequest[];
  after: string[];
  /** Nothing of ours; a server may keep what it has made itself. */
  destroyed: string[];
}

/** Clean runs of one kind, each made when it is asked for and then known. */
export function cleanRuns<W extends CampaignWorld>(world: W, subject: CampaignSubject<W>): (operation: EngineOperation) => Promise<Clean> {
  const known = new Map<EngineOperation, Promise<Clean>>();
  return (operation) => {
    const run = known.get(operation) ?? cleanRun(world, subject, operation);
    known.set(operation, run);
    return run;
  };
}

async function cleanRun<W extends CampaignWorld>(world: W, subject: CampaignSubject<W>, operation: EngineOperation): Promise<Clean> {
  const { inputs, state } = await prepare(world, subject, operation);
  const resource = await begin(world, subject, state);
  world.front.seen.splice(0);
  await operation.run(resource, operation.declares(subject, inputs));
  const seen = [...world.front.seen];
  await world.settled();
  const after = await world.holds();
  await resource.destroy();
  await world.settled();
  return { seen, after, destroyed: await world.holds() };
}

/** The error of a run, undefined where it went well; throws when it takes too long. */
export async function bounded(work: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the run did not end within ${BOUND_MS / 1000} s`)), BOUND_MS);
  });
  const done = work.then(
    () => undefined,
    (error: unknown) => error ?? new Error("nothing was thrown"),
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

/** State left by a run that failed. */
export interface Left {
  operation: EngineOperation;
  declared: Props;
  state: ResourceState;
  clean: Clean;
  /** The operation came to its end, so that it need not be done again. */
  done?: boolean;
  /** Number of runs that the operation may take. */
  runs: number;
}

/** The next runs result in exactly what a clean run results in; nothing is left to do, and nothing stays behind. Returns the number of runs. */
export async function comesClean<W extends CampaignWorld>(world: W, subject: CampaignSubject<W>, remaining: Left): Promise<number> {
  const { operation, declared, clean } = remaining;
  let resource = await begin(world, subject, remaining.state);
  let runs = 0;
  for (let failed: unknown = remaining.done ? undefined : "not yet"; failed !== undefined; ) {
    if (runs > 0) resource = await begin(world, subject, resource.state);
    failed = await bounded(operation.run(resource, declared));
    if (failed !== undefined && ++runs >= remaining.runs) throw failed;
  }
  await world.settled();
  alike("the server does not hold what a clean run leaves", await world.holds(), clean.after);
  if (!operation.empties) await quiet(resource, declared);
  await resource.destroy();
  await world.settled();
  alike("something stays behind", await world.holds(), clean.destroyed);
  return runs + (remaining.done ? 0 : 1);
}

/** Throws with the lines that only one of them has, each from where it differs from its like. */
export function alike(what: string, found: readonly string[], expected: readonly string[]): void {
  const only = (some: readonly string[], others: readonly string[]) => some.filter((line) => !others.includes(line));
  const [more, fewer] = [only(found, expected), only(expected, found)];
  const shown = (sign: string, lines: readonly string[], others: readonly string[]) =>
    lines.map((line) => `${sign} ${fromDifference(line, others)}`);
  const lines = [...shown("+", more, fewer), ...shown("-", fewer, more)];
  if (lines.length > 0 || found.length !== expected.length) throw new Error([what, ...lines].join("\n"));
}

/** The beginning of a line, and what follows where it differs from the most similar one. */
function fromDifference(line: string, others: readonly string[]): string {
  const at = Math.max(0, ...others.map((other) => [...line].findIndex((letter, place) => letter !== other[place])));
  return at < 300 ? line.slice(0, 500) : `${line.slice(0, 120)} ... ${line.slice(at - 60, at + 200)}`;
}

async function quiet(resource: Resource, declared: Props): Promise<void> {
  const nothing = { changes: false, replaces: [] };
  expect(await resource.preview(declared), "preview").toEqual(nothing);
  expect(await resource.refresh(), "still there").toBe(true);
  expect(await resource.preview(declared), "preview after a refresh").toEqual(nothing);
}
