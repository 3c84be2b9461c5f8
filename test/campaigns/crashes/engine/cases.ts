import { afterAll, beforeAll } from "vitest";
import { type Case, campaign } from "../../lib/campaign";
import type { CampaignWorld } from "../../lib/world";
import { cleanCycle, killedCycle } from "./cycle";
import type { Victim } from "./stack";
import type { Story } from "./stories";

/** Rounds by who is killed. A cycle has five points, one in each of up, refresh, update, replace and destroy. */
const ROUNDS: readonly (readonly [Victim, number])[] = [
  ["engine", 1],
  ["provider", 1],
  ["language host", 1],
  ["engine", 2],
  ["provider", 2],
];

/** The campaign of one stack. */
export function crashesOf(story: Story): void {
  const world = {} as CampaignWorld;
  beforeAll(async () => void Object.assign(world, await story.start()), 120_000);
  afterAll(() => world.stop());
  campaign(`crashes of the real engine on ${story.title}`, casesOf(world, story), { sample: 1, limitMs: 900_000 });
}

function casesOf(world: CampaignWorld, story: Story): Case[] {
  let clean: ReturnType<typeof cleanCycle> | undefined;
  return ROUNDS.map(([victim, round]) => ({
    name: `${story.title}, ${victim} killed, round ${round}`,
    run: async (draw) => {
      clean ??= cleanCycle(world, story);
      return killedCycle(world, story, victim, await clean, draw);
    },
  }));
}
