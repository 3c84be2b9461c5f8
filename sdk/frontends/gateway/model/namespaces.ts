// Decides from which namespaces Routes and ListenerSets may attach.

import { ownValue } from "../../../../resources/own-value";
import type { SpecSet } from "../../../specs";
import type { LabelSelector } from "../listeners";

/** Allowed namespaces. */
interface AllowedNamespaces {
  from: "All" | "Selector" | "Same" | "None";
  selector?: LabelSelector;
}

/**
 * True if a namespace is allowed. Labels of a namespace that the specs lack are unknown: only an empty selector selects it.
 *
 * @param ownNamespace namespace of the allowing object
 */
export function allowsNamespace(specs: SpecSet, { from, selector }: AllowedNamespaces, ownNamespace: string, namespace: string): boolean {
  if (from === "All") return true;
  if (from === "Same") return namespace === ownNamespace;
  return from === "Selector" && selector !== undefined && selects(selector, labelsOf(specs, namespace));
}

/** Every namespace has its own name as a label. */
const labelsOf = (specs: SpecSet, namespace: string): Readonly<Record<string, string>> => ({
  "kubernetes.io/metadata.name": namespace,
  ...specs.namespaces.get(namespace)?.meta.labels,
});

function selects({ matchLabels, matchExpressions }: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => ownValue(labels, key) === value) &&
    matchExpressions.every(({ key, operator, values }) => {
      const value = ownValue(labels, key);
      if (operator === "In") return value !== undefined && values.includes(value);
      if (operator === "NotIn") return value === undefined || !values.includes(value);
      if (operator === "Exists") return value !== undefined;
      return operator === "DoesNotExist" && value === undefined;
    })
  );
}
