// Owner marks on objects of Mizar.

import type { KubernetesObject } from "../kubernetes/types";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import type { FoundObject } from "../lifecycle/ownership";

/** Owner of an object, in full; the value of a label would end after 63 characters (docs/decisions/0009). */
const OWNER_ANNOTATION = "pulumi-k8s-lb/owner";

/** Nonce of the run that has created an object, among the runs of one name. */
const NONCE_ANNOTATION = "pulumi-k8s-lb/nonce";

/** By this our objects are listed. */
const MANAGED_BY = { label: "app.kubernetes.io/managed-by", value: "pulumi-k8s-lb" };

/** Selects the objects of all our stacks. */
export const MANAGED_SELECTOR = `${MANAGED_BY.label}=${MANAGED_BY.value}`;

/** Declared fields with the mark and, if given, the nonce; a label of that name that the user declares takes precedence. */
export function marked(fields: JsonObject, owner: string, nonce?: string): JsonObject {
  const { labels, annotations, ...rest } = isObject(fields.metadata) ? fields.metadata : {};
  const metadata = {
    ...rest,
    labels: { [MANAGED_BY.label]: MANAGED_BY.value, ...(isObject(labels) ? labels : {}) },
    annotations: {
      ...(isObject(annotations) ? annotations : {}),
      [OWNER_ANNOTATION]: owner,
      ...(nonce ? { [NONCE_ANNOTATION]: nonce } : {}),
    },
  };
  return { ...fields, metadata };
}

/** The mark on an object. */
export function markOf({ metadata }: KubernetesObject): string | undefined {
  return metadata.annotations?.[OWNER_ANNOTATION];
}

/** Id that distinguishes an object from a later one of its name. */
export const idOnServer = (uid: string | undefined): string => `uid ${uid}`;

/** An object as far as it matters whose it is. */
export function foundObject(object: KubernetesObject, title: string, knownUid: string | undefined): FoundObject {
  const { uid, labels } = object.metadata;
  const mark = markOf(object);
  return {
    object: title,
    id: idOnServer(uid),
    marks: mark === undefined ? [] : [mark],
    nonce: object.metadata.annotations?.[NONCE_ANNOTATION],
    known: knownUid !== undefined && knownUid === uid,
    manager: labels?.[MANAGED_BY.label],
  };
}

/** True where the label is gone by which ours are listed, and no one declares one of that name. */
export function lacksLabel(declared: JsonObject, { metadata }: KubernetesObject): boolean {
  const { labels } = isObject(declared.metadata) ? declared.metadata : {};
  const declaresLabel = isObject(labels) && labels[MANAGED_BY.label] !== undefined;
  return !declaresLabel && metadata.labels?.[MANAGED_BY.label] !== MANAGED_BY.value;
}

/** True for annotations that are ours or the operator's and never a user's. */
export function isOurAnnotation(name: string): boolean {
  return name === OWNER_ANNOTATION || name === NONCE_ANNOTATION || /^(kopf\.zalando\.org|kubectl\.kubernetes\.io)\//.test(name);
}

/** True for the label that names the manager of an object: any value of it is a mark. */
export function isLabelOfManager(name: string): boolean {
  return name === MANAGED_BY.label;
}

/** True for the label that names us as the manager of an object. */
export function isOurLabel(name: string, value: unknown): boolean {
  return name === MANAGED_BY.label && value === MANAGED_BY.value;
}
