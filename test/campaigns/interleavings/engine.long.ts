import { afterAll, beforeAll } from "vitest";
import { EngineBesideWatch } from "../../support/watch-interleavings";
import { type Case, campaign } from "../lib/campaign";

// The same as watch.test.ts with the real engine and the real command: what it takes between reading and writing is as long as it is.

let beside: EngineBesideWatch;
beforeAll(async () => {
  beside = await EngineBesideWatch.begin();
}, 240_000);
afterAll(() => beside?.end());

const cases = Array.from(
  { length: 100 },
  (_, round): Case => ({
    name: `real engine, interleaving ${round + 1}`,
    async run(draw) {
      const took = await beside.interleave(draw);
      return { verdict: took < 100 ? "never stale" : "right in time", words: `${Math.round(took)} ms after the end of the up` };
    },
  }),
);
campaign("a person's up with the real engine beside a watch", cases, { sample: 1, limitMs: 180_000 });
