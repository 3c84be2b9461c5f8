export type { AviBody, AviType, Json } from "../contract/avi";
export { type Diagnostic, describeObject, type ObjectRef, type Severity } from "../contract/diagnostic";
export { LbError } from "../contract/errors";
export { type AviObjects, aviObjects } from "./avi/objects";
export type { AviPlan, Planned, PlannedChild } from "./avi/plan";
export { type AviSettings, type AviSettingsInput, aviSettingsSchema } from "./avi/settings";
export { type TranslateOptions, translateToAvi } from "./avi/translate";
export type { Status } from "./routing";
export { parseManifests, type RawObject, readManifestFiles, readSpecs, type SpecSet } from "./specs";
