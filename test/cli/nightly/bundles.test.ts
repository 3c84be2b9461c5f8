import { expect, test } from "vitest";
import { moveAndCount, NOTHING_LOST } from "../../support/moves";

// Pools pass from resources of their own into the resource that uses them, and back, on the real engine.

test.each(["ako-1.2", "ako-2", "ako-2-evh"] as const)(
  "%s: bundles on and off again write nothing, and no one is without service",
  {
    timeout: 400_000,
  },
  async (naming) => {
    const form = (bundles: string) => ({ settings: { naming, bundles } });
    expect(await moveAndCount(form("off"), form("on"))).toEqual({ ...NOTHING_LOST, writes: [] });
    expect(await moveAndCount(form("on"), form("off"))).toEqual({ ...NOTHING_LOST, writes: [] });
  },
);
