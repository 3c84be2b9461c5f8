export type { FloatingIp, LoadBalancerBody, SecurityGroupBody, TlsSecret } from "../../kinds/octavia/load-balancer";
export * from "./components";
export type { OctaviaPlan, PlannedLoadBalancer } from "./plan";
export { type IngressStatus, ingressStatus, octaviaObjects } from "./plan";
export * from "./resources";
export { type OctaviaSettings, type OctaviaSettingsInput, octaviaSettingsSchema } from "./settings";
export { translateToOctavia } from "./translate";
