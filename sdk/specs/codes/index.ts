// The table of all diagnostics about specs and settings.

import type { Diagnostic } from "../../../resources/diagnostic";
import { CONTOUR_CODES } from "./contour";
import type { Effect, Scope, SpecCodeEntry } from "./entry";
import { GATEWAY_CODES } from "./gateway";
import { HOSTS_CODES } from "./hosts";
import { INPUT_CODES } from "./input";
import { MIZAR_CODES } from "./mizar";
import { REFERENCES_CODES } from "./references";
import { SERVICES_CODES } from "./services";
import { TARGET_CODES } from "./target";

export type { Effect, Scope, SpecCodeEntry } from "./entry";
export { MIZAR_CODES } from "./mizar";

/**
 * Every diagnostic about specs and settings: stable code, default severity, effect, subject, meaning and remedy. All decisions by code read
 * this table; docs/errors.md is generated from it.
 */
export const SPEC_CODES = {
  ...INPUT_CODES,
  ...REFERENCES_CODES,
  ...HOSTS_CODES,
  ...TARGET_CODES,
  ...SERVICES_CODES,
  ...CONTOUR_CODES,
  ...GATEWAY_CODES,
  ...MIZAR_CODES,
} satisfies Record<string, SpecCodeEntry>;

export type SpecCode = keyof typeof SPEC_CODES;

const TABLE: { readonly [code: string]: SpecCodeEntry } = SPEC_CODES;

const entryOf = (code: string): SpecCodeEntry | undefined => (Object.hasOwn(TABLE, code) ? TABLE[code] : undefined);

/** Effect of a diagnostic: that of its code, unless its severity is lower than the default. Notices have none. */
export function effectOf({ code, severity }: Pick<Diagnostic, "code" | "severity">): Effect {
  const entry = entryOf(code);
  if (!entry || severity === "notice" || (severity === "warning" && entry.severity === "error")) return "none";
  return severity === "error" && entry.scope === "input" ? "fatal" : entry.effect;
}

/** Subject of a code; codes of the provider are about objects. */
export const scopeOf = (code: string): Scope => entryOf(code)?.scope ?? "object";

/** Codes with one of these effects, in the order of the table. */
export const codesWith = (...effects: readonly Effect[]): SpecCode[] =>
  (Object.keys(TABLE) as SpecCode[]).filter((code) => effects.includes(SPEC_CODES[code].effect));

/** True for faults of text and shape, after which nothing may be applied: a partly read set of specs would look like a smaller cluster. */
export const isFatal = (one: Pick<Diagnostic, "code" | "severity">): boolean => scopeOf(one.code) === "input" && effectOf(one) === "fatal";

/** True for a notice about all specs that every preview shows. */
export const isShownAtPreview = ({ code }: Pick<Diagnostic, "code">): boolean => entryOf(code)?.atPreview === true;
