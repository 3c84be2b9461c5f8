// Groups diagnostics that give the same reason, so that one message names all of their places.

import { type Diagnostic, describeFault, describeObject } from "./diagnostic";
import { printable } from "./printable";

/** Diagnostics of one code that give the same reason. */
export interface Alike<D extends Diagnostic> {
  /** The first of them; its message is that of all. */
  first: D;
  count: number;
}

/** Most places that are named. */
const NAMED = 3;

/**
 * Warnings and notices of one code, reason and remedy as one, in the order of the first of each: `28 paths: a.com/x takes /xx too, ...: AKO 2
 * matches prefixes of characters`. The reason of a message is what follows its first colon. An error is named at each place, and so is an
 * annotation that asks for what is not done: each object asks for something else.
 */
export function alike<D extends Diagnostic>(diagnostics: readonly D[]): Alike<D>[] {
  const groups = new Map<string, [D, ...D[]]>();
  for (const diagnostic of diagnostics) {
    const place = isPlaced(diagnostic)
      ? [describeObject(diagnostic.object), diagnostic.object.source, diagnostic.pointer, diagnostic.message]
      : [];
    const key = JSON.stringify([diagnostic.severity, diagnostic.code, diagnostic.remedy, reasonOf(diagnostic), ...place]);
    const group = groups.get(key);
    if (group) group.push(diagnostic);
    else groups.set(key, [diagnostic]);
  }
  return [...groups.values()].map((group) => ({ first: together(group), count: group.length }));
}

const isPlaced = ({ severity, pointer }: Diagnostic): boolean =>
  severity === "error" || (severity === "warning" && pointer.startsWith("/metadata/annotations/"));

function together<D extends Diagnostic>(group: readonly [D, ...D[]]): D {
  const [first] = group;
  if (group.every(({ message }) => message === first.message)) return first;
  const paths = group.every((diagnostic) => PATH.test(itemOf(diagnostic)));
  // only what is said of paths reads well with its reason apart
  const items = [...new Set(group.map(paths ? itemOf : ({ message }) => message))];
  const named = items.slice(0, NAMED).join(paths ? ", " : "; ");
  const more = items.length > NAMED ? ", ..." : "";
  return { ...first, message: `${items.length} ${paths ? "paths" : "times"}: ${named}${more}${paths ? `: ${reasonOf(first)}` : ""}` };
}

/** A message that begins with a host and a path. */
const PATH = /^[^\s/]*\/\S* /;

const reasonOf = ({ message }: Diagnostic): string => message.slice(colonIn(message)).replace(/^: /, "");

const itemOf = ({ message }: Diagnostic): string => message.slice(0, Math.max(0, colonIn(message)));

/** Place of the first colon; the beginning where there is none, so that the whole message is the reason. */
const colonIn = (message: string) => Math.max(0, message.indexOf(": "));

/** One line of a person: `LB1302 Ingress default/a /spec (and 27 more): 28 paths: ...`. */
export function alikeLine<D extends Diagnostic>({ first, count }: Alike<D>): string {
  const { code, remedy, message, object, pointer } = first;
  const file = printable(object.source?.file ?? "");
  const place = [file && `${file}:`, describeObject(object), printable(pointer), `(and ${count - 1} more)`].filter(Boolean).join(" ");
  return `${code} ${count > 1 ? `${place}: ${message}` : describeFault(first)}${remedy ? `. ${remedy}` : ""}`;
}
