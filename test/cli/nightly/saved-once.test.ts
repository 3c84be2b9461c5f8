import { afterAll, beforeAll, expect, test } from "vitest";
import { killedAtWrite, UNSAVED_STEPS, unsavedClean } from "../../campaigns/crashes/engine/unsaved";
import { GROWING } from "../../campaigns/crashes/engine/unsaved-stories";
import type { CampaignWorld } from "../../campaigns/lib/world";

// One place of one step; `npm run campaign -- crashes` has all of them, on each target.

const story = GROWING.avi;
let world: CampaignWorld;
beforeAll(async () => {
  world = await story.start();
});
afterAll(() => world?.stop());

test("what a first run created before its machine was lost, with nothing saved, is refused, and adopted once it may be", async () => {
  const [first] = UNSAVED_STEPS;
  const { writes, after } = (await unsavedClean(world, story, [first])).get(first)!;
  expect(await killedAtWrite(world, story, first, "machine", writes - 1, after)).toBe(true);
});
