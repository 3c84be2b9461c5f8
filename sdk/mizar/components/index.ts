export type { SpecStatus } from "../../components/component";
export { KubernetesCluster } from "./cluster";
export type { MizarComponentArgs } from "./component";
export { Network, Pod, Service } from "./single";
