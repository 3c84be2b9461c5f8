import { bounded, type Clean, cleanRuns, comesClean } from "../lib/afterwards";
import { type Case, type CaseDraw, type CaseOutcome, everyPoint } from "../lib/campaign";
import type { Strike } from "../lib/fault-proxy";
import { begin, type EngineOperation, operationsOf, prepare } from "../lib/operations";
import type { CampaignSubject, CampaignWorld } from "../lib/world";

/** Kill of a process: at a request, or after the last answer, before the state is written. */
interface Blow {
  name: string;
  /** Handles the request in question; absent: the provider ends its work, and the engine never hears of it. */
  at?(world: CampaignWorld): Strike;
}

const BLOWS: readonly Blow[] = [
  {
    name: "provider killed before the server has the request",
    at:
      ({ runs }) =>
      async ({ response }) => {
        await runs.kill();
        response.destroy();
      },
  },
  {
    name: "provider killed after the server has acted",
    at:
      ({ runs }) =>
      async ({ forward, response }) => {
        await forward();
        await runs.kill();
        response.destroy();
      },
  },
  { name: "engine killed, the provider ends its work" },
];

/** Two runs may follow: the first may find what it has to wait for. */
const RUNS = 2;

/** The provider, or the engine, is killed at every request of every operation of a kind; a sample takes one request of each. */
export function crashCases<W extends CampaignWorld>(world: W, subject: CampaignSubject<W>, operations: readonly EngineOperation[]): Case[] {
  const clean = cleanRuns(world, subject);
  return operationsOf(subject, operations).flatMap((operation) =>
    BLOWS.map((blow) => ({
      name: `${subject.title}, ${operation.name}, ${blow.name}`,
      run: async (draw: CaseDraw) => killed(world, subject, operation, blow, await clean(operation), draw),
    })),
  );
}

async function killed<W extends CampaignWorld>(
  world: W,
  subject: CampaignSubject<W>,
  operation: EngineOperation,
  blow: Blow,
  clean: Clean,
  draw: CaseDraw,
): Promise<CaseOutcome> {
  const calls = clean.seen.length;
  if (calls === 0) return { verdict: "-", words: "makes no request" };
  const all = blow.at ? Array.from({ length: calls }, (_, place) => place) : [calls];
  const points = everyPoint || !blow.at ? all : [draw("place", calls)];
  let most = 0;
  for (const place of points) {
    const runs = await killedAt(world, subject, operation, blow, clean, place).catch((error: unknown) => {
      const hit = clean.seen[place];
      throw new Error(`request ${place + 1} of ${calls}, ${hit?.method} ${hit?.path}: ${error instanceof Error ? error.message : error}`);
    });
    most = Math.max(most, runs);
  }
  return { verdict: most > 1 ? `${most} runs` : "1 run", words: `${points.length} of ${all.length} points`, points: points.length };
}

async function killedAt<W extends CampaignWorld>(
  world: W,
  subject: CampaignSubject<W>,
  operation: EngineOperation,
  blow: Blow,
  clean: Clean,
  at: number,
): Promise<number> {
  const { inputs, state } = await prepare(world, subject, operation);
  const declared = operation.declares(subject, inputs);
  const struck = await begin(world, subject, state);
  const strike = blow.at?.(world);
  world.front.seen.splice(0);
  world.front.on((_seen, place) => (place === at ? strike : undefined));
  await bounded(operation.run(struck, declared));
  world.front.on(undefined);
  await world.settled();
  // The engine records what it received; killed before that, it knows what it knew, of a replacement that the old one is gone.
  const known = strike ? struck.state : operation.name === "replace" ? undefined : state;
  return comesClean(world, subject, { operation, declared, state: known, clean, runs: RUNS });
}
