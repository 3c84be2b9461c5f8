export type { SpecStatus } from "../../components/component";
export { type AviComponentArgs, KubernetesCluster } from "./cluster";
export { Ingress, Route, Service } from "./single";
