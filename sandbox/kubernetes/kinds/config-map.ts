import { asObject, type JsonObject, sameJson } from "../../shared/json";
import { denied, type FieldError, invalid } from "../errors/field";
import type { Behaviour } from "../resources/resource";

const KEY = /^[-._a-zA-Z0-9]+$/;
const ABOUT_KEYS =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

/** Mistakes in the keys of ConfigMaps and Secrets. */
export function keyFaults(field: string, data: JsonObject): FieldError[] {
  return Object.keys(data).flatMap((key) => {
    const faults = KEY.test(key) && key !== "." && key !== ".." ? [] : [invalid(`${field}[${key}]`, key, ABOUT_KEYS)];
    return key.length > 253 ? [...faults, invalid(`${field}[${key}]`, key, "must be no more than 253 characters")] : faults;
  });
}

/** What was once declared immutable stays. */
export function immutableFaults(object: JsonObject, old: JsonObject | undefined, fields: string[]): FieldError[] {
  if (old?.immutable !== true) return [];
  const why = "field is immutable when `immutable` is set";
  const faults = object.immutable === true ? [] : [denied("immutable", why)];
  return [...faults, ...fields.filter((field) => !sameJson(object[field], old[field])).map((field) => denied(field, why))];
}

export const configMap: Behaviour = {
  validate(object, old) {
    const [data, binary] = [asObject(object.data), asObject(object.binaryData)];
    const twice = Object.keys(data).filter((key) => key in binary);
    return [
      ...immutableFaults(object, old, ["data", "binaryData"]),
      ...keyFaults("data", data),
      ...twice.map((key) => invalid(`data[${key}]`, key, "duplicate of key present in binaryData")),
      ...keyFaults("binaryData", binary),
    ];
  },
};
