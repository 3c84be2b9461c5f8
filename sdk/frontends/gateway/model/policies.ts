// Resolves BackendTLSPolicies.

import type { GatewayRules } from "../../../routing/gateway/rules";
import type { Validation } from "../../../routing/model";
import { bySeniority, keyOf, objectsOf, type Service, type ServicePort, type SpecSet } from "../../../specs";
import { type BackendTLSPolicy, backendTlsPolicyReader } from "../backend-tls-policy-reader";
import { authoritiesOf, type CertificateSource } from "./certificates";
import type { Fault } from "./conditions";

/**
 * TLS to the servers of a Service port: how certificates are validated, the reason why that is impossible, or undefined without a policy.
 */
export type BackendTls = (service: Service, port: ServicePort) => Validation | Omit<Fault, "at"> | undefined;

/** A policy with its state. */
export interface PolicyState {
  policy: BackendTLSPolicy;
  /** Reason of Accepted=False. */
  refused?: Fault;
  /** Reason of ResolvedRefs=False. */
  unresolved?: Fault;
  validation?: Validation;
}

/** State of each BackendTLSPolicy; of two for one port the older is used (gateway-api.md 4.6). */
export function policiesIn(specs: SpecSet, rules: GatewayRules, cx: CertificateSource): { states: PolicyState[]; tls: BackendTls } {
  const taken = new Map<string, PolicyState>();
  const states = objectsOf(specs, backendTlsPolicyReader)
    .toSorted(bySeniority)
    .map((policy): PolicyState => {
      const state = judged(rules, cx, policy);
      const targets = policy.spec.targetRefs.map(({ name, sectionName = "" }) => `${policy.ref.namespace}/${name} ${sectionName}`);
      const other = targets.map((target) => taken.get(target)).find((one) => one !== undefined);
      if (other) {
        const message = `BackendTLSPolicy ${keyOf(other.policy.ref)} is older and has the same target`;
        return { policy, refused: { reason: "Conflicted", message, at: "/spec/targetRefs" } };
      }
      for (const target of targets) taken.set(target, state);
      return state;
    });
  return {
    states,
    tls(service, port) {
      const key = keyOf(service.ref);
      const state = taken.get(`${key} ${port.name}`) ?? taken.get(`${key} `);
      if (!state) return undefined;
      if (state.validation && !state.refused) return state.validation;
      const fault = state.refused ?? state.unresolved;
      return {
        reason: "UnsupportedProtocol",
        message: `BackendTLSPolicy ${keyOf(state.policy.ref)} cannot be applied: ${fault?.message ?? "it has no authority"}`,
        remedy: `Correct or remove BackendTLSPolicy ${keyOf(state.policy.ref)}, or name another port of Service ${key}: this reference is right.`,
      };
    },
  };
}

function judged(rules: GatewayRules, cx: CertificateSource, policy: BackendTLSPolicy): PolicyState {
  const { validation } = policy.spec;
  if (!rules.backendTls) {
    const message = `${rules.target} does not check the name in certificates of servers, so it makes no connection to the Services of this policy`;
    return { policy, refused: { reason: "Invalid", message, at: "/spec/validation" } };
  }
  if (validation.wellKnownCACertificates !== undefined) {
    const message = `${rules.target} has no list of well-known authorities`;
    return { policy, refused: { reason: "Invalid", message, at: "/spec/validation/wellKnownCACertificates" } };
  }
  const user = { kind: "BackendTLSPolicy", namespace: policy.ref.namespace, at: "/spec/validation/caCertificateRefs" };
  const { caCertificate, fault } = authoritiesOf(cx, user, validation.caCertificateRefs);
  if (caCertificate === undefined) {
    const unresolved = fault && { ...fault, reason: fault.reason === "InvalidCACertificateKind" ? "InvalidKind" : fault.reason };
    const refused = { ...fault, reason: "NoValidCACertificate", message: fault?.message ?? "it names no authority", at: user.at };
    return { policy, refused, ...(unresolved ? { unresolved } : {}) };
  }
  return {
    policy,
    validation: { caCertificate, subjectName: validation.hostname },
    ...(fault ? { unresolved: { ...fault, reason: fault.reason === "InvalidCACertificateKind" ? "InvalidKind" : fault.reason } } : {}),
  };
}
