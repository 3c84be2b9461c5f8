export { flattenSources, type KubernetesObject, readSources, type SpecSource, stopOnFaults, toSpecs } from "./sources";
