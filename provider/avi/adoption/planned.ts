// The objects of a plan as the run that adopts them would write them.

import { OBJECT_KINDS } from "../../../resources/avi";
import { type AviType, describe } from "../../../resources/avi/body";
import { SECRET_FIELDS } from "../../../resources/avi/fields";
import type { AviKind } from "../../../resources/avi/kind";
import type { Json } from "../../../resources/kind";
import type { FieldChange, PlannedObject, PlannedResource } from "../../lifecycle/adoption";
import type { FieldDifference } from "../../lifecycle/bodies/compare";
import { hasUnknown } from "../../lifecycle/bodies/json";
import type { ConfigSource } from "../../lifecycle/handler";
import { asAdopted } from "../adopted";
import { aviShape } from "../compare";
import { type AviJob, type DeclaredObject, jobOf, markOf } from "../objects";
import { foreseen } from "../write";
import type { ExistingObject } from "./existing-objects";

const KINDS = new Map<string, AviKind>(OBJECT_KINDS.map((kind) => [kind.type, kind]));

/** A planned resource as the operation that would create it in a run that adopts. */
export interface PlannedJob {
  resource: string;
  job: AviJob;
}

/** The resources that are several objects each, as operations; nothing is asked of the controller to make them. */
export function jobsOf(planned: readonly PlannedResource[], config: ConfigSource): PlannedJob[] {
  return planned.flatMap(({ kind, name, inputs }) => {
    const aviKind = KINDS.get(kind);
    if (!aviKind) return [];
    const owner = typeof inputs.owner === "string" ? inputs.owner : "";
    const job = jobOf(aviKind, {
      verb: "create",
      ctx: { config, progress: () => undefined, notice: () => undefined },
      inputs: { ...inputs, owner },
      declared: {},
      ownership: { owner, adopt: true, keepMarks: true },
      recordProgress: () => undefined,
    });
    return [{ resource: name, job }];
  });
}

/** Effect of adopting on each object. */
export function plannedObjects(jobs: readonly PlannedJob[], existing: ReadonlyMap<string, ExistingObject>): PlannedObject[] {
  return jobs.flatMap(({ resource, job }) =>
    job.objects.map((object): PlannedObject => {
      const live = existing.get(object.key)?.live;
      const about = { key: object.key, object: describe(object.type, object.name), resource };
      if (!live) return { ...about, fate: "new", mark: "", changes: [] };
      const { changes } = foreseen(job, asAdopted(job, object, live), undefined, live);
      const fate = changes.length > 0 ? "changed" : "unchanged";
      return { ...about, fate, mark: markOf(object.type, live), changes: changes.map((change) => shown(object, change)) };
    }),
  );
}

const NOT_KNOWN = "(not known before the run)";

function shown({ type }: DeclaredObject, { at, path, desired, live }: FieldDifference): FieldChange {
  const secret = path.some((field) => SECRET_FIELDS.has(field));
  const side = (name: "from" | "to", value: Json | undefined) =>
    value === undefined || value === null ? {} : { [name]: secret ? "(secret)" : legible(type, value) };
  return { field: at, ...side("from", live), ...side("to", desired) };
}

const legible = (type: AviType, value: Json): Json => (hasUnknown(value) ? NOT_KNOWN : aviShape(type).presentable(value));
