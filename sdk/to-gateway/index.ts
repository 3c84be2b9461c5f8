// The exports of the conversion to Gateway API.

export { type Converted, type ConvertOptions, convert } from "./convert";
export type { Loss } from "./losses";
export type { Manifest } from "./manifests";
