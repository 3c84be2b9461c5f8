import { LbError } from "../../kinds/errors";
import { KubernetesError, type Rule, refusedBecause } from "../../provider/kubernetes/errors";

/**
 * The error for lists that could not be read. Refusals are named all at once, with all rules that are missing, so that nobody has to
 * ask an administrator six times.
 */
export function refusal(errors: readonly unknown[], context: string): unknown {
  const forbidden = errors.filter((error) => refusedBecause(error, "forbidden"));
  const other = errors.find((error) => !refusedBecause(error, "forbidden"));
  if (other !== undefined || forbidden.length === 0) return inCluster(other, context);
  const missing = forbidden.map(({ object, text }) => `${object}: ${text}`);
  const rules = forbidden.flatMap(({ rule }) => (rule ? [`- ${ruleText(rule)}`] : []));
  return new LbError({
    code: forbidden[0]!.code,
    object: `cluster ${context}`,
    message: `not all objects can be read, and half a cluster is none:\n  ${missing.join("\n  ")}`,
    remedy: [
      "Rules that are missing (`k8s-lb rbac` prints manifests with all that are needed):",
      ...[...new Set(rules)],
      "Or read less: `namespaces` and `kinds` (--namespace, --kind) leave out what is not yours.",
    ].join("\n  "),
  });
}

function inCluster(error: unknown, context: string): unknown {
  if (!(error instanceof KubernetesError)) return error;
  const { reason, status, text, object, causes, remedy } = error;
  return new KubernetesError({ reason, status, text, causes, remedy, object: `cluster ${context}: ${object}` });
}

function ruleText({ apiGroups, resources, verbs, namespace }: Rule): string {
  const quoted = (words: readonly string[]) => `[${words.map((word) => JSON.stringify(word)).join(", ")}]`;
  const rule = `{ apiGroups: ${quoted(apiGroups)}, resources: ${quoted(resources)}, verbs: ${quoted(verbs)} }`;
  return namespace ? `${rule} in namespace ${namespace}` : rule;
}
