export type { SpecStatus } from "../../components/component";
export type { MizarComponentArgs } from "./component";
export { KubernetesCluster, Network, Pod, Service } from "./single";
