import { KubernetesError } from "./errors";
import type { ResourceType } from "./types";

/** What was asked for. */
interface Asked {
  object: string;
  type: ResourceType;
  verb: string;
  namespace?: string;
  subresource?: string;
}

/** A refusal with the RBAC rule in it that would have allowed the request. */
export function missingRule(refused: KubernetesError, { object, type, verb, namespace, subresource }: Asked): KubernetesError {
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
