export type { SpecStatus } from "../../components/component";
export { KubernetesCluster, type OctaviaComponentArgs } from "./cluster";
export { Ingress, Route, Service } from "./single";
