// The sandbox beside the real server: each 10th case, before a release all.
import { replays } from "../../support/replays";
import { byTier } from "../../support/tier";

replays("kubernetes", byTier({ pr: { every: 10 }, nightly: { every: 10 }, release: { full: true } }));
