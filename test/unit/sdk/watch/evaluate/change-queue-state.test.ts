import { expect, test } from "vitest";
import { ChangeQueueStates } from "../../../../../sdk/watch/evaluate/change-queue-state";
import { FakeClock } from "../fake-clock";

function lane() {
  const clock = new FakeClock();
  const pending: string[] = [];
  return { clock, pending, states: new ChangeQueueStates(clock, () => pending.length > 0) };
}

test("changes of structure are reviewed after a quiet period, and wait for a person", async () => {
  const { clock, pending, states } = lane();
  const seen = [states.current];
  states.quiet(() => {
    void states.run(
      async () => {
        seen.push(states.current);
        pending.push("create avi:SniVS lab--shop");
      },
      () => undefined,
    );
  });
  seen.push(states.current);
  await clock.pass(600);
  await states.idle();
  expect([...seen, states.current]).toEqual(["idle", "quiet", "running", "awaiting-review"]);
});

test("a failed run is held back until its pause ends or a review succeeds", async () => {
  const { clock, states } = lane();
  const errors: unknown[] = [];
  const fail = () => {
    states.backOff(() => errors.push("again"));
    return Promise.reject(new Error("refused"));
  };
  await states.run(fail, (error) => errors.push(error));
  expect([states.current, states.isHeldBack, errors]).toEqual(["backing-off", true, [new Error("refused")]]);
  states.succeeded();
  expect(states.current).toBe("idle");
  await states.run(fail, () => undefined);
  await clock.pass(60_000);
  expect([states.current, states.isHeldBack, errors.at(-1)]).toEqual(["idle", false, "again"]);
});

test("a closed lane reports no failure", async () => {
  const { states } = lane();
  const ended: unknown[] = [];
  const run = states.run(
    () => Promise.reject(new Error("interrupted")),
    (error) => ended.push(error),
  );
  await states.close();
  await run;
  expect([states.current, ended]).toEqual(["closed", []]);
});
