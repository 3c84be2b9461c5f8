/**
 * Tiers of the tests: `pr` judges a change (`npm test`), `nightly` (`npm run test:real`) is what CI adds, `release` (`npm run test:full`)
 * judges a release.
 */
const TIERS = ["pr", "nightly", "release"] as const;

/** The tier of this run; tools/lib/test-steps.mjs sets it. */
const TIER = TIERS.find((tier) => tier === process.env.K8S_LB_TIER) ?? "pr";

/** The value of this tier: `byTier({ pr: 40, nightly: 40, release: 2_000 })`. */
export const byTier = <T>(values: { readonly [tier in (typeof TIERS)[number]]: T }): T => values[TIER];

/** Rows of long stories: the tier `nightly` takes every second one from `first` on, the tier `release` all. */
export const everySecond = <T>(rows: readonly T[], first = 0): readonly T[] =>
  byTier({ pr: rows, nightly: rows.filter((_, index) => index % 2 === first), release: rows });

/** Number of random cases of a property: the tier `pr` takes the first sixth of the draws, which are the same in each of its runs. */
export const draws = (all: number): number => byTier({ pr: Math.ceil(all / 6), nightly: all, release: all });
