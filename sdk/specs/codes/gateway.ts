// The codes of Gateway API: listeners, Routes, grants, policies.

import type { SpecCodeEntry } from "./entry";

/** Faults of Gateway API: listeners, Routes, grants, policies. */
export const GATEWAY_CODES = {
  LB1701: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "A Route is attached to no listener",
    remedy: "Correct the parentRef, the hostnames of the Route, or what the listener allows.",
    example:
      "TLSRoute default/shop /spec/parentRefs/0: no listener of Gateway default/gw that the parentRef selects allows Routes of kind TLSRoute",
  },
  LB1702: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "A listener of a Gateway is not served",
    remedy: "Correct the listener; the message names the field.",
    example: "Gateway default/gw /spec/listeners/1/protocol: listener tls: Octavia does not serve listeners of protocol TLS",
  },
  LB1703: {
    severity: "error",
    effect: "route lost",
    scope: "rule",
    title: "The target cannot serve a rule of a Route",
    remedy: "Remove it from the rule, or use a target that serves it (docs/gateway-api.md has the table).",
    example:
      "HTTPRoute default/shop /spec/rules/0/matches/0/queryParams: Octavia's L7 rules cannot match queryParams (Gateway default/web)",
  },
  LB1704: {
    severity: "error",
    effect: "permission",
    scope: "object",
    title: "A reference to another namespace is not granted",
    remedy: "Add a ReferenceGrant to the namespace that the reference leads to.",
    example:
      "HTTPRoute shop/web /spec/rules/0/backendRefs/0: no ReferenceGrant in namespace other allows namespace shop to use Service other/web",
  },
  LB1705: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "A reference of a Gateway or Route leads nowhere, or to something unusable",
    remedy: "Correct the reference, or add the object to the specs.",
    example: "HTTPRoute other/theirs /spec/rules/0/backendRefs/0: Service other/web is not among the specs",
  },
  LB1706: {
    severity: "warning",
    effect: "differs",
    scope: "settings",
    title: "No Service answers for the load balancer with 404 and 500",
    remedy: "Name a Service for each status in the setting `responders`.",
    example: "Gateway default/web /spec: without a Service in the setting responders, requests that match no rule get 503 instead of 404",
  },
  LB1707: {
    severity: "notice",
    effect: "none",
    scope: "object",
    title: "Gateways are of other classes",
    remedy: "Nothing, if other controllers serve them; otherwise correct gatewayClassName, or the setting for the controller.",
    example:
      "Gateway shop/edge /spec/gatewayClassName: 1 Gateway is ignored, with no GatewayClass of avi.k8s-lb.io/gateway among the specs: shop/edge",
  },
  LB1708: {
    severity: "error",
    effect: "route lost",
    scope: "rule",
    title: "A Gateway asks for something that the target cannot give",
    remedy: "Correct the field; the message says what the target can give.",
    example:
      "Gateway default/web /spec/addresses/1: the address is not used: the load balancer has one address, and an earlier entry names it",
  },
  LB1709: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "A BackendTLSPolicy cannot be applied",
    remedy: "Remove the policy, or use a target that verifies the certificates of servers.",
    example: "BackendTLSPolicy shop/web /spec/validation: the target does not verify the certificates of servers",
  },
  LB1710: {
    severity: "warning",
    effect: "none",
    scope: "cluster",
    title: "The definitions of Gateway API in the cluster are missing or of another version",
    remedy: "Install the definitions of Gateway API of the version that the message names.",
    example: "Gateway shop/edge /spec/listeners/0: listener tls can have no Route: TLSRoute is not defined in the cluster",
  },
  LB1711: {
    severity: "warning",
    effect: "none",
    scope: "rule",
    title: "A part of a spec is not in the manifests of Gateway API that are written for it",
    remedy: "Do without it, set it on the load balancer, or keep the object for it.",
    example:
      "Ingress default/a /metadata/annotations/nginx.ingress.kubernetes.io~1auth-url: the annotation nginx.ingress.kubernetes.io/auth-url of ingress-nginx restricts clients, and the written manifests do not: everybody may connect",
  },
  LB1712: {
    severity: "warning",
    effect: "conflict",
    scope: "rule",
    title: "An older Route has what a rule asks for",
    remedy: "Give one of the Routes another port, host or match, or remove it.",
    example:
      "HTTPRoute default/young /spec/rules/0: requests of HTTP port 80 for shop.com/ (match 0) go to HTTPRoute default/old, which is older or comes first",
  },
} satisfies Record<string, SpecCodeEntry>;
