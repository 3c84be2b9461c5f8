export { type KubernetesObject, type SpecSource, toSpecs } from "./sources";
