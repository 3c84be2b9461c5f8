import type { HealthQuery } from "../../requests/health/after-up";
import type { Health } from "../../requests/health/health";
import { serverName } from "../../requests/health/health";
import { changedServices, type Unserved, unservedRoutes, unservedText } from "../../requests/health/unserved";
import { faultLine } from "../../requests/health/words";
import type { ReviewFacts } from "../../requests/review/facts";
import type { BackEnd } from "../back-end";
import type { Context } from "./handler";
import { sleep } from "./wait";

/** A run is held for so many seconds at most, however slow a monitor is. */
const MOST_SECONDS = 60;

/** Pauses between two readings: the first one, and the longest. */
const PAUSES_MS = { first: 500, most: 5_000 };

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
  try {
    for (let pause = pauses.first; ; pause = Math.min(pause * 1.5, pauses.most)) {
      const health = await backEnd.health(ctx.config, asked.planned);
      const routes = unservedRoutes(asked.rules, health, changed, isEmptyMeant);
      const open = routes.filter(({ isOpen }) => isOpen);
      const limitMs = 1000 * secondsFor(backEnd, asked, open);
      const leftMs = limitMs - (performance.now() - started);
      if (open.length === 0 || leftMs <= 0) return await report(ctx, routes, health, waited());
      ctx.progress(`waiting for a server of ${countOf(open.length)}, for ${Math.ceil(leftMs / 1000)} s at most`);
      await sleep(Math.min(pause, leftMs));
    }
  } catch (error) {
    await ctx.summary?.(`Cannot read whether each route has a server up: ${faultLine(error)}`);
  }
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

const countOf = (routes: number): string => (routes === 1 ? "1 route" : `${routes} routes`);

/** A route of which all servers are unknown is no fault of a server, so it is a notice. */
async function report(
  ctx: Pick<Context, "summary" | "warn">,
  routes: readonly Unserved[],
  { faults }: Health,
  waited: number,
): Promise<void> {
  const unknown = routes.filter(({ servers }) => servers.length > 0 && servers.every(({ state }) => state === "unknown"));
  const down = routes.filter((one) => !unknown.includes(one));
  for (const one of down.slice(0, NAMED)) await ctx.warn?.(`LB2085 ${unservedText(one, waited)}. Run \`k8s-lb status\``);
  if (down.length > NAMED)
    await ctx.warn?.(`LB2085 ${countOf(down.length - NAMED)} more without a server that is up. Run \`k8s-lb status\``);
  const [first] = unknown;
  const reasons = [...faults, ...(first ? [unservedText(first, waited)] : [])];
  if (reasons.length === 0) return;
  const what =
    unknown.length > 0
      ? `Not known whether ${countOf(unknown.length)} ${unknown.length === 1 ? "has" : "have"} a server up`
      : "Cannot read the state of all servers";
  await ctx.summary?.(`${what}: ${reasons[0]}`);
}
