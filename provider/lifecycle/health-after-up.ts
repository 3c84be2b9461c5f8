// Warns after a run of routes that no server is up for.

import type { HealthQuery } from "../../requests/health/after-up";
import type { Health } from "../../requests/health/health";
import { serverName } from "../../requests/health/health";
import { changedServices, type Unserved, unservedRoutes, unservedText } from "../../requests/health/unserved";
import { faultLine } from "../../requests/health/words";
import type { ReviewFacts } from "../../requests/review/facts";
import type { BackEnd } from "../back-end";
import { type DeadlineResult, withDeadline } from "../http/deadline";
import { redactedLine } from "../http/redact";
import type { Context } from "./handler";
import { sleep } from "./wait";

/** The longest wait for one component in seconds, however slow a monitor is; a last reading may take `LAST_READING_MS` more. */
const MOST_SECONDS = 60;

/** Pauses between two readings: the first one, and the longest. */
const PAUSES_MS = { first: 500, most: 5_000 };

/** Time for a reading that begins when the wait is almost over. */
const LAST_READING_MS = 10_000;

/** At most so many routes are a warning each; the others are counted in one. */
const NAMED = 20;

/** Facts of the last completed run and of this one. */
export interface RunFacts {
  before: ReviewFacts;
  after: ReviewFacts;
}

/**
 * Warns of each route of a component that has no server up, after its monitors had the time that they need. A run waits only for routes that it
 * may have changed, and reads once where all have a server. What cannot be read is a notice: this never fails a run.
 */
export async function warnOfUnserved(
  backEnd: Pick<BackEnd, "health" | "monitorSeconds">,
  ctx: Pick<Context, "config" | "progress" | "summary" | "warn">,
  asked: HealthQuery,
  { before, after }: RunFacts,
  pauses = PAUSES_MS,
): Promise<void> {
  if (!backEnd.health) return;
  const changed = changedServices(before, after);
  const isEmptyMeant = after.settings.endpoints === "later";
  const started = performance.now();
  const waited = () => Math.round((performance.now() - started) / 1000);
  const read = backEnd.health;
  let limitMs = 1000 * (asked.most ?? MOST_SECONDS);
  let last: Reading | undefined;
  for (let pause = pauses.first; ; pause = Math.min(pause * 1.5, pauses.most)) {
    const result: DeadlineResult<Health> = await withDeadline(Math.max(limitMs - (performance.now() - started), LAST_READING_MS), () =>
      read(ctx.config, asked.planned),
    );
    if ("error" in result && !last) return await note(ctx, `Cannot read whether each route has a server up: ${faultLine(result.error)}`);
    // a reading that fails later changes nothing of what is known
    if ("value" in result) last = { health: result.value, routes: unservedRoutes(asked.rules, result.value, changed, isEmptyMeant) };
    if (!last) return;
    const open = last.routes.filter(({ isOpen }) => isOpen);
    limitMs = 1000 * secondsFor(backEnd, asked, open);
    const leftMs = limitMs - (performance.now() - started);
    if (open.length === 0 || !(leftMs > 0)) return await report(ctx, last, waited());
    ctx.progress(`waiting for a server of ${routeCount(open.length)}, for ${Math.ceil(leftMs / 1000)} s at most`);
    await sleep(Math.min(pause, leftMs));
  }
}

/** The states of servers at one time, with the routes that none is up for. */
interface Reading {
  health: Health;
  routes: readonly Unserved[];
}

/** Prints a notice; a log that is closed fails no run. */
async function note(ctx: Pick<Context, "summary">, text: string): Promise<void> {
  await ctx.summary?.(redactedLine(text)).catch(() => undefined);
}

/** Prints a warning; a log that is closed fails no run. */
async function warn(ctx: Pick<Context, "warn">, text: string): Promise<void> {
  await ctx.warn?.(redactedLine(`LB2085 ${text}. Run \`k8s-lb status\``)).catch(() => undefined);
}

/** Time that the monitors of the servers of some routes need, within the bounds of a run. */
function secondsFor(
  { monitorSeconds }: Pick<BackEnd, "monitorSeconds">,
  { planned, most }: HealthQuery,
  open: readonly Unserved[],
): number {
  const needed = monitorSeconds?.(planned, new Set(open.flatMap(({ servers }) => servers.map(serverName)))) ?? MOST_SECONDS;
  return Math.min(needed, most ?? MOST_SECONDS);
}

const routeCount = (routes: number): string => (routes === 1 ? "1 route" : `${routes} routes`);

/** A route of which all servers are unknown is no fault of a server, so it is a notice. */
async function report(ctx: Pick<Context, "summary" | "warn">, { routes, health: { faults } }: Reading, waited: number): Promise<void> {
  const unknown = routes.filter(({ servers }) => servers.length > 0 && servers.every(({ state }) => state === "unknown"));
  const down = routes.filter((one) => !unknown.includes(one));
  for (const route of down.slice(0, NAMED)) await warn(ctx, unservedText(route, waited));
  if (down.length > NAMED) await warn(ctx, `${routeCount(down.length - NAMED)} more without a server that is up`);
  const [first] = unknown;
  const reasons = [...faults, ...(first ? [unservedText(first, waited)] : [])];
  if (reasons.length === 0) return;
  const what =
    unknown.length > 0
      ? `Not known whether ${routeCount(unknown.length)} ${unknown.length === 1 ? "has" : "have"} a server up`
      : "Cannot read the state of all servers";
  await note(ctx, `${what}: ${reasons[0]}`);
}
