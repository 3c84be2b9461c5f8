// Reads BackendTLSPolicies.

import { z } from "zod";
import type { KindReader } from "../../specs";
import { distinctSections, obeys, type Rule } from "./checks";
import { type GatewayObject, gatewayObjectReader } from "./object";
import { localReference } from "./references";
import { GATEWAY_GROUP, group, hostname, kind, objectName, options, preciseHostname, sectionName, text } from "./words";

const targetReference = z.object({ group, kind, name: objectName, sectionName: sectionName.optional() });
type TargetReference = z.output<typeof targetReference>;

const hasName: Rule<{ type: "Hostname" | "URI"; hostname?: string; uri?: string }> = ({ type, hostname: host, uri }) => [
  ...(type === "Hostname" && host === undefined ? [{ at: ["hostname"], must: "be a DNS name, because the type is Hostname" }] : []),
  ...(type !== "Hostname" && host !== undefined ? [{ at: ["hostname"], must: `be absent, because the type is ${type}` }] : []),
  ...(type === "URI" && uri === undefined ? [{ at: ["uri"], must: "be a URI, because the type is URI" }] : []),
  ...(type !== "URI" && uri !== undefined ? [{ at: ["uri"], must: `be absent, because the type is ${type}` }] : []),
];

const subjectAltName = z
  .object({
    type: z.enum(["Hostname", "URI"]),
    hostname: hostname.optional(),
    uri: text("a URI with its scheme", { max: 253, pattern: /^(([^:/?#]+):)(\/\/([^/?#]*))([^?#]*)(\?([^#]*))?(#(.*))?/ }).optional(),
  })
  .check(obeys(hasName));

const hasAuthority: Rule<{ caCertificateRefs: readonly unknown[]; wellKnownCACertificates?: string }> = (validation) => {
  const [refs, wellKnown] = [validation.caCertificateRefs.length > 0, validation.wellKnownCACertificates !== undefined];
  if (refs && wellKnown) return [{ at: ["wellKnownCACertificates"], must: "be absent, because caCertificateRefs are given" }];
  return refs || wellKnown
    ? []
    : [{ at: ["caCertificateRefs"], must: "name a ConfigMap with ca.crt, unless wellKnownCACertificates is set" }];
};

const WELL_KNOWN =
  /^(System|([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]))$/;

const validation = z
  .object({
    /** Server name, which the certificate must be valid for. */
    hostname: preciseHostname,
    caCertificateRefs: z.array(localReference).max(8).default([]),
    wellKnownCACertificates: text("System, or a word with a domain before it", { max: 253, pattern: WELL_KNOWN }).optional(),
    subjectAltNames: z.array(subjectAltName).max(5).default([]),
  })
  .check(obeys(hasAuthority));

const backendTlsPolicySpec = z.object({
  targetRefs: z
    .array(targetReference)
    .min(1)
    .max(16)
    .check(obeys(distinctSections((ref: TargetReference) => [ref.group, ref.kind, ref.name].join("/")))),
  validation,
  options,
});

/** TLS from the load balancer to backends. */
export type BackendTLSPolicy = GatewayObject<z.output<typeof backendTlsPolicySpec>>;

/** Reader of BackendTLSPolicy. */
export const backendTlsPolicyReader: KindReader<BackendTLSPolicy> = gatewayObjectReader(
  "BackendTLSPolicy",
  [`${GATEWAY_GROUP}/v1`, `${GATEWAY_GROUP}/v1alpha3`],
  backendTlsPolicySpec,
);
