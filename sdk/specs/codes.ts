import type { Severity } from "../../contract/diagnostic";

/**
 * Every diagnostic about specs: stable code, usual severity, what it means. docs/errors.md is generated from this table,
 * so a code that stands here is documented and never given another meaning.
 */
export const SPEC_CODES = {
  LB1001: { severity: "error", title: "The text is not YAML or JSON" },
  LB1002: { severity: "error", title: "The document is not a Kubernetes object" },
  LB1003: { severity: "error", title: "A field has the wrong type or value" },
  LB1004: { severity: "error", title: "The same object stands twice with different contents" },
  LB1005: { severity: "notice", title: "The kind is not read by this package" },
  LB1006: { severity: "warning", title: "A field is not used" },
  LB1007: { severity: "notice", title: "An annotation is not used" },
  LB1008: { severity: "error", title: "A file or folder cannot be read, or a pattern matches nothing" },
  LB1101: { severity: "warning", title: "The referenced Service is not among the specs" },
  LB1102: { severity: "warning", title: "The Service does not have the referenced port" },
  LB1103: { severity: "warning", title: "The Service has several ports and the backend names none" },
  LB1104: { severity: "notice", title: "The Service has no ready endpoints" },
  LB1105: { severity: "warning", title: "The Service has no node port" },
  LB1106: { severity: "notice", title: "A node has no usable address" },
  LB1107: { severity: "error", title: "The referenced Secret is missing or unusable" },
  LB1108: { severity: "error", title: "The certificate or key of the Route is missing" },
  LB1109: { severity: "warning", title: "The certificate or key is not PEM" },
  LB1110: { severity: "error", title: "A spec has nothing to route to" },
  LB1201: { severity: "warning", title: "The host is outside the DNS domains of the load balancer" },
  LB1202: { severity: "error", title: "A rule has no host and none can be made" },
  LB1203: { severity: "warning", title: "Host and path belong to another object" },
  LB1204: { severity: "warning", title: "The certificate of the host comes from another object" },
  LB1205: { severity: "warning", title: "The host is spelled differently by another object" },
  LB1206: { severity: "notice", title: "The ingress class was decided without its IngressClass" },
  LB1207: { severity: "warning", title: "A TLS host has no rule" },
  LB1208: { severity: "warning", title: "A path can never match" },
  LB1301: { severity: "error", title: "The target cannot express this" },
  LB1302: { severity: "warning", title: "The target expresses this differently" },
  LB1303: { severity: "notice", title: "A name was shortened" },
  LB1304: { severity: "warning", title: "An unknown setting was ignored" },
  LB1305: { severity: "error", title: "A setting is missing or has a wrong value" },
} as const satisfies Record<string, { severity: Severity; title: string }>;

export type SpecCode = keyof typeof SPEC_CODES;
