import { expect } from "vitest";
import { bounded, type Clean, cleanRuns, comesClean } from "../lib/afterwards";
import type { Case, CaseDraw, CaseOutcome } from "../lib/campaign";
import type { ProxiedRequest, Strike } from "../lib/fault-proxy";
import { begin, type EngineOperation, operationsOf, prepare } from "../lib/operations";
import type { CampaignSubject, CampaignWorld } from "../lib/world";
import { type CampaignFault, FAULTS } from "./faults";
import { codeOf, wordsOf } from "./words";

/** Every fault in every operation of a kind. */
export function faultCases<W extends CampaignWorld>(world: W, subject: CampaignSubject<W>, operations: readonly EngineOperation[]): Case[] {
  const clean = cleanRuns(world, subject);
  return operationsOf(subject, operations).flatMap((operation) =>
    FAULTS.map((fault) => ({
      name: `${subject.title}, ${operation.name}, ${fault.name}`,
      run: async (draw: CaseDraw) => withFault(world, subject, operation, fault, await clean(operation), draw),
    })),
  );
}

async function withFault<W extends CampaignWorld>(
  world: W,
  subject: CampaignSubject<W>,
  operation: EngineOperation,
  fault: CampaignFault,
  clean: Clean,
  draw: CaseDraw,
): Promise<CaseOutcome> {
  const places = clean.seen.flatMap((seen, place) => ((fault.fits?.(seen, world) ?? true) ? [place] : []));
  const strike = fault.strike?.(world);
  if (clean.seen.length === 0) return { verdict: "-", words: "makes no request" };
  if (!fault.at && (places.length === 0 || !strike)) return { verdict: "-", words: "makes no such request, or the API has no such answer" };
  const from = places[draw("place", places.length)] ?? 0;
  const hit = clean.seen[from];
  const where = fault.at ? "" : `at ${hit?.method} ${hit?.path}`;

  const { inputs, state } = await prepare(world, subject, operation);
  const declared = operation.declares(subject, inputs);
  const struck = await begin(world, subject, state, addressOf(world, fault));
  const failed = await whileStruck(world, fault, strike && { strike, from }, () => bounded(operation.run(struck, declared)));
  await world.settled();
  const code = failed === undefined ? undefined : codeOf(failed, { reads: operation.name === "read" });
  const afterwards = { operation, declared, state: struck.state, clean, done: failed === undefined && !operation.reads, runs: 1 };
  let stays = false;
  await comesClean(world, subject, afterwards).catch((error: unknown) => {
    stays = failed === undefined && leavesOnly(fault, error);
    if (stays) return;
    const messages = failed === undefined ? "it said nothing" : `it said ${wordsOf(failed)}`;
    throw new Error(`${where}; ${messages}; afterwards: ${error instanceof Error ? error.message : error}`);
  });
  if (stays) return { verdict: "stays", words: `${where}: it is told, others use it` };
  return code === undefined ? { verdict: "converges", words: where } : { verdict: code, words: `${where}: ${wordsOf(failed)}` };
}

/** True if only objects remain that several resources share and that the server says others use. */
function leavesOnly({ leaves }: CampaignFault, error: unknown): boolean {
  const [, ...lines] = error instanceof Error ? error.message.split("\n") : [];
  return leaves !== undefined && lines.length > 0 && lines.every((line) => leaves.test(line));
}

/** A name that no resolver knows (RFC 2606). */
const NOWHERE = "https://nowhere.invalid";

function addressOf({ front }: CampaignWorld, { at }: CampaignFault): string | undefined {
  return at === "nowhere" ? NOWHERE : at === "untrusted" ? front.secureUrl : undefined;
}

/** Does the work while requests are struck: one, or all that fit. */
async function whileStruck<T>(
  world: CampaignWorld,
  fault: CampaignFault,
  blow: { strike: Strike; from: number } | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const { front } = world;
  let strikes = 0;
  const falls = (seen: ProxiedRequest, place: number): boolean =>
    blow !== undefined && place >= blow.from && (fault.fits?.(seen, world) ?? true) && (strikes === 0 || fault.lasting === true);
  front.seen.splice(0);
  if (fault.at === "refused") await front.down();
  front.on((seen, place) => {
    if (!falls(seen, place)) return undefined;
    strikes++;
    return blow?.strike;
  });
  try {
    return await work();
  } finally {
    front.on(undefined);
    if (fault.at === "refused") await front.up();
    expect(blow === undefined || strikes > 0, "the fault has struck").toBe(true);
  }
}
