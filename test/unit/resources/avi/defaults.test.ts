import { expect, test } from "vitest";
import { AVI_TYPES, isAviType } from "../../../../resources/avi/body";
import { DEFAULTS } from "../../../../resources/avi/defaults";
import type { Json } from "../../../../resources/kind";
import { type FieldSchema, type MessageSchema, modelOf } from "../../../../sandbox/avi/schema";

const ZERO: { readonly [type: string]: Json } = { boolean: false, integer: 0, number: 0 };
const isZero = (value: Json) => value === false || value === 0 || value === "";

/** Each scalar of the API under the message that holds it, with its default. */
function* scalars(): Generator<{ name: string; holder: string; value: Json }> {
  // A VRF context belongs to others.
  for (const type of Object.keys(AVI_TYPES)
    .filter(isAviType)
    .filter((one) => one !== "vrfcontext")) {
    const model = modelOf(type);
    if (!model) throw new Error(`there is no schema of ${type}`);
    const messages: [string | undefined, MessageSchema][] = [[undefined, model.message], ...Object.entries(model.definitions)];
    const holdersOf = (message: string) =>
      messages.flatMap(([, { properties }]) => Object.keys(properties).filter((name) => refOf(properties[name] ?? {}) === message));
    for (const [message, { properties }] of messages) {
      for (const [name, schema] of Object.entries(properties)) {
        if (refOf(schema) || schema.type === "array" || schema.type === "object" || schema.readOnly) continue;
        const value = schema.default ?? ZERO[schema.type ?? ""] ?? "";
        for (const holder of new Set(message === undefined ? [type] : holdersOf(message))) yield { name, holder, value };
      }
    }
  }
}

const refOf = (schema: FieldSchema) => (schema.$ref ?? schema.items?.$ref)?.slice("#/$defs/".length);

test("the table of defaults is what the schemas of the API say", () => {
  const byName = new Map<string, Map<Json, Set<string>>>();
  for (const { name, holder, value } of scalars()) {
    const values = byName.get(name) ?? new Map<Json, Set<string>>();
    values.set(value, (values.get(value) ?? new Set()).add(holder));
    byName.set(name, values);
  }
  const expected = [...byName].flatMap(([name, values]): [string, Json][] => {
    const all = [...values].filter(([value]) => !isZero(value));
    if (values.size === 1) return all.map(([value]) => [name, value]);
    const isClear = (holder: string) => [...values.values()].filter((holders) => holders.has(holder)).length === 1;
    return all.flatMap(([value, holders]) => [...holders].filter(isClear).map((holder): [string, Json] => [`${holder}.${name}`, value]));
  });
  expect(DEFAULTS).toEqual(Object.fromEntries(expected));
});
