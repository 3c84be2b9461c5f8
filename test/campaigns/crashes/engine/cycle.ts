import type { CliResult } from "../../../cli/pr/harness";
import { alike } from "../../lib/afterwards";
import type { CaseDraw, CaseOutcome } from "../../lib/campaign";
import { pass } from "../../lib/fault-proxy";
import type { CampaignWorld } from "../../lib/world";
import { StackUnderTest, type Victim } from "./stack";
import type { Story } from "./stories";

/** One command of a cycle, and what the program declares then. */
interface CycleStep {
  name: string;
  args(story: Story): string[];
  declares: "declared" | "changed";
}

const UP = ["up", "--yes", "--skip-preview"];

/** From nothing to nothing. */
const STEPS: readonly CycleStep[] = [
  { name: "up", args: () => UP, declares: "declared" },
  { name: "refresh", args: () => ["refresh", "--yes", "--skip-preview"], declares: "declared" },
  { name: "update", args: () => UP, declares: "changed" },
  { name: "replace", args: ({ replaced }) => [...UP, "--replace", replaced], declares: "changed" },
  { name: "destroy", args: () => ["destroy", "--yes", "--skip-preview"], declares: "changed" },
];

/** Result of a step without a kill: the number of requests, and the objects on the server. */
interface CleanStep {
  requests: number;
  after: string[];
}

/** All steps without a kill. */
export async function cleanCycle(world: CampaignWorld, story: Story): Promise<CleanStep[]> {
  return inStack(world, story, async (stack) => {
    const clean: CleanStep[] = [];
    for (const step of STEPS) {
      stack.declare(story[step.declares](world));
      world.front.seen.splice(0);
      await well(stack.run(step.args(story)), step.name);
      const requests = world.front.seen.length;
      await world.settled();
      clean.push({ requests, after: await held(world) });
    }
    return clean;
  });
}

/** All steps, in each of which the victim is killed at a request that the seed picks; after each the stack comes clean. */
export async function killedCycle(
  world: CampaignWorld,
  story: Story,
  victim: Victim,
  clean: readonly CleanStep[],
  draw: CaseDraw,
): Promise<CaseOutcome> {
  return inStack(world, story, async (stack) => {
    const messages: string[] = [];
    let points = 0;
    for (const [index, step] of STEPS.entries()) {
      const { requests, after } = clean[index]!;
      const at = draw(step.name, requests);
      stack.declare(story[step.declares](world));
      const killed = await runAndKill(world, stack, step.args(story), victim, at);
      const words = await comesClean(world, stack, story, step, after).catch((error: unknown) => {
        throw new Error(`${step.name}, request ${at + 1} of ${requests}: ${error instanceof Error ? error.message : error}`);
      });
      if (killed) points++;
      messages.push(`${step.name} ${at + 1}/${requests} ${killed ? words : "it was not running"}`);
    }
    return { verdict: "comes clean", words: messages.join("; "), points };
  });
}

async function runAndKill(world: CampaignWorld, stack: StackUnderTest, args: string[], victim: Victim, at: number): Promise<boolean> {
  let killed: boolean | undefined;
  world.front.seen.splice(0);
  world.front.on((_seen, place) => {
    if (killed !== undefined || place < at) return undefined;
    killed = stack.kill(victim);
    return pass;
  });
  await stack.run(args);
  world.front.on((_seen) => undefined);
  return killed === true;
}

/** `pulumi cancel`, the same command again, at most twice, and nothing is left to do. */
async function comesClean(world: CampaignWorld, stack: StackUnderTest, story: Story, step: CycleStep, after: string[]): Promise<string> {
  const damaged = stack.mendBackend();
  await stack.run(["cancel", "--yes"]);
  let runs = 1;
  let last = await stack.run(step.args(story));
  if (last.code !== 0) {
    runs++;
    last = await well(stack.run(step.args(story)), `second run after ${textOf(last)}`);
  }
  if (/pending operation/.test(textOf(last)))
    await well(stack.run(["refresh", "--yes", "--skip-preview", "--clear-pending-creates"]), "refresh");
  if (step.name !== "destroy") await well(stack.run(["preview", "--expect-no-changes"]), "preview");
  await world.settled();
  alike("the server does not hold what a clean run leaves", await held(world), after);
  return `${runs} run${runs > 1 ? "s" : ""}${damaged.length > 0 ? `, empty ${damaged.length} .attrs of the backend` : ""}`;
}

/** A new stack on an empty server. `env`: further variables of its commands. */
export async function inStack<T>(
  world: CampaignWorld,
  story: Pick<Story, "target">,
  work: (stack: StackUnderTest) => Promise<T>,
  env?: { [name: string]: string },
): Promise<T> {
  await world.reset();
  const stack = new StackUnderTest(world, story.target, env);
  try {
    await well(stack.begin(), "stack init");
    return await work(stack);
  } finally {
    world.front.on(undefined);
    stack.dispose();
  }
}

/** Each component has another nonce (docs/decisions/0017-nonce.md). */
const NONCE = /(pulumi-k8s-lb[-/]nonce\W+(?:values\W+)?)[0-9a-f]{12}\b/g;

/** The objects on the server, alike for two stacks. */
export const held = async (world: CampaignWorld): Promise<string[]> =>
  (await world.holds()).map((line) => line.replace(NONCE, "$1a nonce")).sort();

export const textOf = ({ stdout, stderr }: CliResult): string => `${stdout}\n${stderr}`;

/** The result of a command that must end well. */
export async function well(running: Promise<CliResult>, what: string): Promise<CliResult> {
  const result = await running;
  if (result.code !== 0) throw new Error(`${what} ended with ${result.code}:\n${textOf(result).slice(-3000)}`);
  return result;
}
