export { connect } from "./connect";
export { KubernetesError, type Rule, refusedBecause } from "./errors";
export { apiVersionOf, describeKey } from "./paths";
export { type KubernetesSettings, settingsOf } from "./settings";
export type { KubernetesBody, KubernetesClient, KubernetesObject, ObjectKey, ResourceType } from "./types";
