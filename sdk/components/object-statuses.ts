// The resource that writes the statuses of many objects.

import { createHash } from "node:crypto";
import * as pulumi from "@pulumi/pulumi";
import * as outputs from "@pulumi/pulumi/output";
import { type ObjectStatusInputs, objectStatusId } from "../../resources/object-status";
import { AS_IN_STATE, OBJECT_STATUSES, OBJECTS } from "../../resources/object-statuses";
import { unknownOnFailure } from "../continue-on-error";
import { LbResource, type LbResourceOptions } from "../resource";

/** Inputs of {@link ObjectStatuses}. */
export interface ObjectStatusesArgs {
  /** Inputs of one `ObjectStatus` each as text, by id. */
  objects: { readonly [id: string]: pulumi.Input<string> };
}

/** The statuses of many objects in one resource: for the engine they are one (docs/decisions/0023-statuses.md). */
export class ObjectStatuses extends LbResource {
  constructor(name: string, args: ObjectStatusesArgs, opts?: LbResourceOptions) {
    const { objects, ...rest } = args;
    super(OBJECT_STATUSES, name, { ...rest, [OBJECTS]: objects }, opts);
  }
}

/** Inputs of an `ObjectStatus` whose status may be an output. */
export type StatusOfObject = Omit<ObjectStatusInputs, "status"> & {
  status?: pulumi.Output<{ [field: string]: unknown }> | { [field: string]: unknown };
};

/** Resources of each kind: few, and a change of one object touches one of them. Another number would move statuses between resources. */
const GROUPS = 8;

/** Statuses divided by kind and by a hash of their objects, which none of the others decides: `Ingress-statuses-3`. */
export function statusGroups(statuses: readonly StatusOfObject[]): ReadonlyMap<string, ObjectStatusesArgs["objects"]> {
  const groups = new Map<string, { [id: string]: pulumi.Input<string> }>();
  for (const status of statuses) {
    const { kind, tenant = "", namespace = "", name } = status;
    const [first = 0] = createHash("sha256").update([kind, tenant, namespace, name].join("/")).digest();
    const group = `${kind}-statuses-${first % GROUPS}`;
    const objects = groups.get(group) ?? {};
    objects[objectStatusId(status)] = statusText(status);
    groups.set(group, objects);
  }
  return groups;
}

/**
 * An entry as text. A preview shows it alone as unknown while its status is. A run that never learns the status, because the load balancer of
 * the object has failed and the run goes on, leaves it as the state has it: the engine drops unknown values before a write.
 */
function statusText({ status, ...rest }: StatusOfObject): pulumi.Input<string> {
  const text = (known: unknown) => JSON.stringify({ ...rest, status: known });
  if (!pulumi.Output.isInstance(status)) return text(status);
  const anyway = unknownOnFailure(status) as object as AppliedAnyway;
  const open = pulumi.runtime.isDryRun() ? (pulumi.output<unknown>(outputs.unknown) as pulumi.Output<string>) : AS_IN_STATE;
  return anyway.apply((value) => (outputs.containsUnknowns(value) ? open : text(value)), true);
}

/** Outputs with the parameter of their `apply` that their types do not show: it is called with unknown values too. */
interface AppliedAnyway {
  apply(func: (value: unknown) => pulumi.Input<string>, runWithUnknowns: true): pulumi.Output<string>;
}
