import { alike } from "../../lib/afterwards";
import { type CaseDraw, type CaseOutcome, everyPoint } from "../../lib/campaign";
import { pass } from "../../lib/fault-proxy";
import type { CampaignWorld } from "../../lib/world";
import { held, inStack, textOf, well } from "./cycle";
import type { StackUnderTest, Victim } from "./stack";
import type { GrowingStory } from "./unsaved-stories";

/** The engine saves the state once, at the end of a run; earlier releases ask for the second as well. */
const SAVED_ONCE = { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" };

const UP = ["up", "--yes", "--skip-preview"];

/** From nothing to nothing; each step begins with the state of the one before. */
export const UNSAVED_STEPS = [
  { name: "first up", args: UP, declares: "declared" },
  { name: "growth", args: UP, declares: "grown" },
  { name: "destroy", args: ["destroy", "--yes", "--skip-preview"], declares: "grown" },
] as const;

export type UnsavedStep = (typeof UNSAVED_STEPS)[number];

/** A step without a kill: the number of its writes, and the objects after it. */
interface CleanStep {
  writes: number;
  after: string[];
}

/** The steps without a kill. */
export function unsavedClean(
  world: CampaignWorld,
  story: GrowingStory,
  steps: readonly UnsavedStep[] = UNSAVED_STEPS,
): Promise<Map<UnsavedStep, CleanStep>> {
  return inSavedOnce(world, story, async (stack) => {
    const clean = new Map<UnsavedStep, CleanStep>();
    for (const step of steps) {
      let writes = 0;
      atWrites(world, () => void writes++);
      await doWell(world, story, stack, step);
      clean.set(step, { writes, after: await held(world) });
    }
    return clean;
  });
}

/** The step, killed at each of its writes, or at one that the seed picks. */
export async function killedAtWrites(
  world: CampaignWorld,
  story: GrowingStory,
  step: UnsavedStep,
  victim: Victim,
  clean: Map<UnsavedStep, CleanStep>,
  draw: CaseDraw,
): Promise<CaseOutcome> {
  const { writes, after } = clean.get(step)!;
  const all = Array.from({ length: writes }, (_, at) => at);
  const points = everyPoint ? all : [draw("write", writes)];
  let adopted = 0;
  for (const at of points) {
    const adopts = await killedAtWrite(world, story, step, victim, at, after).catch((error: unknown) => {
      throw new Error(`write ${at + 1} of ${writes}: ${error instanceof Error ? error.message : error}`);
    });
    if (adopts) adopted++;
  }
  return { verdict: "comes clean", words: `${points.length} of ${writes} writes, adopted after ${adopted}`, points: points.length };
}

/** Returns true where the next run had to adopt what the killed one created. */
export function killedAtWrite(
  world: CampaignWorld,
  story: GrowingStory,
  step: UnsavedStep,
  victim: Victim,
  at: number,
  after: readonly string[],
): Promise<boolean> {
  return inSavedOnce(world, story, async (stack) => {
    for (const earlier of UNSAVED_STEPS.slice(0, UNSAVED_STEPS.indexOf(step))) await doWell(world, story, stack, earlier);
    const known = await stack.resources();
    const before = await held(world);
    stack.declare(story[step.declares](world));
    let writes = 0;
    let killed = false;
    atWrites(world, () => {
      if (writes++ === at) killed = stack.kill(victim);
    });
    await stack.run(step.args);
    if (!killed) throw new Error(`there was no ${victim} to kill`);
    atWrites(world, () => undefined);
    stack.mendBackend();
    await stack.run(["cancel", "--yes"]);
    if ((await stack.resources()) !== known) throw new Error("the killed run has changed the state");
    await world.settled();
    // a state that begins from nothing cannot tell its own objects from those of another backend: docs/decisions/0025
    const adopts = step.name === "first up" && (await held(world)).length > before.length;
    if (adopts) await adopt(world, story, stack, step);
    await doWell(world, story, stack, step);
    if (step.name !== "destroy") await well(stack.run(["preview", "--expect-no-changes"]), "preview");
    alike("the server does not hold what a clean run leaves", await held(world), after);
    return adopts;
  });
}

/** The run refuses what it finds, and writes nothing; one that adopts takes it over. */
async function adopt(world: CampaignWorld, story: GrowingStory, stack: StackUnderTest, step: UnsavedStep): Promise<void> {
  const before = await held(world);
  const refused = await stack.run(step.args);
  if (refused.code === 0 || !/LB2053/.test(textOf(refused))) throw new Error(`not refused with LB2053:\n${textOf(refused).slice(-3000)}`);
  alike("a refused run has written", await held(world), before);
  stack.declare({ ...story.declared(world), adopt: true });
  await well(stack.run(step.args), "up with adopt");
  stack.declare(story.declared(world));
}

async function doWell(world: CampaignWorld, story: GrowingStory, stack: StackUnderTest, step: UnsavedStep): Promise<void> {
  stack.declare(story[step.declares](world));
  await well(stack.run(step.args), step.name);
  await world.settled();
}

/** Calls `write` once the server has acted on one. */
function atWrites(world: CampaignWorld, write: () => void): void {
  world.front.on((seen) => {
    if (seen.method === "GET" || world.isLogin(seen)) return undefined;
    return async (exchange) => {
      const answer = await exchange.forward();
      write();
      return pass({ ...exchange, forward: async () => answer });
    };
  });
}

const inSavedOnce = <T>(world: CampaignWorld, story: GrowingStory, work: (stack: StackUnderTest) => Promise<T>): Promise<T> =>
  inStack(world, story, work, SAVED_ONCE);
