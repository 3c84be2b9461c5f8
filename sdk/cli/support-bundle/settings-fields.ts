// Shows settings of connections and targets in a support bundle: words, numbers and switches as they are, any other value as a digest.

import { z } from "zod";
import { BACK_ENDS } from "../../../provider";
import { isRecord } from "../../specs";
import { SETTINGS } from "../../targets";
import { type Field, type Shown, version } from "./fields";
import type { Names } from "./names";

/** Settings of connections with words and numbers as values. */
const CONNECTION = "auth insecure rateLimit timeout retryDelay listCache tenantPaths apiVersion version".split(" ");
const PLAIN = /^(?:true|false|on|off|session|basic|\d{1,6}(?:\.\d{1,3})?)$/i;

/** Forms of settings as JSON schemas: of connections by `avi:timeout`, and of each target. */
const FORMS = new Map<string, Readonly<Record<string, unknown>>>(
  Object.entries(SETTINGS).map(([name, schema]) => [
    name,
    z.toJSONSchema(schema, { unrepresentable: "any", cycles: "ref" }).properties ?? {},
  ]),
);
const CONNECTIONS = Object.fromEntries(
  Object.values(BACK_ENDS).flatMap(({ doctor: { namespaces, variables } }) =>
    namespaces.flatMap((space) => [
      ...Object.keys(variables).map((key) => [`${space}:${key}`, {}]),
      ...CONNECTION.map((key) => [`${space}:${key}`, { type: "number" }]),
    ]),
  ),
);

/**
 * A setting by name, with its value if that is a word of its schema, a number or a switch. Any other value is a digest.
 *
 * @param target undefined for one of a connection, `avi:controller`, whose texts may hold credentials
 */
export function settingOf(target: string | undefined, key: string, value: unknown, names: Names): [key: string, value: Shown] {
  const hidden = names.text(JSON.stringify(value) ?? "");
  const forms = target === undefined ? CONNECTIONS : (FORMS.get(target) ?? {});
  if (!Object.hasOwn(forms, key)) return [names.text(key), hidden];
  const form = forms[key];
  const isPlain = typesIn(form).some((type) => type === "boolean" || type === "number" || type === "integer");
  if (isPlain && PLAIN.test(String(value)) && typeof value !== "object") return [key, value as string | number | boolean];
  if (typeof value !== "string") return [key, hidden];
  const words = isRecord(form) && Array.isArray(form.enum) ? form.enum.map(String) : [];
  const word = words.find((one) => one.toLowerCase() === value.toLowerCase());
  if (word !== undefined || value === "") return [key, word ?? ""];
  if (/version$/i.test(key)) return [key, version(value, names) ?? hidden];
  // a text that a program wrote in the place of a list is no name
  return [key, target !== undefined && typesIn(form).includes("string") ? names.of(value) : hidden];
}

const typesIn = (form: unknown): unknown[] =>
  isRecord(form) ? [form.type, ...(Array.isArray(form.anyOf) ? form.anyOf.flatMap(typesIn) : [])] : [];

/** Settings of a target. */
export const settingsOf =
  (target: string): Field =>
  (value, names) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, setting]) => settingOf(target, key, setting, names))) : undefined;
