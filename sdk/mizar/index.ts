export type {
  AddressWish,
  ArktosNetworkSpec,
  EndpointState,
  ObjectMeta,
  SubnetSpec,
  TakenAddresses,
  VpcSpec,
} from "../../kinds/mizar/inputs";
export type { Capacity } from "./capacity";
export { cidrMap } from "./cidr-map";
export * from "./components";
export { mizarObjects } from "./objects";
export type { MizarPlan, PodPlacement, ServicePlacement } from "./plan";
export * from "./resources";
export { type MizarSettings, type MizarSettingsInput, mizarSettingsSchema } from "./settings";
export { translateToMizar } from "./translate";
