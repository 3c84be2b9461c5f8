import type { KubernetesObject } from "../../kubernetes";
import { failure } from "../../lifecycle/errors";
import type { JsonObject } from "../../lifecycle/sanitize";

/** Whose an object is, in full; the value of a label would end after 63 characters (docs/decisions/0009). */
const OWNER_ANNOTATION = "pulumi-k8s-lb/owner";

/** By this our objects are listed. */
const MANAGED_BY = { label: "app.kubernetes.io/managed-by", value: "pulumi-k8s-lb" };

/** Selects what we have made, whoever of us. */
export const OURS = `${MANAGED_BY.label}=${MANAGED_BY.value}`;

/** What is declared, with the mark; a label of that name that the user declares is the user's. */
export function marked(fields: JsonObject, owner: string): JsonObject {
  const { labels, annotations, ...rest } = (fields.metadata ?? {}) as { labels?: JsonObject; annotations?: JsonObject };
  const metadata = {
    ...rest,
    labels: { [MANAGED_BY.label]: MANAGED_BY.value, ...labels },
    annotations: { ...annotations, [OWNER_ANNOTATION]: owner },
  };
  return { ...fields, metadata };
}

/** The mark on an object. */
export function markOf({ metadata }: KubernetesObject): string | undefined {
  return metadata.annotations?.[OWNER_ANNOTATION];
}

/** True for labels and annotations that are ours or the operator's and never a user's. */
export function isNoise(name: string): boolean {
  return name === OWNER_ANNOTATION || /^(kopf\.zalando\.org|kubectl\.kubernetes\.io)\//.test(name);
}

/** True for the label that says that we manage an object. */
export function isOurLabel(name: string, value: unknown): boolean {
  return name === MANAGED_BY.label && value === MANAGED_BY.value;
}

/** Whom an object may belong to so that we may write it. */
export interface Claim {
  owner: string;
  /** The mark it had when we last wrote it. */
  before?: string;
  adopt: boolean;
  /** Its uid when we last saw it: one of ours whose mark somebody wiped is still ours. */
  uid?: unknown;
}

/** True for one that is ours already. */
export function isOurs(object: KubernetesObject, { owner, before, uid }: Claim): boolean {
  const mark = markOf(object);
  if (mark === owner || (mark !== undefined && mark === before)) return true;
  return mark === undefined && uid !== undefined && uid === object.metadata.uid;
}

/** Refuses one that is somebody else's by naming whose it is. */
export function assertOurs(object: KubernetesObject, title: string, claim: Claim): void {
  if (claim.adopt || isOurs(object, claim)) return;
  const mark = markOf(object);
  if (claim.uid !== undefined && claim.uid === object.metadata.uid)
    throw failure("LB2004", { object: title, message: `was ours and now belongs to ${mark}` });
  const manager = object.metadata.labels?.[MANAGED_BY.label];
  const whose = mark ? `belongs to ${mark}` : manager ? `is managed by ${manager}` : "carries no mark of ours";
  throw failure("LB2003", { object: title, message: `exists and ${whose} (uid ${object.metadata.uid})` });
}
