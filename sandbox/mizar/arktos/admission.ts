import { asObject, isObject, type JsonObject } from "../../shared/json";

const NETWORK_LABEL = "arktos.futurewei.com/network";
const READINESS = "arktos.futurewei.com/network-readiness";

/** Why Arktos refuses the object with 400; undefined: it does not. For creations and updates of the object itself. */
export function refusalOf(kind: string, object: JsonObject): string | undefined {
  if (kind !== "Deployment") return undefined;
  const template = asObject(asObject(object.spec).template);
  const [own, inTemplate] = [object, template].map((body) => asObject(asObject(body.metadata).labels)[NETWORK_LABEL] ?? "");
  return own === inTemplate ? undefined : "invalid deployment with conflicting network label";
}

/** What Arktos adds to an object it admits; `readiness`: its plugin DefaultPodNetworkReadiness, which is off unless asked for, is on. */
export function admitted(kind: string, object: JsonObject, readiness: boolean): JsonObject {
  if (!readiness || kind !== "Pod" || asObject(object.spec).hostNetwork === true) return object;
  const metadata = asObject(object.metadata);
  const annotations = isObject(metadata.annotations) ? metadata.annotations : {};
  if (READINESS in annotations) return object;
  return { ...object, metadata: { ...metadata, annotations: { ...annotations, [READINESS]: "false" } } };
}
