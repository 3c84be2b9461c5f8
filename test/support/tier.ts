/** Tiers of the tests: `fast` judges a change (`npm test`), `real` is what CI adds, `full` comes before an issue counts as resolved. */
const TIERS = ["fast", "real", "full"] as const;

/** The tier of this run; tools/lib/test-steps.mjs sets it. */
const TIER = TIERS.find((tier) => tier === process.env.K8S_LB_TIER) ?? "fast";

/** The value of this tier: `byTier({ fast: 40, real: 40, full: 2_000 })`. */
export const byTier = <T>(values: { readonly [tier in (typeof TIERS)[number]]: T }): T => values[TIER];
