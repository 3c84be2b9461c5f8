import { afterAll, beforeAll } from "vitest";
import { AVI_TYPES } from "../../../resources/avi/body";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { PulumiLab } from "../../cli/pr/harness";
import type { Props } from "../../sandbox/lib/host";
import { OBJECT_TYPES, poolInputs, prepareSamples, SAMPLES } from "../../sandbox/lib/samples";
import { aviConfig, runHere } from "../../support/provider-here";
import { type Case, type CaseDraw, campaign } from "../lib/campaign";
import { CLI_EDITS, type CliEdit } from "./cli-edits";
import { CliStack, objectsOf } from "./cli-stack";

// The same as on the engine in memory, with the commands that people edit states with, and the real engine.

const STEPS = 3;
const RUNS = ["up", "up", "up --refresh", "destroy"] as const;
/** One after the other, as the program declares them. */
const OPTIONS = ["--yes", "--skip-preview", "--parallel", "1"];
const OURS = "pulumi-k8s-lb:";

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  await prepareSamples();
}, 60_000);
afterAll(() => avi?.close());

/** By id: the mark of every object that the controller holds. */
const marks = (): Map<string, string> =>
  new Map(
    OBJECT_TYPES.flatMap((type) =>
      avi.store.list(type).map((object) => [String(object.uuid), String(object[AVI_TYPES[type].ownerField ?? ""] ?? "")] as const),
    ),
  );

/** The mark is that of the program, which names its project and its stack. */
function declaredIn(stack: string): CliStack["declared"] {
  const named = ({ owner: _, ...inputs }: Props): Props => JSON.parse(JSON.stringify(inputs).replaceAll("c1--", `${stack}--`)) as Props;
  const pools = ["a", "b"].map((name) => ({
    kind: "Pool",
    name: `${stack}-${name}`,
    inputs: named(poolInputs(`c1--${name}`) as unknown as Props),
  }));
  const kinds = stack === "dev" ? ["SharedVS", "SniVS"] : ["L4VS"];
  const bundles = kinds.map((kind) => ({
    kind,
    name: `${stack}-${kind}`,
    inputs: named(SAMPLES.find((one) => one.kind === `avi:${kind}`)!.inputs()),
  }));
  return [...pools, ...bundles];
}

async function sequence(lab: PulumiLab, draw: CaseDraw, reported: string[]): Promise<void> {
  avi.reset();
  const strange = { owner: "ako-dev", pool: { name: "dev--z", servers: [] } };
  await runHere(aviConfig(avi)).create({ ...strange, __provider: 'v1("avi:Pool")' });
  const foreign = [...marks().keys()];
  const stacks = [new CliStack(lab, "one", "shop", "dev"), new CliStack(lab, "two", "bank", "prod")];
  for (const stack of stacks) {
    stack.declared = declaredIn(stack.name);
    await stack.begin();
    await stack.must(["up", ...OPTIONS, "--stack", stack.full]);
  }
  let isForgotten = false;
  for (let step = 0; step < STEPS; step++) {
    const pick = <T>(what: string, list: readonly T[]): T | undefined => list[draw(`${what} of step ${step}`, Math.max(list.length, 1))];
    const stack = pick("stack", stacks) as CliStack;
    const other = stacks.find((one) => one !== stack) as CliStack;
    const { words, forgets = false } = await (pick("edit", CLI_EDITS) as CliEdit)({ stack, other, step, pick });
    const run = pick("run", RUNS) as (typeof RUNS)[number];
    reported.push(`${words}, then ${run} of ${stack.name}`);
    const done = await watched(stack, other, foreign, run);
    isForgotten ||= forgets || !done;
  }
  reported.push("destroy of both");
  // nothing in the states tells what uses what: pools, a parent and its child need three runs
  for (const stack of [...stacks, ...stacks, ...stacks])
    await watched(stack, stacks.find((one) => one !== stack) as CliStack, foreign, "destroy --continue-on-error");
  const remaining = [...marks()].filter(([id, mark]) => mark.startsWith(OURS) && !foreign.includes(id));
  if (!isForgotten && remaining.length > 0)
    throw new Error(`no destroy took ${remaining.map(([id, mark]) => `${id} of ${mark}`).join(", ")}`);
}

/**
 * Runs a command. What it deletes is in no state afterwards: neither in its own nor in the other one, except for an object that both had
 * (docs/troubleshooting.md#orphans). What others have stays.
 *
 * @returns whether it ended well; it may fail for a reason with a code
 */
async function watched(stack: CliStack, other: CliStack, foreign: readonly string[], run: string): Promise<boolean> {
  const before = marks();
  const had = new Set((await stack.resources()).flatMap(objectsOf));
  const [command = "", ...options] = run.split(" ");
  const { code, stdout, stderr } = await stack.run([command, ...options, ...OPTIONS, "--stack", stack.full]);
  if (code !== 0 && !/LB\d{4}/.test(stdout + stderr)) throw new Error(`${run} of ${stack.name} ended with ${code}:\n${stdout}${stderr}`);
  const after = marks();
  const holders = new Map<string, string>();
  for (const one of await stack.resources()) for (const id of objectsOf(one)) holders.set(id, one.urn);
  for (const one of await other.resources()) for (const id of objectsOf(one)) if (!had.has(id)) holders.set(id, one.urn);
  for (const id of foreign) holders.set(id, "somebody else");
  for (const id of before.keys())
    if (!after.has(id) && holders.has(id))
      throw new Error(`${run} of ${stack.name} deleted ${id} of ${holders.get(id)}:\n${stdout}${stderr}`);
  return code === 0;
}

const cases = Array.from(
  { length: 500 },
  (_, index): Case => ({
    name: `real cli, sequence ${index}`,
    async run(draw) {
      const reported: string[] = [];
      const { url, username, password } = avi;
      const lab = new PulumiLab({ env: { AVI_CONTROLLER: url, AVI_USERNAME: username, AVI_PASSWORD: password, AVI_RATE_LIMIT: "off" } });
      try {
        await sequence(lab, draw, reported);
      } catch (error) {
        throw new Error(`after ${reported.join("; ")}`, { cause: error });
      } finally {
        lab.dispose();
      }
      return { verdict: "nothing lost", words: reported.join("; ") };
    },
  }),
);
campaign("states with the real CLI", cases, { sample: 2, limitMs: 600_000 });
