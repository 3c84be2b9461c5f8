// The exports of `pulumi-k8s-lb/policy`: rules for a policy pack of `@pulumi/policy`.

/**
 * `pulumi-k8s-lb/policy`: rules for a policy pack of `@pulumi/policy`. Each reads the facts that the components of a stack declare, so a
 * preview with `--policy-pack` holds them before anything is written.
 *
 * @example
 * ```ts
 * import { PolicyPack } from "@pulumi/policy";
 * import { certificatesStayValid, hostsByNamespace, noClearText } from "pulumi-k8s-lb/policy";
 *
 * new PolicyPack("load-balancing", {
 *   policies: [
 *     hostsByNamespace([{ hosts: ["*.team-a.example.com"], namespaces: ["team-a"] }]),
 *     noClearText({ except: ["status.example.com"] }),
 *     certificatesStayValid({ days: 30 }),
 *   ],
 * });
 * ```
 */
export { certificatesStayValid } from "./certificates-stay-valid";
export { type CheckedResource, type DesiredRoute, desiredRoutes, type ServedCertificate, servedCertificates } from "./facts";
export { type HostClaim, hostsByNamespace } from "./hosts-by-namespace";
export { noClearText } from "./no-clear-text";
export type { EnforcementLevel, LoadBalancingPolicy } from "./policy";
