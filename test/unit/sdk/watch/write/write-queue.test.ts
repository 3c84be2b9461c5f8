import { expect, it } from "vitest";
import { WriteQueue, type WriteQueueWork } from "../../../../../sdk/watch/write/write-queue";
import { FakeClock } from "../fake-clock";

function lane(write: WriteQueueWork["write"], open = () => true) {
  const clock = new FakeClock();
  const writes: [string, number][] = [];
  const reported: [string, number][] = [];
  const failures: number[] = [];
  const work: WriteQueueWork = {
    open,
    write: (id) => {
      writes.push([id, clock.now()]);
      return write(id);
    },
    written: (id, _outcome, seconds) => reported.push([id, seconds]),
    failed: (_id, _error, againMs) => failures.push(againMs),
  };
  return { clock, writes, told: reported, failures, lane: new WriteQueue(work, { debounceMs: 300, clock }) };
}

const done = async () => ({ servers: 1 });

it("the first write is immediate, then at most one per resource and gap, and the last event is in the last write", async () => {
  const { lane: fast, clock, writes, told } = lane(done);
  for (let i = 0; i < 20; i++) {
    fast.enqueue("a");
    await clock.pass(50);
  }
  await clock.pass(1000);
  expect(writes.map(([, at]) => at)).toEqual([0, 300, 600, 900, 1200]);
  expect(told).toHaveLength(5);
  expect(fast.queue()).toEqual({ waiting: 0, oldestSeconds: 0 });
});

it("an empty queue is not old, however long one looks at it", () => {
  const clock = new FakeClock();
  let looks = 0;
  clock.now = () => ++looks;
  const empty = new WriteQueue(
    { open: () => true, write: done, written: () => undefined, failed: () => undefined },
    { debounceMs: 300, clock },
  );
  expect(empty.queue()).toEqual({ waiting: 0, oldestSeconds: 0 });
});

it("resources do not wait for each other, and one is written by one writer at a time", async () => {
  let end: (() => void) | undefined;
  const { lane: fast, clock, writes } = lane((id) => (id === "slow" ? new Promise((ok) => (end = () => ok({ servers: 1 }))) : done()));
  fast.enqueue("slow");
  fast.enqueue("other");
  await clock.pass(1000);
  fast.enqueue("slow");
  await clock.pass(1000);
  expect(writes).toEqual([
    ["slow", 0],
    ["other", 0],
  ]);
  end?.();
  await clock.pass(1);
  expect(writes.at(-1)).toEqual(["slow", 2000]);
});

it("a write that fails is tried again, later and later, and counts from its first event", async () => {
  let remaining = 3;
  const { lane: fast, clock, failures, told } = lane(() => (remaining-- > 0 ? Promise.reject(new Error("no answer")) : done()));
  fast.enqueue("a");
  await clock.pass(60_000);
  expect(failures).toEqual([1000, 2000, 4000]);
  expect(told).toEqual([["a", 7]]);
});

it("while writing is not allowed everything waits, and is written when it is", async () => {
  let leads = false;
  const { lane: fast, clock, writes } = lane(done, () => leads);
  fast.enqueue("a");
  await clock.pass(5000);
  expect(writes).toEqual([]);
  expect(fast.queue()).toEqual({ waiting: 1, oldestSeconds: 5 });
  leads = true;
  fast.turn();
  await clock.pass(1);
  expect(writes).toEqual([["a", 5000]]);
});

it("who is to ask again is asked again, and an event in between is not made to wait for it", async () => {
  let empty = true;
  const { lane: fast, clock, writes } = lane(async () => (empty ? 10_000 : { servers: 1 }));
  fast.enqueue("a");
  await clock.pass(4000);
  empty = false;
  fast.enqueue("a");
  await clock.pass(1);
  expect(writes.map(([, at]) => at)).toEqual([0, 4000]);
  await clock.pass(20_000);
  expect(writes).toHaveLength(2);
});
