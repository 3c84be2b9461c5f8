// Errors of API servers, with the reasons that a program distinguishes.

import { LbError } from "../../resources/diagnostic";
import { CODES, type Code } from "../lifecycle/messages/codes";
import type { ResourceType } from "./types";

/** Reason of a failed request, as far as a program must distinguish it. */
export type KubernetesReason =
  | "unauthenticated"
  | "forbidden"
  /** A ResourceQuota of the namespace is used up. */
  | "quota"
  | "not-found"
  /** The server knows no such kind, or no such path. */
  | "unknown-kind"
  /** An object of this name exists. */
  | "exists"
  /** The object changed since it was read, or another manager owns a field. */
  | "conflict"
  | "invalid"
  /** 429 or 503, still after several tries; the request was not carried out. */
  | "busy"
  /** The list changed while it was read (410). */
  | "expired"
  /** No answer, or a fault of the server: it is unknown whether a write was carried out. */
  | "unavailable"
  | "unknown";

const CODE: { readonly [R in KubernetesReason]: Code } = {
  unauthenticated: "LB2103",
  forbidden: "LB2104",
  quota: "LB2034",
  "not-found": "LB2105",
  "unknown-kind": "LB2113",
  exists: "LB2106",
  conflict: "LB2107",
  invalid: "LB2108",
  busy: "LB2109",
  expired: "LB2111",
  unavailable: "LB2102",
  unknown: "LB2110",
};

/** Remedy, if the one in the table of codes does not fit. */
const REMEDY: { readonly [R in KubernetesReason]?: string } = {
  quota: "Delete what is no longer needed in this namespace, or let the administrator raise its ResourceQuota.",
};

/** One field that the server refused. */
export interface FieldCause {
  /** As the server writes it: `spec.ports[0].port`. */
  field: string;
  reason: string;
  message: string;
}

/** A rule of RBAC. */
export interface RbacRule {
  apiGroups: readonly string[];
  resources: readonly string[];
  verbs: readonly string[];
  /** Absent: cluster-wide. */
  namespace?: string;
}

/** Parts of a {@link KubernetesError}. */
export interface KubernetesErrorParts {
  reason: KubernetesReason;
  /** HTTP status, 0 when there was no answer. */
  status: number;
  /** Text of the server, without secrets. */
  text: string;
  object?: string;
  causes?: readonly FieldCause[];
  remedy?: string;
  rule?: RbacRule;
  /** Text that all affected objects share. */
  shared?: string;
}

/** A refused or unanswered request to an API server. It is an {@link LbError}: uncaught, a person sees code, object and remedy. */
export class KubernetesError extends LbError {
  readonly reason: KubernetesReason;
  readonly status: number;
  readonly text: string;
  /** The fields that the server complains about. */
  readonly causes: readonly FieldCause[];
  /** The rule that would have allowed what was forbidden. */
  readonly rule?: RbacRule;

  constructor({ reason, status, text, object, causes = [], remedy, rule, shared }: KubernetesErrorParts) {
    const code = CODE[reason];
    const [cause, ...more] = causes;
    const pointer = cause?.field && more.length === 0 ? pointerOf(cause.field) : undefined;
    const message = text || `the server answered ${status} without a text`;
    super({ code, object, pointer, message, remedy: remedy ?? REMEDY[reason] ?? CODES[code].remedy, shared });
    this.name = "KubernetesError";
    this.reason = reason;
    this.status = status;
    this.text = text;
    this.causes = causes;
    this.rule = rule;
  }
}

/** True for a {@link KubernetesError} with one of these reasons. */
export function refusedBecause(error: unknown, ...reasons: readonly KubernetesReason[]): error is KubernetesError {
  return error instanceof KubernetesError && reasons.includes(error.reason);
}

/** `/spec/ports/0/port` for `spec.ports[0].port`. */
function pointerOf(field: string): string {
  return `/${field
    .replace(/^\./, "")
    .replace(/\[([^\]]*)\]/g, ".$1")
    .replaceAll("/", "~1")
    .replaceAll(".", "/")}`;
}

/** Request that an error refers to. */
interface FailedRequest {
  object: string;
  type: ResourceType;
  verb: string;
  namespace?: string;
  subresource?: string;
}

/** A refusal with the RBAC rule in it that would have allowed the request. */
export function missingRule(refused: KubernetesError, { object, type, verb, namespace, subresource }: FailedRequest): KubernetesError {
  const resource = subresource ? `${type.plural}/${subresource}` : type.plural;
  const rule = { apiGroups: [type.group], resources: [resource], verbs: [verb], ...(type.namespaced && namespace ? { namespace } : {}) };
  const role = rule.namespace ? `a Role in namespace ${namespace}, or a ClusterRole,` : "a ClusterRole";
  const text = `{ apiGroups: ["${type.group}"], resources: ["${resource}"], verbs: ["${verb}"] }`;
  return new KubernetesError({
    reason: refused.reason,
    status: refused.status,
    text: refused.text,
    object,
    rule,
    remedy: `The rule that is missing from ${role} of this user: ${text}. \`k8s-lb rbac\` prints manifests with all rules that are needed.`,
  });
}
