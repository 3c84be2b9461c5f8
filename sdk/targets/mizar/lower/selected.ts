// The Pods that the selector of each Service matches.

import { addTo } from "../../../../resources/lists";
import { compare, isUnknown, type Service, selects } from "../../../specs";
import type { Selected } from "../plan";
import type { Attachment } from "./assign";

/** Pods and ports that the selectors of Services find, by the name of the scaled endpoint: Pods of their tenant and namespace. */
export function selectedBy(attachments: readonly Attachment[]): Record<string, Selected> {
  const byLabel = podsByLabel(attachments);
  const selected = attachments.flatMap(({ name, workload: { spec, tenant } }) => {
    if (!("selector" in spec)) return [];
    const [first] = isUnknown(spec.selector) ? [] : Object.entries(spec.selector);
    const near = first ? (byLabel.get(labelKey(tenant, spec.ref.namespace, ...first)) ?? []) : [];
    const pods = near.filter(({ workload }) => selects(spec, workload.spec.ref.namespace, workload.spec.meta.labels));
    return [[name, { ports: spec.ports.map(portWords), pods: pods.map((pod) => pod.name).sort(compare) }] as const];
  });
  return Object.fromEntries(selected);
}

const labelKey = (...parts: readonly string[]) => JSON.stringify(parts);

/** Each Service looks at the Pods that have its first label alone: thousands of both are common. */
function podsByLabel(attachments: readonly Attachment[]): ReadonlyMap<string, Attachment[]> {
  const byLabel = new Map<string, Attachment[]>();
  for (const pod of attachments) {
    const { spec, tenant } = pod.workload;
    if (spec.ref.kind !== "Pod") continue;
    for (const [label, value] of Object.entries(spec.meta.labels)) addTo(byLabel, labelKey(tenant, spec.ref.namespace, label, value), pod);
  }
  return byLabel;
}

function portWords({ port, protocol, targetPort }: Service["ports"][number]): string {
  const to = targetPort === undefined || isUnknown(targetPort) || targetPort === port ? "" : ` to ${targetPort}`;
  return `port ${port}/${protocol}${to}`;
}
