import type { Json } from "../../../kinds/json";
import { failure } from "../../lifecycle/errors";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { stable } from "../../lifecycle/shape";
import { describeKey } from "../paths";
import type { KubernetesObject } from "../types";
import { held } from "./held";
import type { Site } from "./site";
import { FIELD_MANAGER, type Wanted } from "./write";

/**
 * All our resources write as one manager, so the server sees no conflict between two of them. Before the first write we look ourselves:
 * fields that are ours already and hold something else belong to another component or stack.
 */
export function refuseSecondWriter(site: Site, object: KubernetesObject, { status, annotations }: Wanted): void {
  const entries = (object.metadata.managedFields ?? []) as { manager?: string; fieldsV1?: JsonObject }[];
  const ours = entries.filter(({ manager }) => manager === FIELD_MANAGER).map(({ fieldsV1 }) => fieldsV1 ?? {});
  const parts = [
    { wanted: status, live: object.status as Json, path: ["f:status"], shown: ".status" },
    {
      wanted: annotations,
      live: object.metadata.annotations as Json,
      path: ["f:metadata", "f:annotations"],
      shown: ".metadata.annotations",
    },
  ];
  for (const { wanted, live, path, shown } of parts) {
    const written = ours.flatMap((fields) => namesAt(fields, path));
    const other = Object.keys(wanted ?? {}).find(
      (name) =>
        written.includes(name) && stable(held(wanted![name], (live as JsonObject | undefined)?.[name]) ?? null) !== stable(wanted![name]!),
    );
    if (other === undefined) continue;
    const message = `another component or stack writes ${shown}.${other} already, and something else`;
    throw failure("LB2130", { object: describeKey(site.key), message, remedy: "Let one of them write it; `force: true` takes it over." });
  }
}

/** The names of the fields below a path of `fieldsV1`, which marks each with `f:`. */
function namesAt(fields: JsonObject, path: readonly string[]): string[] {
  const at = path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), fields);
  return isObject(at) ? Object.keys(at).map((key) => key.replace(/^f:/, "")) : [];
}
