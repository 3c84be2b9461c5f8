// Selection of objects of manifests by namespace, labels and kind, as the API server selects.
import { nearest } from "../../resources/nearest";
import type { Family } from "../frontends";
import { FAMILIES } from "../kubernetes/kinds";
import { isRecord, kindOf } from "../specs";
import { UsageError } from "./grammar";

/** Selection of the objects of manifests. For a live cluster the API server applies the same selection. */
export interface ManifestSelection {
  namespace?: string[];
  selector?: string;
  kind?: string[];
}

/**
 * True if the options select the object of a manifest. An object without namespace belongs to all of them, and so do VPCs and subnets. A
 * value that is not an object is left to the check.
 *
 * @throws UsageError for an unknown kind or an invalid selector
 */
export function selects({ namespace: namespaces, selector, kind: kinds }: ManifestSelection, family: Family): (value: unknown) => boolean {
  for (const kind of kinds ?? []) mustBeKnown(kind, family);
  const labelled = selector === undefined ? undefined : labelMatcher(selector);
  return (value) => {
    if (!isRecord(value) || typeof value.kind !== "string" || typeof value.apiVersion !== "string") return true;
    const { apiVersion, kind } = value;
    const metadata = isRecord(value.metadata) ? value.metadata : {};
    const qualified = kindOf({ apiVersion, kind });
    if (kinds && !kinds.some((name) => name === qualified || name === kind)) return false;
    const source = FAMILIES[family].find((one) => one.kind === qualified);
    if (labelled && source?.selectable && !labelled(isRecord(metadata.labels) ? metadata.labels : {})) return false;
    const everywhere = source?.tenant !== undefined || source?.types.every(({ namespaced }) => !namespaced);
    return !namespaces || everywhere || namespaces.includes(String(metadata.namespace || "default"));
  };
}

/** A Route may be named without its group. */
function mustBeKnown(kind: string, family: Family): void {
  const readKinds = FAMILIES[family].map((source) => source.kind);
  if (readKinds.some((name) => name === kind || name.startsWith(`${kind}.`))) return;
  const meant = nearest(kind, readKinds);
  throw new UsageError(
    `"${kind}" is not a kind that is read here: ${meant ? `did you mean ${meant}?` : `there are ${readKinds.join(", ")}`}`,
  );
}

type Labels = Record<string, unknown>;

const NAME = "[A-Za-z0-9]([-A-Za-z0-9_./]*[A-Za-z0-9])?";
const SET = new RegExp(`^(?<key>${NAME}) +(?<how>in|notin) *\\((?<values>[^()]*)\\)$`);
const EQUAL = new RegExp(`^(?<key>${NAME}) *(?<how>==?|!=) *(?<value>(${NAME})?)$`);
const EXISTS = new RegExp(`^(?<not>!?) *(?<key>${NAME})$`);

/**
 * A label selector as the API server reads it (labels.Parse of k8s.io/apimachinery): equalities, sets and existence, all of which must
 * hold. `!=` and `notin` hold where the label is missing.
 */
function labelMatcher(selector: string): (labels: Labels) => boolean {
  const rules = selector.split(/,(?![^(]*\))/).map((text) => {
    const rule = ruleOf(text.trim());
    if (rule) return rule;
    throw new UsageError(
      `the label selector "${selector}" cannot be read: write it as kubectl takes it, e.g. app=web,tier in (front, edge),!old`,
    );
  });
  return (labels) => rules.every((rule) => rule(labels));
}

function ruleOf(text: string): ((labels: Labels) => boolean) | undefined {
  const set = SET.exec(text)?.groups;
  if (set) {
    const values = (set.values ?? "").split(",").map((value) => value.trim());
    return (labels) => (Object.hasOwn(labels, set.key ?? "") && values.includes(String(labels[set.key ?? ""]))) === (set.how === "in");
  }
  const equal = EQUAL.exec(text)?.groups;
  if (equal) return (labels) => (labels[equal.key ?? ""] === equal.value) === (equal.how !== "!=");
  const exists = EXISTS.exec(text)?.groups;
  return exists && ((labels) => Object.hasOwn(labels, exists.key ?? "") === (exists.not === ""));
}
