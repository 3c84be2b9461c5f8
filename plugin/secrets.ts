// Unwraps secrets of the engine for handlers, and wraps outputs again: each leaf that came as a secret, and each field that its kind calls
// secret. A plugin with components must accept secrets.

import { type FieldTable, factAt } from "../resources/field-table";
import type { Properties } from "./stubs";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** Values that came in envelopes, by the names on the way to them. Positions in lists are none: a list may have another order by then. */
export type Secrets = Map<string, Set<string>>;

/** Properties without envelopes; notes in `secrets` what was in one. */
export function opened(properties: Properties, secrets: Secrets = new Map()): Properties {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, openedValue(value, [name], secrets)]));
}

function openedValue(value: unknown, path: readonly string[], secrets: Secrets): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => openedValue(element, path, secrets));
  if (!isObject(value)) return value;
  if (value[SIGNATURE] !== SECRET)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, openedValue(member, [...path, name], secrets)]));
  const inside = openedValue(value.value, path, secrets);
  secrets.set(keyOf(path), (secrets.get(keyOf(path)) ?? new Set()).add(JSON.stringify(inside)));
  return inside;
}

/** Properties with the envelopes of `secrets`, and one around each secret field of a kind. */
export function sealed(properties: Properties, secrets: Secrets, fields: FieldTable): Properties {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, sealedValue(value, [name], secrets, fields)]));
}

function sealedValue(value: unknown, path: readonly string[], secrets: Secrets, fields: FieldTable): unknown {
  if (value === undefined || value === null) return value;
  if (isSecret(value, path, secrets, fields)) return { [SIGNATURE]: SECRET, value };
  if (Array.isArray(value)) return value.map((element: unknown) => sealedValue(element, path, secrets, fields));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, sealedValue(member, [...path, name], secrets, fields)]));
}

function isSecret(value: unknown, path: readonly string[], secrets: Secrets, fields: FieldTable): boolean {
  if (!Array.isArray(value) && factAt(fields, path, "secret") === true && value !== "") return true;
  return secrets.get(keyOf(path))?.has(JSON.stringify(value)) ?? false;
}

const keyOf = (path: readonly string[]) => path.join("\0");

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
