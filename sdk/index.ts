export type { AviBody, AviType } from "../kinds/avi/body";
export { type Diagnostic, describeObject, LbError, type ObjectRef, type Severity } from "../kinds/diagnostic";
export type { Json } from "../kinds/kind";
export * as avi from "./avi";
export { type AviObjects, aviObjects } from "./avi/objects";
export type { AviPlan, AviShown } from "./avi/plan";
export { type TranslateOptions, translateToAvi } from "./avi/translate";
export { akoDefinitions, type MizarSpecs, readMizarSpecs, readSpecs } from "./frontends";
export {
  beforeAndAfter,
  type DelegationOptions,
  delegationGraph,
  type FaultSources,
  type Graph,
  type GraphChange,
  type GraphEdge,
  type GraphGroup,
  type GraphNode,
  type GraphNodeKind,
  type GraphOptions,
  type GraphState,
  type HtmlOptions,
  type Saying,
  toDot,
  toHtml,
  toMermaid,
  toSvg,
} from "./graph";
export * as mizar from "./mizar";
export { podNameOf, serviceEndpointNameOf } from "./mizar/assign";
export { cidrMap } from "./mizar/cidr-map";
export { type MizarObjects, mizarObjects } from "./mizar/objects";
export type { MizarPlan, MizarShown, PodPlacement, ServicePlacement } from "./mizar/plan";
export {
  type MizarTranslateOptions,
  translateToMizar,
} from "./mizar/translate";
export * as octavia from "./octavia";
export { octaviaLoadBalancerName } from "./octavia/names";
export type { OctaviaPlan, OctaviaShown } from "./octavia/plan";
export {
  type IngressStatus,
  ingressStatus,
  type OctaviaObjects,
  octaviaObjects,
  type ShownFloatingIp,
  type StatusOptions,
} from "./octavia/plan";
export { type PresentListener, sharingConflict } from "./octavia/sharing";
export { listenerAcl } from "./octavia/source-ranges";
export { type OctaviaTranslateOptions, translateToOctavia } from "./octavia/translate";
export type { Endpoint, EndpointServer, Facts, Plan, PlannedInputs, PlannedResource } from "./plan";
export type { ShownCluster, ShownRoute, ShownVirtualHost } from "./routes";
export { type RoutesOptions, type RoutesView, translateToRoutes } from "./routes";
export type { Status } from "./routing";
export type {
  AviSettings,
  AviSettingsInput,
  MizarSettings,
  MizarSettingsInput,
  OctaviaSettings,
  OctaviaSettingsInput,
  RoutesSettings,
  RoutesSettingsInput,
} from "./settings-types";
export { parseManifests, type RawObject, readManifestFiles, type SpecSet } from "./specs";
export { topology } from "./targets/topology";
