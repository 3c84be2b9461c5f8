/** Tiers of the tests: `fast` judges a change (`npm test`), `real` is what CI adds, `full` comes before an issue counts as resolved. */
const TIERS = ["fast", "real", "full"] as const;

/** The tier of this run; tools/lib/test-steps.mjs sets it. */
const TIER = TIERS.find((tier) => tier === process.env.K8S_LB_TIER) ?? "fast";

/** The value of this tier: `byTier({ fast: 40, real: 40, full: 2_000 })`. */
export const byTier = <T>(values: { readonly [tier in (typeof TIERS)[number]]: T }): T => values[TIER];

/** Number of random cases of a property: the fast tier takes the first third of the draws, which are the same in each of its runs. */
export const draws = (all: number): number => byTier({ fast: Math.ceil(all / 3), real: all, full: all });
