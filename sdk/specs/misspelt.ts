import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { nearest } from "../../resources/nearest";
import { diagnose } from "./diagnose";
import { pointer } from "./pointer";

/** Fields that no kind knows, and those among them that are slips of a known one. */

/** Length up to which the name of a field allows one slip only: two make `tls` of any three letters. */
const SHORT = 3;

/**
 * A warning about a field that is not known. It names the nearest known field that the object does not have beside it.
 *
 * @param at place of the field
 * @param value mapping with the field
 */
export function unknownField(ref: ObjectRef, at: readonly (string | number)[], value: object, known: readonly string[]): Diagnostic {
  const name = String(at.at(-1));
  const absent = known.filter((field) => !Object.hasOwn(value, field));
  const meant = nearest(name, absent, SHORT);
  const remedy = meant === undefined ? {} : { remedy: `Write ${meant} if you mean that.`, about: { meant } };
  return diagnose("LB1006", ref, pointer(...at), `the field ${name} is unknown and is ignored`, remedy);
}

/** The known field that the one of a diagnostic is nearly named as; undefined for any other diagnostic. Nobody writes a status by hand. */
export function meantField({ pointer: at, about }: Diagnostic): string | undefined {
  return at.startsWith("/status/") ? undefined : about?.meant;
}
