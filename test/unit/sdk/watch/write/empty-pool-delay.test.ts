import { expect, it } from "vitest";
import { EmptyPoolDelay } from "../../../../../sdk/watch/write/empty-pool-delay";
import { FakeClock } from "../fake-clock";

it("a pool is emptied after its patience", async () => {
  const clock = new FakeClock();
  const emptying = new EmptyPoolDelay(clock, 10_000);
  emptying.whole(true);
  expect(emptying.remaining("p")).toBe(10_000);
  await clock.pass(4_000);
  expect(emptying.remaining("p")).toBe(6_000);
  await clock.pass(6_000);
  expect(emptying.remaining("p")).toBe(0);
});

it("servers that come back begin the patience anew", async () => {
  const clock = new FakeClock();
  const emptying = new EmptyPoolDelay(clock, 10_000);
  emptying.whole(true);
  emptying.remaining("p");
  await clock.pass(9_000);
  emptying.filled("p");
  expect(emptying.remaining("p")).toBe(10_000);
});

it("while the watch is interrupted nothing is emptied, however long it lasts, and afterwards the patience begins anew", async () => {
  const clock = new FakeClock();
  const emptying = new EmptyPoolDelay(clock, 10_000);
  emptying.whole(true);
  emptying.remaining("p");
  await clock.pass(5_000);
  emptying.whole(false);
  await clock.pass(100_000);
  expect(emptying.remaining("p")).toBe(10_000);
  emptying.whole(true);
  await clock.pass(3_000);
  emptying.whole(true);
  expect(emptying.remaining("p")).toBe(7_000);
});
