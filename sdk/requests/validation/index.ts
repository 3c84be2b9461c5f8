export { COMMON_REASONS } from "./common";
export type { Concerned, Reason, Untold } from "./reason";
export { untoldDifferences } from "./validate";
