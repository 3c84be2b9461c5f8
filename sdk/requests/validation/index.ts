export { COMMON_REASONS, isSameOfReady } from "./common";
export type { Concerned, Reason, Untold } from "./reason";
export { untoldDifferences } from "./validate";
