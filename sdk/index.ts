// The entry point `pulumi-k8s-lb`: what programs import for every target; each target has an entry point of its own beside it.

export type { AviBody, AviType } from "../resources/avi/body";
export { type Diagnostic, describeObject, LbError, type ObjectRef, type Severity } from "../resources/diagnostic";
export type { Json } from "../resources/kind";
export { akoDefinitions, type MizarSpecs, readMizarSpecs, readSpecs } from "./frontends";
export {
  beforeAndAfter,
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
export { useNativePlugin } from "./native";
export type { Endpoint, EndpointServer, Facts, Plan, PlannedInputs, PlannedResource } from "./plan";
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
export * as avi from "./targets/avi";
export { type AviObjects, aviObjects } from "./targets/avi/objects";
export type { AviPlan, AviShown } from "./targets/avi/plan";
export { type TranslateOptions, translateToAvi } from "./targets/avi/translate";
export * as mizar from "./targets/mizar";
export { cidrMap } from "./targets/mizar/cidr-map";
export { podNameOf, serviceEndpointNameOf } from "./targets/mizar/lower/assign";
export { type MizarObjects, mizarObjects } from "./targets/mizar/objects";
export type { MizarPlan, MizarShown, PodPlacement, ServicePlacement } from "./targets/mizar/plan";
export {
  type MizarTranslateOptions,
  translateToMizar,
} from "./targets/mizar/translate";
export * as octavia from "./targets/octavia";
export { type PresentListener, sharingConflict } from "./targets/octavia/lower/sharing";
export { listenerAcl } from "./targets/octavia/lower/source-ranges";
export { octaviaLoadBalancerName } from "./targets/octavia/names";
export type { OctaviaPlan, OctaviaShown } from "./targets/octavia/plan";
export {
  type IngressStatus,
  ingressStatus,
  type OctaviaObjects,
  octaviaObjects,
  type ShownFloatingIp,
  type StatusOptions,
} from "./targets/octavia/plan";
export { type OctaviaTranslateOptions, translateToOctavia } from "./targets/octavia/translate";
export { type DelegationOptions, delegationGraph } from "./targets/routes/delegation";
export type { ShownCluster } from "./targets/routes/lower/clusters";
export type { ShownConnections, ShownGateway, ShownGatewayPort, ShownRequests } from "./targets/routes/lower/gateway-types";
export type { ShownRoute, ShownVirtualHost } from "./targets/routes/lower/virtual-hosts";
export { type RoutesOptions, type RoutesView, translateToRoutes } from "./targets/routes/translate";
export { topology } from "./targets/topology";
