// Reports unknown fields, and finds the known field that a misspelt one stands for.

import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { nearest } from "../../resources/nearest";
import { diagnose } from "./diagnose";
import { pointer } from "./pointer";

/** Names up to this length allow one typing error: with two, `tls` would match any three letters. */
const SHORT = 3;

/**
 * Warning for an unknown field. It suggests the most similar known field that the object does not have.
 *
 * @param at path of the field
 * @param value mapping with the field
 */
export function unknownField(ref: ObjectRef, at: readonly (string | number)[], value: object, knownFields: readonly string[]): Diagnostic {
  const name = String(at.at(-1));
  const absent = knownFields.filter((field) => !Object.hasOwn(value, field));
  const meant = nearest(name, absent, SHORT);
  const remedy = meant === undefined ? {} : { remedy: `Did you mean ${meant}?`, about: { meant } };
  return diagnose("LB1006", ref, pointer(...at), `the field ${name} is unknown and is ignored`, remedy);
}

/** The known field that a diagnostic suggests; undefined for other diagnostics. Fields below `status` are ignored. */
export function meantField({ pointer: at, about }: Diagnostic): string | undefined {
  return at.startsWith("/status/") ? undefined : about?.meant;
}
