// Runs the program through the Automation API: preview, up, refresh, history.

import { hostname } from "node:os";
import type { EngineEvent, Stack } from "@pulumi/pulumi/automation";
import { reasonOf } from "../../../resources/diagnostic";
import { unpacked } from "../../../resources/packed";
import { ownFile } from "../../own-package";
import { turns } from "../terms/clock";
import { interruptible } from "./interruptible";
import type { PastRun, RunStep, StackProgram } from "./program";
import type { RegistrationSocket } from "./registration-socket";
import type { ResidentProgram } from "./resident/resident-program";
import { RunFailed } from "./run-failed";
import { resourcesIn } from "./stack-state";
import { historyStamp, settingsStamp, whileUnchanged } from "./while-unchanged";

/** Marks the runs of this process in the history. */
const MESSAGE = `k8s-lb watch on ${hostname()} (process ${process.pid})`;

/**
 * The program of a stack through the Automation API, which runs the `pulumi` of this machine with the backend, the secrets provider and the
 * plugins that it would have by hand. One run at a time: the stack has one lock, and runs of ours shall not refuse each other.
 *
 * @param signal interrupts what runs, as Ctrl-C does: the engine ends what it has begun
 * @param resident the program where it stays loaded
 */
export function programOf(stack: Stack, socket: RegistrationSocket, signal: AbortSignal, resident?: ResidentProgram): StackProgram {
  const inTurn = turns();
  const quiet = { color: "never", suppressProgress: true } as const;
  const run = <T>(command: string, work: (signal: AbortSignal) => Promise<T>) =>
    inTurn(() => withRunFailed(command, () => interruptible(signal, work)));
  const pastRuns = new Map<number, () => Promise<PastRun[]>>();
  const historyOf = historyStamp(stack);
  /** The last `up` of this process. */
  let writing: Promise<unknown> = Promise.resolve();
  const running = async (signal: AbortSignal) => forRun(stack, signal, (await resident?.args()) ?? []);
  return {
    preview: ({ plan } = {}) =>
      run("preview", async (signal) => {
        socket.take();
        const steps = await running(signal).then((on) => stepsOf((onEvent) => on.preview({ ...quiet, signal, plan, onEvent })));
        return { steps, components: socket.take() };
      }).catch((error: unknown) => {
        if (error instanceof RunFailed) error.components = socket.take();
        throw error;
      }),
    up: ({ plan, refresh } = {}) =>
      run("up", (signal) => {
        const steps = running(signal).then((on) =>
          stepsOf((onEvent) => on.up({ ...quiet, signal, plan, refresh, onEvent, showSecrets: false, message: MESSAGE })),
        );
        writing = steps.catch(() => undefined);
        return steps;
      }),
    // the result of a refresh is in the event after it
    drift: () =>
      run("refresh", (signal) => {
        const on = forRun(stack, signal);
        return stepsOf((onEvent) => on.previewRefresh({ ...quiet, signal, onEvent }), "resOutputsEvent");
      }),
    resources: async () => resourcesIn((await withRunFailed("stack export", () => stack.exportStack())).deployment),
    config: whileUnchanged(
      () => settingsStamp(stack),
      async () => {
        const all = Object.entries(await withRunFailed("config", () => stack.getAllConfig()));
        return Object.fromEntries(all.map(([key, { value }]) => [key, value]));
      },
    ),
    async runs(most) {
      // until then a folder holds half a state, and nobody else may run
      await writing;
      const read = pastRuns.get(most) ?? whileUnchanged(historyOf, () => runsOf(stack, most));
      pastRuns.set(most, read);
      return read();
    },
  };
}

/**
 * The stack for one run, with further arguments for that command alone. After an `up` the Automation API would ask for outputs and history,
 * each with a process, and nothing here reads them.
 */
function forRun(stack: Stack, signal: AbortSignal, more: readonly string[] = []): Stack {
  const moreArgs = [...more];
  const argsForOp = async () => {
    // asked for right before the process starts, which does not see a signal of before
    signal.throwIfAborted();
    return moreArgs.splice(0);
  };
  const workspace = Object.create(stack.workspace, {
    serializeArgsForOp: { value: argsForOp },
    envVars: { value: { ...stack.workspace.envVars, NODE_OPTIONS: nodeOptions(stack.workspace.envVars) } },
  });
  const values = { workspace, outputs: async () => ({}), info: async () => undefined };
  return Object.create(stack, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])));
}

/** Options of the Node that a run starts for a program: those that it would have, and errors shown without colours. */
const nodeOptions = ({ NODE_OPTIONS = process.env.NODE_OPTIONS ?? "" }: { readonly [name: string]: string } = {}): string =>
  `${NODE_OPTIONS} --require ${JSON.stringify(ownFile("dist/sdk/watch/stack/plain-errors.js"))}`.trim();

/** A command of Pulumi, whose failure is reported in one line. */
async function withRunFailed<T>(command: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new RunFailed(command, error);
  }
}

/** Readings of a history whose state somebody writes at this moment, and the time between them, ms. */
const HALF_WRITTEN_READINGS = 5;
const HALF_WRITTEN_MS = 300;
/** A state in a folder is not replaced at once. */
const HALF_WRITTEN = /failed to load checkpoint: .*(EOF|unexpected end)/;

async function runsOf(stack: Stack, most: number, readings = HALF_WRITTEN_READINGS): Promise<PastRun[]> {
  // Values of the configuration are in the history; this code does not need them.
  const runs = await withRunFailed("stack history", () => stack.history(most, 1, false)).catch(async (error: unknown) => {
    if (readings <= 1 || !HALF_WRITTEN.test(reasonOf(error))) throw error;
    await new Promise((done) => setTimeout(done, HALF_WRITTEN_MS));
    return undefined;
  });
  if (!runs) return runsOf(stack, most, readings - 1);
  return runs.map(({ version, kind, result, startTime, message }) => {
    const isOwn = message === MESSAGE;
    return { id: `${version} ${kind} ${startTime.toISOString()}`, version, kind, result, started: startTime.getTime(), own: isOwn };
  });
}

/** Steps of a run. */
export async function stepsOf(
  run: (onEvent: (event: EngineEvent) => void) => Promise<unknown>,
  kind: "resourcePreEvent" | "resOutputsEvent" = "resourcePreEvent",
): Promise<RunStep[]> {
  const steps: RunStep[] = [];
  await run(({ [kind]: event }) => {
    if (!event) return;
    const { op, type, urn, old: before, new: after } = event.metadata;
    const [, , types = ""] = urn.split("::");
    // a list in the form of a state shows no servers
    const [was, is] = [before, after].map((state) => state && { inputs: unpacked(state.inputs), outputs: unpacked(state.outputs) });
    steps.push({ op, type, name: urn.slice(urn.lastIndexOf("::") + 2), within: types.slice(0, -type.length), before: was, after: is });
  });
  return steps;
}
