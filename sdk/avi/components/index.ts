export type { SpecStatus } from "../../components/component";
export { type AviComponentArgs, KubernetesCluster } from "./cluster";
export { Ingress, IngressRoutes, Route, Routes, Service } from "./single";
