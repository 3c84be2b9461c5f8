// The door to API servers for those who read clusters; resources go through provider/index.
export { connect } from "./connect";
export { KubernetesError, refusedBecause } from "./errors";
export { mustHaveNamespace } from "./namespaces";
