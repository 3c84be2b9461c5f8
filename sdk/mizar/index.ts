export { cidrMap } from "./cidrMap";
export { mizarObjects } from "./objects";
export type { MizarPlan, PodPlacement, ServicePlacement } from "./plan";
export { type MizarSettings, type MizarSettingsInput, mizarSettingsSchema } from "./settings";
export { translateToMizar } from "./translate";
