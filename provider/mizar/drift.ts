import type { Json } from "../../kinds/kind";
import type { KubernetesObject } from "../kubernetes/types";
import { type Difference, differences } from "../lifecycle/compare";
import type { Drift } from "../lifecycle/drift";
import { isObject, type JsonObject } from "../lifecycle/json";
import { changesOfOthers, type Others, othersIn } from "../lifecycle/others";
import { type FieldPath, isEmpty, stable } from "../lifecycle/shape";
import { fieldsOf, heldFields, KUBERNETES_SHAPE, shapeOf } from "./fields";
import { isLabelOfManager, isOurAnnotation, lacksLabel } from "./marks";
import type { ObjectJob, ObjectKind } from "./object-kind";
import { foreignFinalizers } from "./remove";

/** Drift of one object. */
export function driftOf({ kind, last, title, key }: ObjectJob, object: KubernetesObject | undefined): Drift[] {
  const about = { object: title, part: key.name };
  if (!object) return [{ ...about, class: "declared", field: "", what: `${title} deleted by hand` }];
  const declared = fieldsOf(kind, last?.inputs ?? {});
  const shape = shapeOf(kind);
  const changed = differences(shape, declared, heldFields(kind, declared, object)).map((difference): Drift => {
    const { path, at, wanted, held } = difference;
    const isGuarded = isEmpty(shape, path, wanted) && shape.guarded(path, held);
    return { ...about, class: isGuarded ? "guarded" : "declared", field: at, what: wordsFor(title, difference) };
  });
  const label: Drift[] = lacksLabel(declared, object)
    ? [{ ...about, class: "guarded", field: "metadata.labels", what: `label of our objects taken off ${title} by hand` }]
    : [];
  const before = last?.known.others;
  const others = before ? changesOfOthers(before, othersOf(kind, declared, object)) : [];
  return [
    ...changed,
    ...label,
    ...others.map(({ at, how }): Drift => ({ ...about, class: "other", field: at, what: `${at} of ${title} ${how} by hand` })),
  ];
}

/** The fields that no one declared and that are not what the server, or the operator, puts there. */
export function othersOf(kind: ObjectKind, declared: JsonObject, { metadata, spec }: KubernetesObject): Others {
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
  return othersIn({ ...shapeOf(kind), usual }, declared, live);
}

function isUsual({ usual, guarded, settable }: ObjectKind, path: FieldPath, value: Json, holder: JsonObject): boolean {
  const at = path.join(".");
  if (KUBERNETES_SHAPE.empty(path, value)) return true;
  if (path[0] === "spec" && settable && path.length > 1 && !settable.includes(at)) return true;
  // Values that the server derives from the port alone.
  if (at === "spec.ports.targetPort") return value === holder.port;
  if (usual?.[at] === null) return true;
  return [usual?.[at], guarded?.[at]].some((one) => one !== undefined && one !== null && stable(one) === stable(value));
}

function wordsFor(title: string, { at, wanted, held }: Difference): string {
  const [is, was] = [shown(held), shown(wanted)];
  if (is === undefined) return `${at} of ${title} is gone, was ${was}`;
  return `${at} of ${title} is ${is}, ${was === undefined ? "set by hand" : `not ${was}`}`;
}

const LONGEST = 60;

function shown(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === "string" ? value : stable(value);
  return text.length <= LONGEST ? text : "another";
}
