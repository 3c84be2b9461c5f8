export type { FloatingIp, LoadBalancerBody, SecurityGroupBody, TlsSecret } from "../../contract/octavia";
export * from "./components";
export { type IngressStatus, ingressStatus } from "./ingressStatus";
export { octaviaObjects } from "./objects";
export type { OctaviaPlan, PlannedLoadBalancer } from "./plan";
export * from "./resources";
export { type OctaviaSettings, type OctaviaSettingsInput, octaviaSettingsSchema } from "./settings";
export { translateToOctavia } from "./translate";
