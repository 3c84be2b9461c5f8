import { CallFailed, type Host, type Props } from "../../sandbox/lib/host";
import type { Case, CaseDraw } from "../lib/campaign";
import { EDITS, type Edit } from "./edits";
import { type DeclaredStack, EditedStack, Killed, type StateEntry, type StateWatch } from "./stack";

/** A target as these sequences need it. */
export interface Ground {
  reset(): Promise<void>;
  /** The provider as a new run finds it. */
  run(): Host;
  /** Declarations of the program of a stack, in the order of dependencies. */
  program(stack: string, owner: string): Omit<DeclaredStack, "urn">[];
  /** Another declaration of the same object. */
  changed(inputs: Props, kind: string, draw: number): Props;
  /** Creates objects of other owners, which must exist at the end, whatever happens. */
  strangers(): Promise<void>;
  /** By id: the mark of every object that the server holds. */
  marks(): Promise<ReadonlyMap<string, string>>;
  /** The ids of the objects of an entry. */
  held(entry: StateEntry): string[];
}

const STEPS = 5;
const OURS = "pulumi-k8s-lb:";

const ownerOf = (stack: string): string => `${OURS}shop/${stack}/c`;
const urnOf = (stack: string, kind: string, index: number): string =>
  `urn:pulumi:${stack}::shop::pulumi-nodejs:dynamic/k8s-lb-${kind}::r${index}`;

/** Random edits of the states of two stacks, each followed by a run. */
export function sequenceCases(ground: () => Ground, title: string, count: number): Case[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${title}, sequence ${index}`,
    run: async (draw) => {
      const reported: string[] = [];
      try {
        await sequence(ground(), draw, reported);
      } catch (error) {
        throw new Error(`after ${reported.join("; ")}`, { cause: error });
      }
      return { verdict: "nothing lost", words: reported.join("; ") };
    },
  }));
}

async function sequence(ground: Ground, draw: CaseDraw, reported: string[]): Promise<void> {
  await ground.reset();
  await ground.strangers();
  const foreign = [...(await ground.marks()).keys()];
  const stacks: EditedStack[] = [];
  const watch = watchOver(ground, stacks, foreign);
  for (const name of ["dev", "prod"]) {
    const stack = new EditedStack(name, watch);
    stack.program = ground.program(name, ownerOf(name)).map((one, index) => ({ ...one, urn: urnOf(name, one.kind, index) }));
    stacks.push(stack);
    await stack.up(ground.run());
  }
  let isForgotten = false;
  for (let step = 0; step < STEPS; step++) {
    const pick = <T>(what: string, list: readonly T[]): T | undefined => list[draw(`${what} of step ${step}`, Math.max(list.length, 1))];
    const stack = pick("stack", stacks) as EditedStack;
    const other = stacks.find((one) => one !== stack) as EditedStack;
    const edit = pick("edit", EDITS) as Edit;
    const change = (inputs: Props, kind: string) => ground.changed(inputs, kind, draw(`change of step ${step}`, 1000));
    const { words, forgets = false } = edit({ stack, other, pick, change, owner: ownerOf(other.name) });
    const run = pick("run", RUNS) as SequenceRun;
    reported.push(`${words}, then ${run} of ${stack.name}`);
    isForgotten ||= forgets || run === "a killed up";
    isForgotten ||= !(await ran(ground, stack, run));
  }
  reported.push("destroy of both");
  for (const stack of [...stacks, ...stacks]) for (const error of await stack.destroy(ground.run())) assertOurWords(error);
  const remaining = [...(await ground.marks())].filter(([id, mark]) => mark.startsWith(OURS) && !foreign.includes(id));
  if (!isForgotten && remaining.length > 0)
    throw new Error(`no destroy took ${remaining.map(([id, mark]) => `${id} of ${mark}`).join(", ")}`);
}

const RUNS = ["up", "up", "up --refresh", "a killed up", "destroy"] as const;
type SequenceRun = (typeof RUNS)[number];

/** True when the run did all that it was for. */
async function ran(ground: Ground, stack: EditedStack, run: SequenceRun): Promise<boolean> {
  try {
    if (run === "destroy") {
      const failures = await stack.destroy(ground.run());
      failures.forEach(assertOurWords);
      return failures.length === 0;
    }
    await stack.up(ground.run(), { refresh: run === "up --refresh", killed: run === "a killed up" });
    return true;
  } catch (error) {
    assertOurWords(error);
    return false;
  }
}

/** A run may be refused, for a reason. */
function assertOurWords(error: unknown): void {
  if (error instanceof Killed || (error instanceof CallFailed && /^LB\d{4}/.test(error.message))) return;
  throw error;
}

/**
 * Checks that a call deletes objects of its own resource only. It must not delete objects of another stack (except a copy of the resource,
 * see docs/troubleshooting.md#orphans), of a resource of its own stack that stays, or of other owners.
 */
function watchOver(ground: Ground, stacks: readonly EditedStack[], foreign: readonly string[]): StateWatch {
  return async (going, staying, call) => {
    const before = await ground.marks();
    const own = new Set(going ? ground.held(going) : []);
    const kept = new Map(staying.filter((entry) => entry !== going).flatMap((entry) => ground.held(entry).map((id) => [id, entry.urn])));
    const isCopy = ({ kind, state }: StateEntry) => kind === going?.kind && state.id === going.state.id;
    const others = stacks.flatMap(({ entries }) => entries).filter((entry) => entry !== going && !isCopy(entry));
    const elsewhere = new Map(others.flatMap((entry) => ground.held(entry).map((id) => [id, entry.urn])));
    const [result] = await Promise.allSettled([call()]);
    const after = await ground.marks();
    for (const id of before.keys()) {
      if (after.has(id)) continue;
      const holder = foreign.includes(id) ? "somebody else" : (kept.get(id) ?? (own.has(id) ? undefined : elsewhere.get(id)));
      if (holder) throw new Error(`${id} of ${holder} was deleted with ${going?.urn ?? "a create"}`);
    }
    if (result.status === "rejected") throw result.reason;
    return result.value;
  };
}
