export * from "./components";
export type { AviPlan } from "./plan";
export { aviObjects } from "./plan";
export * from "./resources";
export { type AviSettings, type AviSettingsInput, aviSettingsSchema } from "./settings";
export { translateToAvi } from "./translate";
