// The allow-list of a support bundle: one of its files is a table of fields, and each field reads one form of values. What no field reads
// is not written.

import { isRecord } from "../../specs";
import type { Names } from "./names";

/** A value as a bundle has it. */
export type Shown = string | number | boolean | Shown[] | { [key: string]: Shown };

/** Reads a value of one form. Undefined for a value of another form, which is left out. */
export type Field = (value: unknown, names: Names) => Shown | undefined;

const text =
  (shown: (value: string, names: Names) => string | undefined): Field =>
  (value, names) =>
    typeof value === "string" ? shown(value, names) : undefined;

/** A number, or true or false. */
export const plain: Field = (value) => (typeof value === "boolean" || Number.isFinite(value) ? (value as boolean | number) : undefined);

/** A time or a date in ISO form. */
export const time = text((value) =>
  /^\d{4}-\d\d-\d\d/.test(value) && Date.parse(value) > 0 ? new Date(Date.parse(value)).toISOString() : undefined,
);

/** A digest that this package has made. */
export const digest = text((value) => (/^h[\da-f]{16}$/.test(value) ? value : undefined));

const VERSION = /^v?\d{1,4}(?:\.\d{1,6}){1,2}(?:-(?:alpha|beta|rc|dev)[.\d]{0,8}|-\d{1,3}p\d{1,3})?$/;

/** The first version in a text. An address has four numbers, and is none. */
export const version = text((value) => value.split(/[\s,;]+/).find((one) => VERSION.test(one)) ?? "unknown");

/** Name, host or address. */
export const name = text((value, names) => names.of(value));

export const list =
  (field: Field): Field =>
  (value, names) =>
    Array.isArray(value) ? value.flatMap((one) => field(one, names) ?? []) : undefined;

/** The named fields of a mapping, and no other. */
export const object =
  (fields: { readonly [name: string]: Field }): Field =>
  (value, names) => {
    if (!isRecord(value)) return undefined;
    const shown = Object.entries(fields).map(([key, field]) => [key, field(value[key], names)] as const);
    return Object.fromEntries(shown.filter((entry): entry is [string, Shown] => entry[1] !== undefined));
  };

/** A mapping with keys of users. Numbers of keys that look the same are added up. */
export const entries =
  (key: Field, field: Field): Field =>
  (value, names) => {
    const shown: Record<string, Shown> = {};
    for (const [userKey, inner] of Object.entries(isRecord(value) ? value : {})) {
      const [as, shownValue] = [String(key(userKey, names)), field(inner, names)];
      const earlier = shown[as];
      if (shownValue !== undefined)
        shown[as] = typeof earlier === "number" && typeof shownValue === "number" ? earlier + shownValue : shownValue;
    }
    return isRecord(value) ? shown : undefined;
  };
