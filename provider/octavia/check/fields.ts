import type { Json } from "../../../kinds/json";
import { isObject, isUnknown } from "../../lifecycle/json";
import type { Place } from "../client/walk";
import { CHILDREN, FIELDS, type FieldType } from "../tree/fields";
import { at, type Reason, type Rule } from "./reasons";

/** Names, types, ranges and enumerations of the fields of one object. */
export const checkFields: Rule = (place) => {
  const table = FIELDS[place.part];
  const children = new Set(CHILDREN[place.part]);
  const missing = Object.entries(table)
    .filter(([field, { required }]) => required && (place.body[field] === undefined || place.body[field] === null))
    .map(([field]) => at(place, field, "is missing"));
  const wrong = Object.entries(place.body).flatMap(([field, value]): Reason[] => {
    const entry = table[field];
    if (isUnknown(value) || children.has(field)) return [];
    if (!entry) return [at(place, field, `a ${place.part} has no such field${nearest(field, Object.keys(table))}`)];
    if (value === null || value === undefined) return [];
    const message = fault(entry.type, value);
    return message ? [at(place, field, message)] : [];
  });
  return [...missing, ...wrong, ...childReasons(place)];
};

function fault(type: FieldType, value: Json): string | undefined {
  switch (type.kind) {
    case "text":
      if (typeof value !== "string") return "a text is expected";
      return type.max !== undefined && value.length > type.max ? `has ${value.length} characters, ${type.max} are allowed` : undefined;
    case "integer": {
      const fits = typeof value === "number" && Number.isInteger(value) && value >= type.min && value <= type.max;
      return fits ? undefined : `is ${shown(value)}, an integer from ${type.min} to ${type.max} is expected`;
    }
    case "boolean":
      return typeof value === "boolean" ? undefined : `is ${shown(value)}, true or false is expected`;
    case "one-of":
      return type.values.includes(value as string) ? undefined : `is ${shown(value)}, one of ${type.values.join(", ")} is expected`;
    case "texts": {
      if (!Array.isArray(value)) return "a list of texts is expected";
      const bad = value.find((one) => !isUnknown(one) && (typeof one !== "string" || (type.values && !type.values.includes(one))));
      if (bad === undefined) return undefined;
      return `holds ${shown(bad)}, ${type.values ? `only ${type.values.join(", ")} are` : "a text is"} expected`;
    }
    case "object":
      return isObject(value) ? undefined : "an object is expected";
    case "objects":
      return Array.isArray(value) && value.every((one) => isObject(one) || isUnknown(one)) ? undefined : "a list of objects is expected";
    case "certificate":
      return isCertificate(value) ? undefined : "a Barbican reference or { name } is expected";
    case "certificates":
      return Array.isArray(value) && value.every(isCertificate) ? undefined : "a list of Barbican references or { name } is expected";
  }
}

function isCertificate(value: Json): boolean {
  return typeof value === "string" || (isObject(value) && typeof value.name === "string");
}

/** Children that are no objects would be passed over by everything that follows. */
function childReasons(place: Place): Reason[] {
  const lists = ["listeners", "pools", "members", "l7policies", "rules"];
  return CHILDREN[place.part].flatMap((field) => {
    const value = place.body[field];
    if (field === "id" || value === undefined || value === null || isUnknown(value)) return [];
    if (!lists.includes(field)) return isObject(value) ? [] : [at(place, field, "an object is expected")];
    const sound = Array.isArray(value) && value.every((one) => isObject(one) || isUnknown(one));
    return sound ? [] : [at(place, field, "a list of objects is expected")];
  });
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}

/** A field that differs by one letter, underscores or capitals. */
function nearest(field: string, names: string[]): string {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const found = names.find(
    (name) =>
      plain(name) === plain(field) || (name.length > 4 && (plain(name).startsWith(plain(field)) || plain(field).startsWith(plain(name)))),
  );
  return found ? `; is ${found} meant?` : "";
}
