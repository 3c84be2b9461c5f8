import { expect } from "vitest";
import type { Resource } from "../../conformance/lib/engine";
import type { Props } from "../../conformance/lib/host";
import type { Case, Draw, Outcome } from "../lib/campaign";
import type { Seen } from "../lib/fault-proxy";
import { begin, type Operation, prepare, type Stack } from "../lib/operations";
import type { Subject, World } from "../lib/world";
import { FAULTS, type Fault } from "./faults";
import { codeOf, wordsOf } from "./words";

/** No run may take longer: every wait of the provider is set to two or three seconds, and several follow each other. */
const BOUND_MS = 40_000;

/** A run without faults: its requests, and what the server holds afterwards. */
interface Clean {
  seen: Seen[];
  after: string[];
}

/** Every fault in every operation of a kind. */
export function faultCases<W extends World>(world: W, subject: Subject<W>, operations: readonly Operation[]): Case[] {
  const clean = new Map<Operation, Promise<Clean>>();
  const cleanRun = (operation: Operation) => {
    const known = clean.get(operation) ?? withoutFault(world, subject, operation);
    clean.set(operation, known);
    return known;
  };
  return operations.flatMap((operation) =>
    FAULTS.map((fault) => ({
      name: `${subject.title}, ${operation.name}, ${fault.name}`,
      run: async (draw: Draw) => withFault(world, subject, operation, fault, await cleanRun(operation), draw),
    })),
  );
}

async function withoutFault<W extends World>(world: W, subject: Subject<W>, operation: Operation): Promise<Clean> {
  const { inputs, state } = await prepare(world, subject, operation);
  const resource = await begin(world, subject, state);
  world.front.seen.splice(0);
  await operation.run(resource, operation.declares(subject, inputs));
  await world.settled();
  return { seen: [...world.front.seen], after: await world.holds() };
}

async function withFault<W extends World>(
  world: W,
  subject: Subject<W>,
  operation: Operation,
  fault: Fault,
  clean: Clean,
  draw: Draw,
): Promise<Outcome> {
  const places = clean.seen.flatMap((seen, place) => ((fault.fits?.(seen, world) ?? true) ? [place] : []));
  const strike = fault.strike?.(world);
  if (clean.seen.length === 0) return { verdict: "-", words: "makes no request" };
  if (!fault.at && (places.length === 0 || !strike)) return { verdict: "-", words: "makes no such request, or the API has no such answer" };
  const from = places[draw("place", places.length)] ?? 0;

  const { inputs, before, state } = await prepare(world, subject, operation);
  const declared = operation.declares(subject, inputs);
  const { front } = world;
  front.seen.splice(0);
  const address = fault.at === "nowhere" ? NOWHERE : fault.at === "untrusted" ? front.secureUrl : undefined;
  const struck = await begin(world, subject, state, address);
  if (fault.at === "refused") await front.down();
  let strikes = 0;
  if (strike) {
    front.on((seen, place) => {
      if (place < from || !(fault.fits?.(seen, world) ?? true) || (strikes > 0 && !fault.lasting)) return undefined;
      strikes++;
      return strike;
    });
  }
  let failed: unknown;
  try {
    failed = await bounded(operation.run(struck, declared));
  } finally {
    front.on(undefined);
    if (fault.at === "refused") await front.up();
  }
  await world.settled();
  expect(strike === undefined || strikes > 0, "the fault has struck").toBe(true);
  const hit = clean.seen[from];
  const where = fault.at ? "" : `at ${hit?.method} ${hit?.path}`;
  const code = failed === undefined ? undefined : codeOf(failed);
  await cleanAgain(world, subject, operation, { declared, before, clean, failed, state: struck.state }).catch((error: unknown) => {
    const said = failed === undefined ? "it said nothing" : `it said ${wordsOf(failed)}`;
    throw new Error(`${where}; ${said}; afterwards: ${error instanceof Error ? error.message : error}`);
  });
  if (code === undefined) return { verdict: "converges", words: where };
  return { verdict: code, words: `${where}: ${wordsOf(failed)}` };
}

/** A name that no resolver knows (RFC 2606). */
const NOWHERE = "https://nowhere.invalid";

/** The next run, without a fault, comes to exactly what a run without faults comes to; nothing is left to do, and nothing stays behind. */
async function cleanAgain<W extends World>(
  world: W,
  subject: Subject<W>,
  operation: Operation,
  { declared, before, clean, failed, state }: { declared: Props; before: string[]; clean: Clean; failed: unknown; state: Stack },
): Promise<void> {
  const resource = await begin(world, subject, state);
  if (failed !== undefined) await operation.run(resource, declared);
  await world.settled();
  expect(await world.holds(), "what the server holds").toEqual(clean.after);
  if (!operation.empties) await quiet(resource, declared);
  await resource.destroy();
  await world.settled();
  expect(await world.holds(), "what stays behind").toEqual(before);
}

async function quiet(resource: Resource, declared: Props): Promise<void> {
  const nothing = { changes: false, replaces: [] };
  expect(await resource.preview(declared), "preview").toEqual(nothing);
  expect(await resource.refresh(), "still there").toBe(true);
  expect(await resource.preview(declared), "preview after a refresh").toEqual(nothing);
}

/** The error of a run, undefined where it went well; throws when it takes too long. */
async function bounded(work: Promise<unknown>): Promise<unknown> {
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
