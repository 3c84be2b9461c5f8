// The exports of the Kubernetes client for folders outside provider/.

export { hasSharedLists, type StatusChange, statusPatch } from "./condition-lists";
export { writeStatus } from "./condition-lists-write";
export { connect } from "./connect";
export { KubernetesError, refusedBecause } from "./errors";
export { mustHaveNamespace } from "./namespaces";
export { ownEntries } from "./own-entries";
