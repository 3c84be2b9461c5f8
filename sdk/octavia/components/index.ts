export type { SpecStatus } from "../../components/component";
export { KubernetesCluster, type OctaviaComponentArgs } from "./cluster";
export { Ingress, IngressRoutes, Route, Routes, Service } from "./single";
