// Drift of objects of Mizar.

import { type FieldPath, factAbove, factAt } from "../../resources/field-table";
import type { Json } from "../../resources/kind";
import type { KubernetesObject } from "../kubernetes/types";
import { differences } from "../lifecycle/bodies/compare";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { isEmpty, stable } from "../lifecycle/bodies/shape";
import { changesOfUndeclared, type UndeclaredFields, undeclaredFieldsIn } from "../lifecycle/bodies/undeclared-fields";
import type { Drift } from "../lifecycle/drift";
import { byHand, fieldChange, undeclaredChange } from "../lifecycle/messages/drift-messages";
import { fieldsOf, isNothing, liveFields, shapeOf } from "./fields";
import { isLabelOfManager, isOurAnnotation, lacksLabel } from "./marks";
import type { ObjectJob, ObjectKind } from "./object-kind";
import { foreignFinalizers } from "./remove";

/** Drift of one object. */
export function driftOf({ kind, last, title, key }: ObjectJob, object: KubernetesObject | undefined): Drift[] {
  const about = { object: title, part: key.name };
  if (!object) return [{ ...about, class: "declared", field: "", what: byHand(title, "deleted") }];
  const declared = fieldsOf(kind, last?.inputs ?? {});
  const shape = shapeOf(kind);
  const changed = differences(shape, declared, liveFields(kind, declared, object)).map(({ path, at, desired, live }): Drift => {
    const isGuarded = isEmpty(shape, path, desired) && shape.guarded(path, live);
    return {
      ...about,
      class: isGuarded ? "guarded" : "declared",
      field: at,
      what: fieldChange({ noun: title, field: at, declared: desired, observed: live }),
    };
  });
  const label: Drift[] = lacksLabel(declared, object)
    ? [{ ...about, class: "guarded", field: "metadata.labels", what: byHand("label of our objects", `taken off ${title}`) }]
    : [];
  const before = last?.known.others;
  const others = before ? changesOfUndeclared(before, othersOf(kind, declared, object)) : [];
  return [
    ...changed,
    ...label,
    ...others.map((change): Drift => ({ ...about, class: "other", field: change.at, what: undeclaredChange(title, change) })),
  ];
}

/** The fields that no one declared and that are not what the server, or the operator, puts there. */
export function othersOf(kind: ObjectKind, declared: JsonObject, { metadata, spec }: KubernetesObject): UndeclaredFields {
  const { labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } = metadata;
  const live = {
    metadata: {
      labels: Object.fromEntries(Object.entries(labels).filter(([name]) => !isLabelOfManager(name))),
      annotations: Object.fromEntries(Object.entries(annotations).filter(([name]) => !isOurAnnotation(name))),
      finalizers: foreignFinalizers(finalizers),
      // the object goes when its owner goes
      ownerReferences,
    },
    spec: isObject(spec) ? spec : {},
  };
  const usual = (path: FieldPath, value: Json, holder: JsonObject) => isUsual(kind, path, value, holder);
  return undeclaredFieldsIn({ ...shapeOf(kind), usual }, declared, live);
}

function isUsual({ kind: { fields } }: ObjectKind, path: FieldPath, value: Json, holder: JsonObject): boolean {
  const at = path.join(".");
  if (isNothing(value)) return true;
  // Values that the server derives from the port alone.
  if (at === "spec.ports.targetPort") return value === holder.port;
  // The spec itself is compared field by field.
  if (at !== "spec" && factAbove(fields, at, "assigned")) return true;
  const usual = factAt(fields, path, "default") ?? null;
  return usual !== null && stable(usual) === stable(value);
}
