// Drift in words: `server 10.0.0.7 disabled by hand`.

import type { FieldFacts } from "../../../resources/field-table";
import type { Json } from "../../../resources/kind";
import { stable } from "../bodies/shape";
import type { UndeclaredChange } from "../bodies/undeclared-fields";

/** Placeholder for a value that no message shows, because it may hold a secret. */
export const CONCEALED = Symbol("a value that is not shown");

type ShownValue = Json | undefined | typeof CONCEALED;

/** One field that is not as declared, as a back end sees it. Undefined: nothing is declared, or nothing is there. */
export interface FieldDrift {
  /** The object or element that has the field: `server 10.0.0.7`. */
  readonly noun: string;
  /** The field in words, or its place: `weight`, `healthmonitor.delay`; empty for what is a value itself, such as a floating IP. */
  readonly field: string;
  readonly declared: ShownValue;
  readonly observed: ShownValue;
  /** Words of the field, if it is a switch. */
  readonly switch?: FieldFacts["switch"];
}

/** `server 10.0.0.7 removed by hand`, `owner mark of Pool web taken off by hand` */
export const byHand = (noun: string, how: string): string => `${noun} ${how} by hand`;

/** `Pool web was taken over by c1 of project shop` */
export const takenOver = (noun: string, owners: readonly string[]): string => `${noun} was taken over by ${owners.join(", ")}`;

/** `description of Pool web set to x by hand` */
export const undeclaredChange = (noun: string, { at, how }: UndeclaredChange): string => byHand(`${at} of ${noun}`, how);

/** `server 10.0.0.7 disabled by hand`, `weight of 10.0.0.7 is 0, not 1` */
export function fieldChange({ noun, field, declared, observed, switch: words }: FieldDrift): string {
  if (words) {
    const isOff = observed === false || (isNothing(observed) && declared === true);
    return byHand(words.of ? `${words.of} of ${noun}` : noun, isOff ? words.off : words.on);
  }
  return `${field && `${field} of `}${noun} ${valuesOf(declared, observed)}`;
}

/** `is 0, not 1`; a value that is not shown, or longer than a line, is only reported as another. */
function valuesOf(declared: ShownValue, observed: ShownValue): string {
  const [was, is] = [shown(declared), shown(observed)];
  if (isNothing(observed)) return was === undefined ? "is gone" : `is gone, was ${was}`;
  if (is === undefined || (was === undefined && !isNothing(declared))) return "is another";
  return was === undefined ? `is ${is}, set by hand` : `is ${is}, not ${was}`;
}

const isNothing = (value: ShownValue): boolean => value === undefined || value === null;

const LONGEST = 60;

function shown(value: ShownValue): string | undefined {
  if (typeof value === "symbol" || value === undefined || value === null) return undefined;
  const text = typeof value === "string" ? value : stable(value);
  return text.length <= LONGEST && !text.includes("\n") ? text : undefined;
}
