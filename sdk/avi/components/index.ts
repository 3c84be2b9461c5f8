export { type AviComponentArgs, KubernetesCluster, type SpecStatus } from "./cluster";
export { Ingress, Route, Service } from "./single";
