// The comparison of each plan with the requests that its specs want.

export { COMMON_REASONS, isSameOfReady } from "./common";
export type { ConcernedRule, Reason, UnexplainedDifference } from "./reason";
export { unexplainedDifferences } from "./validate";
