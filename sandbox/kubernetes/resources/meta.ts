import { asArray, asObject, isObject, type JsonObject, text } from "../../shared/json";

/** The metadata of an object; empty where there is none. */
export const metaOf = (object: JsonObject): JsonObject => asObject(object.metadata);

export const nameOf = (object: JsonObject): string => text(metaOf(object).name);

export const namespaceOf = (object: JsonObject): string => text(metaOf(object).namespace);

export const uidOf = (object: JsonObject): string => text(metaOf(object).uid);

export const versionOf = (object: JsonObject): string => text(metaOf(object).resourceVersion);

export const finalizersOf = (object: JsonObject): string[] => asArray(metaOf(object).finalizers).map(text);

export const isEnding = (object: JsonObject): boolean => metaOf(object).deletionTimestamp !== undefined;

/** Labels or annotations with text values. */
export function mapOf(object: JsonObject, field: "labels" | "annotations"): { [key: string]: string } {
  const map = metaOf(object)[field];
  return isObject(map) ? (map as { [key: string]: string }) : {};
}

/** The metadata of an object that is being made, to write into. */
export function ownMeta(object: JsonObject): JsonObject {
  if (!isObject(object.metadata)) object.metadata = {};
  return object.metadata as JsonObject;
}

/** Where an object is kept within its resource. */
export const keyOf = (tenant: string, namespace: string, name: string): string => `${tenant}/${namespace}/${name}`;

export const keyOfObject = (object: JsonObject): string =>
  keyOf(text(metaOf(object).tenant), text(metaOf(object).namespace), text(metaOf(object).name));

/** Seconds, as the API writes times. */
export const timestamp = (ms = Date.now()): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
