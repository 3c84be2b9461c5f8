// The plan of a translation and the functions that read it; other folders import it from here.

export { faultsIn } from "./faults";
export { layoutOf, placesOf } from "./layout";
export { misspeltIn } from "./misspelt";
export {
  type Endpoint,
  type EndpointServer,
  type Facts,
  ofKind,
  type Plan,
  type PlannedInputs,
  type PlannedResource,
  planOf,
  poolsIn,
  pulumiName,
  resourceKey,
  shownResources,
  withoutSecrets,
} from "./plan";
export type { PlannedPool, PoolOfPorts, PoolServers } from "./planned-pool";
export { diagnosticsOf, factsText, findingsIn, legible, reviewFactsOf, runFactsOf } from "./review";
