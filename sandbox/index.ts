// Exports of the package pulumi-k8s-lb-sandbox.
export { type Sandbox, type SandboxAddresses, type SandboxOptions, startSandbox } from "./all";
export type { Inspection } from "./avi/lab";
export type { AviDifference } from "./avi/state";
export type { AviSandboxOptions } from "./avi-sandbox";
export { type AviSandbox, startAviSandbox } from "./avi-sandbox";
export { SandboxError } from "./codes";
export { type DaemonStatus, startDaemon, statusDaemon, stopDaemon } from "./daemon";
export { type KubernetesSandbox, type KubernetesSandboxOptions, startKubernetesSandbox } from "./kubernetes-sandbox";
export { type Operator, type OperatorOptions, startOperator } from "./mizar/operator";
export type { OctaviaSandboxOptions } from "./octavia-sandbox";
export { type OctaviaSandbox, startOctaviaSandbox } from "./octavia-sandbox";
export { type FaultRule, parseFault } from "./shared/fault-rule";
export type { Call } from "./shared/front";
