export * from "./components";
export { aviObjects } from "./objects";
export type { AviPlan } from "./plan";
export * from "./resources";
export { type AviSettings, type AviSettingsInput, aviSettingsSchema } from "./settings";
export { translateToAvi } from "./translate";
