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
 * Every diagnostic about specs and settings: the stable code, its usual severity, what follows from it, what it is about, what it means and
 * what to do. Whatever decides by a code reads this table; docs/errors.md is generated from it.
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

/** The consequence of a diagnostic: that of its code, unless it is milder than the code usually is. A notice has none. */
export function effectOf({ code, severity }: Pick<Diagnostic, "code" | "severity">): Effect {
  const entry = entryOf(code);
  if (!entry || severity === "notice" || (severity === "warning" && entry.severity === "error")) return "none";
  return severity === "error" && entry.scope === "input" ? "fatal" : entry.effect;
}

/** The subject of a code; a code of the provider is about an object. */
export const scopeOf = (code: string): Scope => entryOf(code)?.scope ?? "object";

/** The codes with one of these effects, in the order of the table. */
export const codesWith = (...effects: readonly Effect[]): SpecCode[] =>
  (Object.keys(TABLE) as SpecCode[]).filter((code) => effects.includes(SPEC_CODES[code].effect));

/** Faults of text and shape, after which nothing may be changed: a half-read set of specs would look like a smaller cluster. */
export const isFatal = (one: Pick<Diagnostic, "code" | "severity">): boolean => scopeOf(one.code) === "input" && effectOf(one) === "fatal";

/** True for a notice about all specs that a person sees at every preview. */
export const isShownAtPreview = ({ code }: Pick<Diagnostic, "code">): boolean => entryOf(code)?.atPreview === true;
