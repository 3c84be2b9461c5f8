import { afterAll, beforeAll, expect, test } from "vitest";
import { EngineBesideWatch, LIMIT_MS } from "../../../support/watch-interleavings";

// `npm run campaign -- interleavings --all` does the same a hundred times.

let beside: EngineBesideWatch;
beforeAll(async () => {
  beside = await EngineBesideWatch.begin();
});
afterAll(() => beside?.end());

test.each([1, 2, 3])(
  "no stale member is left soon after a person's up, round %i",
  async (round) => {
    // other places in each round, and the same in each run
    const draw = (what: string, below: number) =>
      [...`${round} ${what}`].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % below;
    expect(await beside.interleave(draw)).toBeLessThan(LIMIT_MS + 500);
  },
  300_000,
);
