export type { FloatingIp, LoadBalancerBody, SecurityGroupBody, TlsSecret } from "../../kinds/octavia/inputs";
export * from "./components";
export { type IngressStatus, ingressStatus } from "./ingress-status";
export { octaviaObjects } from "./objects";
export type { OctaviaPlan, PlannedLoadBalancer } from "./plan";
export * from "./resources";
export { type OctaviaSettings, type OctaviaSettingsInput, octaviaSettingsSchema } from "./settings";
export { translateToOctavia } from "./translate";
