// Pure: what would be called, and in which order. No clock, no network.
export { createPlan } from "./create";
export { plan, type Trees } from "./plan";
export { removeOneByOne } from "./remove";
export { fillIn, idOf, type Step } from "./step";
