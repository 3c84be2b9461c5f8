export { type Sandbox, type SandboxAddresses, type SandboxOptions, startSandbox } from "./all";
export type { Inspection } from "./avi/inspection";
export { type AviSandbox, startAviSandbox } from "./avi-sandbox";
export { type DaemonStatus, startDaemon, statusDaemon, stopDaemon } from "./daemon";
export { type OctaviaSandbox, startOctaviaSandbox } from "./octavia-sandbox";
export type { OctaviaSandboxOptions } from "./openstack/options";
export type { AviSandboxOptions } from "./options";
export type { Call } from "./shared/calls";
export { type FaultRule, parseFault } from "./shared/fault-rule";
