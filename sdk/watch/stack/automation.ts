import { hostname } from "node:os";
import type { EngineEvent, Stack } from "@pulumi/pulumi/automation";
import { turns } from "../clock";
import type { HandOverSocket } from "./hand-over-socket";
import type { PastRun, RunStep, StackProgram } from "./program";
import type { ResidentProgram } from "./resident/resident-program";
import { RunFailed } from "./run-failed";
import { resourcesIn } from "./stack-state";

/** Marks the runs of this process in the history. */
const MESSAGE = `k8s-lb watch on ${hostname()} (process ${process.pid})`;

/**
 * The program of a stack through the Automation API, which runs the `pulumi` of this machine with the backend, the secrets provider and the
 * plugins that it would have by hand. One run at a time: the stack has one lock, and runs of ours shall not refuse each other.
 *
 * @param signal interrupts what runs, as Ctrl-C does: the engine ends what it has begun
 * @param resident the program where it stays loaded
 */
export function programOf(stack: Stack, socket: HandOverSocket, signal: AbortSignal, resident?: ResidentProgram): StackProgram {
  const inTurn = turns();
  const quiet = { color: "never", suppressProgress: true } as const;
  const run = <T>(command: string, work: (signal: AbortSignal) => Promise<T>) =>
    inTurn(() => withRunFailed(command, () => interruptible(signal, work)));
  const running = async () => forRun(stack, (await resident?.args()) ?? []);
  return {
    preview: ({ plan } = {}) =>
      run("preview", async (signal) => {
        socket.take();
        const steps = await running().then((on) => stepsOf((onEvent) => on.preview({ ...quiet, signal, plan, onEvent })));
        return { steps, components: socket.take() };
      }),
    up: ({ plan, refresh } = {}) =>
      run("up", (signal) =>
        running().then((on) =>
          stepsOf((onEvent) => on.up({ ...quiet, signal, plan, refresh, onEvent, showSecrets: false, message: MESSAGE })),
        ),
      ),
    // the result of a refresh is in the event after it
    drift: () => run("refresh", (signal) => stepsOf((onEvent) => stack.previewRefresh({ ...quiet, signal, onEvent }), "resOutputsEvent")),
    resources: async () => resourcesIn((await withRunFailed("stack export", () => stack.exportStack())).deployment),
    async config() {
      const all = Object.entries(await withRunFailed("config", () => stack.getAllConfig()));
      return Object.fromEntries(all.map(([key, { value }]) => [key, value]));
    },
    runs: (most) => runsOf(stack, most),
  };
}

/**
 * The stack for one run of its program, with further arguments for that command alone. After an `up` the Automation API would ask for
 * outputs and history, each with a process, and nothing here reads them.
 */
function forRun(stack: Stack, more: readonly string[]): Stack {
  const left = [...more];
  const workspace = Object.create(stack.workspace, { serializeArgsForOp: { value: async () => left.splice(0) } });
  const values = { workspace, outputs: async () => ({}), info: async () => undefined };
  return Object.create(stack, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])));
}

/** A command of Pulumi, whose failure is reported in one line. */
async function withRunFailed<T>(command: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new RunFailed(command, error);
  }
}

async function runsOf(stack: Stack, most: number): Promise<PastRun[]> {
  // Values of the configuration are in the history; this code does not need them.
  const runs = await withRunFailed("stack history", () => stack.history(most, 1, false));
  return runs.map(({ version, kind, result, startTime, message }) => {
    const own = message === MESSAGE;
    return { id: `${version} ${kind} ${startTime.toISOString()}`, version, kind, result, started: startTime.getTime(), own };
  });
}

/** Steps of a run. */
async function stepsOf(
  run: (onEvent: (event: EngineEvent) => void) => Promise<unknown>,
  kind: "resourcePreEvent" | "resOutputsEvent" = "resourcePreEvent",
): Promise<RunStep[]> {
  const steps: RunStep[] = [];
  await run(({ [kind]: event }) => {
    if (!event) return;
    const { op, type, urn, old: before, new: after } = event.metadata;
    const [, , types = ""] = urn.split("::");
    steps.push({ op, type, name: urn.slice(urn.lastIndexOf("::") + 2), within: types.slice(0, -type.length), before, after });
  });
  return steps;
}

/** The Automation API never lets go of a signal that it was given: each run has one of its own. */
async function interruptible<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController();
  const abort = () => own.abort();
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    return await work(own.signal);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
