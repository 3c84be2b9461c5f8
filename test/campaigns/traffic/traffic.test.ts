import { expect } from "vitest";
import { type Case, campaign } from "../lib/campaign";
import { requestsOf, smallest, TARGETS, untold } from "./judge";
import { rulesOf } from "./oracle";
import { worldOf } from "./world";

/** Random specs, translated for each target and generation; what lands elsewhere than the documents say has to be reported. */

const ROUNDS = 200;
const WORLDS = 25;

const cases: Case[] = TARGETS.flatMap((target) =>
  Array.from({ length: ROUNDS }, (_, round) => ({
    name: `${target}, round ${round + 1}`,
    async run(draw) {
      const seed = draw("world", 2 ** 31);
      let requests = 0;
      for (let i = 0; i < WORLDS; i++) {
        const objects = worldOf(seed + i);
        const differences = untold(target, objects);
        requests += requestsOf(rulesOf(objects), target).length;
        if (differences.length === 0) continue;
        const least = smallest(target, objects);
        expect.fail(
          `world ${seed + i}: ${untold(target, least).slice(0, 5).join("\n")}\n${JSON.stringify(least, (key, value) => (/certificate|key/.test(key) ? "..." : value))}`,
        );
      }
      return { verdict: "told", words: `${requests} requests to ${WORLDS} worlds`, points: requests };
    },
  })),
);
campaign("traffic", cases, { sample: 20, limitMs: 120_000 });
