import type { HttpResponse } from "../../shared/http";
import { asObject, isObject, type Json, type JsonObject } from "../../shared/json";
import { badRequest } from "../errors/status";
import { mergePatch } from "../patch/merge";
import { ok } from "../request/answer";
import type { Call } from "../request/call";
import { conform, mediaType } from "../request/decode";
import { metaOf, nameOf, namespaceOf, uidOf, versionOf } from "../resources/meta";
import { existing } from "./read";
import { replace } from "./update";

/** The Scale of an object whose kind says where its replicas stand. */
export const readScale = (call: Call): HttpResponse => ok(call, 200, scaleOf(call, existing(call)));

/** PUT or merge patch of the Scale: only the number of replicas can change. */
export function updateScale(call: Call): HttpResponse {
  const old = existing(call);
  const before = scaleOf(call, old);
  const given = parsed(call.request.body);
  const scale = mediaType(call) === "application/merge-patch+json" ? asObject(mergePatch(before, given)) : given;
  const replicas = asObject(scale.spec).replicas;
  if (typeof replicas !== "number") throw badRequest("spec.replicas: a number is needed");
  const fresh = structuredClone(old);
  put(fresh, partsOf(call.resource.custom?.scale?.specReplicasPath), replicas);
  return ok(call, 200, scaleOf(call, replace(call, old, conform(call, { object: fresh, duplicates: [] }))));
}

function parsed(body: string): JsonObject {
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch {
    // said below
  }
  throw badRequest("couldn't get version/kind; json parse error: no object");
}

function scaleOf(call: Call, object: JsonObject): JsonObject {
  const paths = call.resource.custom?.scale;
  const selector = paths?.labelSelectorPath ? at(object, partsOf(paths.labelSelectorPath)) : undefined;
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: {
      ...{ name: nameOf(object), namespace: namespaceOf(object), uid: uidOf(object), resourceVersion: versionOf(object) },
      creationTimestamp: metaOf(object).creationTimestamp ?? null,
    },
    spec: { replicas: Number(at(object, partsOf(paths?.specReplicasPath)) ?? 0) },
    status: { replicas: Number(at(object, partsOf(paths?.statusReplicasPath)) ?? 0), ...(selector === undefined ? {} : { selector }) },
  };
}

const partsOf = (path = ""): string[] => path.split(".").filter((part) => part !== "");

function at(object: JsonObject, path: string[]): Json | undefined {
  let value: Json | undefined = object;
  for (const part of path) value = asObject(value)[part];
  return value;
}

function put(object: JsonObject, [first, ...rest]: string[], value: Json): void {
  if (first === undefined) return;
  if (rest.length === 0) object[first] = value;
  else {
    if (!isObject(object[first])) object[first] = {};
    put(object[first] as JsonObject, rest, value);
  }
}
