export { connect } from "./connect";
export { KubernetesError, type KubernetesReason, type Rule, refusedBecause } from "./errors";
export { apiVersionOf, describeKey } from "./paths";
export { type KubernetesSettings, settingsOf } from "./settings";
export type {
  ApplyOptions,
  DeleteOptions,
  KubernetesBody,
  KubernetesClient,
  KubernetesObject,
  ListOptions,
  ObjectKey,
  ResourceType,
} from "./types";
