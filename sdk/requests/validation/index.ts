export { COMMON_REASONS, isSameOfReady } from "./common";
export type { ConcernedRule, Reason, UnexplainedDifference } from "./reason";
export { unexplainedDifferences } from "./validate";
