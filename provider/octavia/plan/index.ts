// Pure: what would be called, and in which order. No clock, no network.
export { createPlan } from "./create";
export { plan } from "./plan";
export { removeOneByOne } from "./remove";
export { renames } from "./renames";
export { fillIn, type Step } from "./step";
