// The sandbox beside the real server: each 5th case, before a release all.
import { replays } from "../../support/replays";
import { byTier } from "../../support/tier";

replays("octavia-server", byTier({ pr: { every: 5 }, nightly: { every: 5 }, release: { full: true } }));
