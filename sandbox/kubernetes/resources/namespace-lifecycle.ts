import { asObject } from "../../shared/json";
import { forbidden, notFound } from "../errors/status";
import { type Call, subjectOf } from "../request/call";
import { isEnding, keyOf } from "./meta";

/** Nothing is made in a namespace, or for a tenant, that is not there or is going. */
export function checkNamespace(call: Call, name: string): void {
  if (call.resource.scope !== "Namespaced") return;
  const found = call.cluster.store.get("namespaces", keyOf(call.tenant, "", call.namespace));
  if (!found) throw notFound({ group: "", kind: "namespaces", name: call.namespace });
  if (!isEnding(found) && asObject(found.status).phase !== "Terminating") return;
  const message = `namespace ${call.namespace} is being terminated`;
  throw forbidden(subjectOf(call, name), `unable to create new content in namespace ${call.namespace} because it is being terminated`, [
    { reason: "NamespaceTerminating", message, field: "metadata.namespace" },
  ]);
}
