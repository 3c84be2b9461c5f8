export { COMMON_REASONS } from "./common";
export type { Reason } from "./reason";
export { untoldDifferences } from "./validate";
