import { expect, it } from "vitest";
import { LogRing, MAX_LINES } from "../../../../../sdk/watch/report/log-ring";

it("keeps the last lines, the oldest first", () => {
  const ring = new LogRing();
  for (let at = 0; at < 3; at++) ring.write(`${at}\n`);
  expect(ring.lines()).toEqual(["0", "1", "2"]);
  for (let at = 3; at < MAX_LINES + 5; at++) ring.write(`${at}\n`);
  expect(ring.lines()).toHaveLength(MAX_LINES);
  expect([ring.lines()[0], ring.lines().at(-1)]).toEqual(["5", String(MAX_LINES + 4)]);
});

it("cuts a line that is too long", () => {
  const ring = new LogRing();
  ring.write("x".repeat(1_000_000));
  expect(ring.lines()[0]?.length).toBeLessThan(5_000);
});
