import type { Stack } from "@pulumi/pulumi/automation";
import { expect, test } from "vitest";
import { endsWithin } from "../../../sdk/cli/signals";
import { ChangeQueue } from "../../../sdk/watch/evaluate/change-queue";
import { programOf } from "../../../sdk/watch/stack/automation";
import { interruptible } from "../../../sdk/watch/stack/interruptible";
import type { StackProgram } from "../../../sdk/watch/stack/program";
import type { PendingChange } from "../../../sdk/watch/terms/reported-event";
import { FakeClock } from "../../unit/sdk/watch/fake-clock";

// After SIGTERM `watch --apply all` began the `up` that waited behind a preview or another `up`, and wrote structure: the lane ran what it had
// queued, and a signal of before was not seen by a command that began after it.

const CAUSE = { apiVersion: "v1", kind: "Service", namespace: "shop", name: "web" };

const PENDING = [{ causes: [CAUSE], since: "", objects: { a: "create" as const } }];

/** A lane of `--apply all` whose runs end when they are told to, interrupted or not. */
async function lane(pending: readonly PendingChange[] = PENDING) {
  const clock = new FakeClock();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const until = (run: string) => {
    begun.push(run);
    return new Promise<void>((done) => ends.push(done));
  };
  const program: StackProgram = {
    preview: () => until("preview").then(() => ({ steps: [], components: [] })),
    up: () => until("up").then(() => []),
    drift: () => until("refresh").then(() => [{ op: "update", type: "avi:Pool", name: "a" }]),
    resources: async () => [],
    config: async () => ({}),
    runs: async (most) => {
      begun.push(`history ${most}`);
      return [{ id: "1", version: 1, kind: "update", result: "succeeded", started: 0 }];
    },
  };
  const slow = new ChangeQueue({
    ...{ program, clock, apply: "all", planFile: "plan.json", leads: () => true, hold: () => false, baseline: async () => undefined },
    evaluate: async () => ({ pending, unevaluated: [], lastChange: 0 }),
    ...{ previewed: async () => false, drifted: async (found) => found, emit: () => undefined },
    errors: { failed: () => undefined, resolve: () => undefined },
  });
  await slow.begin([]);
  begun.length = 0;
  /** Lets the run go that is under way. */
  const end = () => ends.shift()?.();
  return { slow, clock, begun, end, turn: () => new Promise((done) => setImmediate(done)) };
}

test("a preview that ends in spite of the signal is followed by no up, and nothing that is queued begins", async () => {
  const { slow, clock, begun, end, turn } = await lane();
  await turn();
  const drift = slow.resync();
  const recorded = slow.recordServers();
  slow.enqueue();
  await clock.pass(600);
  const closed = slow.close();
  end();
  await Promise.all([closed, drift, recorded]);
  expect(begun).toEqual(["preview"]);
});

test("an up that ends in spite of the signal is followed by no look at the history and no preview", async () => {
  const { slow, begun, end, turn } = await lane();
  await turn();
  end();
  await turn();
  const closed = slow.close();
  end();
  await closed;
  expect(begun).toEqual(["preview", "up"]);
});

test("drift that is found in spite of the signal is not repaired", async () => {
  const { slow, begun, end, turn } = await lane([]);
  const drift = slow.resync();
  await turn();
  const closed = slow.close();
  end();
  await Promise.all([closed, drift]);
  expect(begun).toEqual(["refresh"]);
});

test("no command of Pulumi begins after the signal, neither at once nor after what comes before its process", async () => {
  const ended = new AbortController();
  let commands = 0;
  let prepared: () => void = () => undefined;
  const command = async function (this: Stack) {
    await new Promise<void>((done) => {
      prepared = done;
    });
    await this.workspace.serializeArgsForOp(this.name);
    commands++;
    return {};
  };
  const stack = { name: "s", workspace: {}, up: command, preview: command, previewRefresh: command } as unknown as Stack;
  const program = programOf(stack, { take: () => [] } as never, ended.signal);
  const runs = [program.up(), program.preview(), program.drift()];
  await new Promise((done) => setImmediate(done));
  ended.abort();
  prepared();
  for (const run of await Promise.allSettled(runs)) expect(run.status).toBe("rejected");
  expect(commands).toBe(0);
});

test("an interrupted command is interrupted again after 20 s, and no command later than that", async () => {
  const clock = new FakeClock();
  const ended = new AbortController();
  let interrupts = 0;
  let end: () => void = () => undefined;
  const work = (signal: AbortSignal) => {
    signal.addEventListener("abort", () => interrupts++);
    return new Promise<void>((done) => {
      end = done;
    });
  };
  const run = interruptible(ended.signal, work, clock);
  ended.abort();
  await clock.pass(19_000);
  expect(interrupts).toBe(1);
  await clock.pass(1_000);
  expect(interrupts).toBe(2);
  end();
  await run;
  await clock.pass(60_000);
  expect(interrupts).toBe(2);
});

test("an end that waits for a load balancer is left after its time", async () => {
  expect(await endsWithin(5, new Promise(() => undefined))).toBe(false);
  expect(await endsWithin(60_000, Promise.resolve())).toBe(true);
  await expect(endsWithin(60_000, Promise.reject(new Error("of the work")))).rejects.toThrow("of the work");
});
