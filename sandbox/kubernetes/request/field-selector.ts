import { asObject, type Json, type JsonObject, text } from "../../shared/json";
import { badRequest } from "../errors/status";
import type { Resource } from "../resources/resource";

/** Fields of the built-in kinds that may be selected by, besides name and namespace. */
const SELECTABLE: { [kind: string]: string[] } = {
  Pod: [
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.schedulerName",
    "spec.serviceAccountName",
    "spec.hostNetwork",
    "status.phase",
    "status.podIP",
    "status.podIPs",
    "status.nominatedNodeName",
  ],
  Node: ["spec.unschedulable"],
  Namespace: ["status.phase"],
  Secret: ["type"],
  Service: ["spec.clusterIP", "spec.type"],
  Event: ["involvedObject.kind", "involvedObject.namespace", "involvedObject.name", "involvedObject.uid", "reason", "type", "source"],
};

/** A `fieldSelector` over objects of a kind. */
export function fieldSelector(written: string, resource: Resource): (object: JsonObject) => boolean {
  const terms = written
    .split(",")
    .filter((term) => term !== "")
    .map((term) => termOf(term, written));
  for (const [field] of terms) check(field, resource);
  return (object) => terms.every(([field, same, wanted]) => (fieldValue(object, field) === wanted) === same);
}

function termOf(term: string, written: string): [field: string, same: boolean, value: string] {
  const match = /^(.*?)(==|!=|=)(.*)$/.exec(term);
  if (!match) throw badRequest(`invalid selector: '${written}'; can't understand '${term}'`);
  return [match[1] ?? "", match[2] !== "!=", match[3] ?? ""];
}

function check(field: string, resource: Resource): void {
  const { kind, custom, scope } = resource;
  if (field === "metadata.name" || (field === "metadata.namespace" && (scope === "Namespaced" || !custom))) return;
  if ((custom ? custom.selectableFields : (SELECTABLE[kind] ?? [])).includes(field)) return;
  if (custom) throw badRequest(`field label not supported: ${field}`);
  throw badRequest(
    kind in SELECTABLE && kind !== "Service"
      ? `field label not supported: ${field}`
      : `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`,
  );
}

/** Absent fields count as empty, and switches as off. */
function fieldValue(object: JsonObject, field: string): string {
  let value: Json | undefined = object;
  for (const part of field.split(".")) value = asObject(value)[part];
  if (value === undefined && /unschedulable|hostNetwork/.test(field)) return "false";
  return text(value);
}
