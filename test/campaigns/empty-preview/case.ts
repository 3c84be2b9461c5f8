import fc from "fast-check";
import type { Case } from "../lib/campaign";
import type { CampaignWorld } from "../lib/world";
import { type Mood, moody } from "./moody";
import { DEEDS, Sequence } from "./sequence";
import type { Stage } from "./stage";
import type { Walker } from "./walk";

/** Sequences in one case. */
const AT_ONCE = 10;

const sequences = fc.array(fc.record({ deed: fc.constantFrom(...DEEDS), pick: fc.nat(0xffff) }), { minLength: 1, maxLength: 8 });

/** Random sequences of operations on one kind, so many in all; one that fails is printed as short as it gets. */
export function sequenceCases<W extends CampaignWorld>({ world, host }: Stage<W>, walker: Walker<W>, mood: Mood, all: number): Case[] {
  return Array.from({ length: Math.ceil(all / AT_ONCE) }, (_, round) => ({
    name: `${walker.title}, round ${round + 1}`,
    run: async (draw) => {
      let refused = 0;
      world.front.on(() => moody(mood));
      const property = fc.asyncProperty(sequences, async (deeds) => {
        refused += (await Sequence.run(world, host, walker, deeds)).refused;
      });
      await fc.assert(property, {
        seed: draw("sequences", 2 ** 31),
        numRuns: AT_ONCE,
        interruptAfterTimeLimit: 160_000,
        markInterruptAsFailure: true,
      });
      return { verdict: "empty", words: refused > 0 ? `${refused} operations were refused` : undefined, points: AT_ONCE };
    },
  }));
}
