import { own } from "../../../../resources/own";
import type { SpecSet } from "../../../specs";
import type { LabelSelector } from "../listeners";

/** Namespaces from which something may be attached. */
interface AllowedNamespaces {
  from: "All" | "Selector" | "Same" | "None";
  selector?: LabelSelector;
}

/**
 * Decides whether a namespace is allowed. The labels of a namespace that is not among the specs are not known: a selector does not take it,
 * unless it takes everything.
 *
 * @param own namespace of the object that allows
 */
export function allowsNamespace(specs: SpecSet, { from, selector }: AllowedNamespaces, own: string, namespace: string): boolean {
  if (from === "All") return true;
  if (from === "Same") return namespace === own;
  return from === "Selector" && selector !== undefined && selects(selector, labelsOf(specs, namespace));
}

/** Every namespace has its own name as a label. */
const labelsOf = (specs: SpecSet, namespace: string): Readonly<Record<string, string>> => ({
  "kubernetes.io/metadata.name": namespace,
  ...specs.namespaces.get(namespace)?.meta.labels,
});

function selects({ matchLabels, matchExpressions }: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => own(labels, key) === value) &&
    matchExpressions.every(({ key, operator, values }) => {
      const value = own(labels, key);
      if (operator === "In") return value !== undefined && values.includes(value);
      if (operator === "NotIn") return value === undefined || !values.includes(value);
      if (operator === "Exists") return value !== undefined;
      return operator === "DoesNotExist" && value === undefined;
    })
  );
}
