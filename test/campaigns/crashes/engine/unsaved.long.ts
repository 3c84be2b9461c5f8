import { afterAll, beforeAll } from "vitest";
import { type Case, campaign } from "../../lib/campaign";
import type { CampaignWorld } from "../../lib/world";
import type { Victim } from "./stack";
import { killedAtWrites, UNSAVED_STEPS, unsavedClean } from "./unsaved";
import { GROWING, type GrowingStory } from "./unsaved-stories";

const VICTIMS: readonly Victim[] = ["engine", "machine"];

for (const story of Object.values(GROWING)) {
  const world = {} as CampaignWorld;
  beforeAll(async () => void Object.assign(world, await story.start()), 120_000);
  afterAll(() => world.stop());
  campaign(`runs of ${story.title} that are killed before they save the state`, casesOf(world, story), { sample: 1, limitMs: 3_600_000 });
}

function casesOf(world: CampaignWorld, story: GrowingStory): Case[] {
  let clean: ReturnType<typeof unsavedClean> | undefined;
  return UNSAVED_STEPS.flatMap((step) =>
    VICTIMS.map((victim) => ({
      name: `${story.title}, state saved once, ${step.name}, ${victim} killed`,
      run: async (draw) => {
        clean ??= unsavedClean(world, story);
        return killedAtWrites(world, story, step, victim, await clean, draw);
      },
    })),
  );
}
