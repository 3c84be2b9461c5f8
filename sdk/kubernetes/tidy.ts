import type { KubernetesObject } from "../../provider/kubernetes/types";

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** An object without what only its writers need: who owns which field, and a second copy of itself. */
export function tidy({ metadata: { managedFields, annotations, ...metadata }, ...object }: KubernetesObject): KubernetesObject {
  if (!annotations) return { ...object, metadata } as KubernetesObject;
  const { [LAST_APPLIED]: _copy, ...kept } = annotations;
  return { ...object, metadata: { ...metadata, annotations: kept } } as KubernetesObject;
}
