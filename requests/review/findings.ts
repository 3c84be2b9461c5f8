// Writes errors and warnings of a run as one text: new ones in full, known ones as a count.

import { type Diagnostic, describeObject } from "../../resources/diagnostic";
import { printable, printableLines } from "../../resources/printable";
import { alike, alikeLine } from "../../resources/similar-diagnostics";

/** Text of a fault in facts, the object first, without file and line: every checkout gives the same text. */
export function faultText({ object, pointer, message }: Diagnostic): string {
  const { file } = object.source ?? {};
  return `${[describeObject(object), pointer].filter(Boolean).join(" ")}: ${file ? message.replaceAll(file, "the file") : message}`;
}

/** The text with the code in front. */
export const findingText = (one: Diagnostic): string => `${one.code} ${faultText(one)}`;

/** Diagnostics of a run, as it prints them. */
export interface FindingLines {
  text: string;
  /** True if it contains a diagnostic that the last run did not have. */
  isNew: boolean;
  /** True if a diagnostic of the last run is gone. */
  isGone: boolean;
}

/**
 * Errors and warnings of a run as one text: new ones in full, removed ones, and a count of those that the last completed run had. The
 * engine repeats the first line in the row of the component.
 *
 * @param before diagnostics in the facts of the last completed run
 */
export function findingLines(before: readonly string[], now: readonly Diagnostic[]): FindingLines | undefined {
  const earlierTexts = new Set(before);
  const fresh = now.filter((one) => !earlierTexts.has(findingText(one)));
  const current = new Set(now.map(findingText));
  const gone = before.filter((one) => !current.has(one));
  const old = now.filter((one) => earlierTexts.has(findingText(one)));
  const lines = [
    ...alike(errorsFirst(fresh)).map(alikeLine).map(printableLines),
    ...gone.map((one) => `no longer: ${printable(one)}`),
    ...(old.length > 0 ? [`${countsOf(old)} as before: \`k8s-lb validate\``] : []),
  ];
  const [only, ...more] = lines;
  if (only === undefined) return undefined;
  const isGone = gone.length > 0;
  if (fresh.length > 0) return { text: [`${countsOf(fresh)} about the specs:`, ...lines].join("\n"), isNew: true, isGone };
  const head = isGone
    ? [`${gone.length} ${gone.length === 1 ? "finding" : "findings"} about the specs no longer hold${gone.length === 1 ? "s" : ""}:`]
    : [];
  return { text: [...head, only, ...more].join("\n"), isNew: false, isGone };
}

const errorsFirst = (all: readonly Diagnostic[]): Diagnostic[] => [...all].sort((a, b) => rank(a) - rank(b));

const rank = ({ severity }: Diagnostic): number => (severity === "error" ? 0 : 1);

/** `1 error and 28 warnings` */
function countsOf(all: readonly Diagnostic[]): string {
  const counts = (["error", "warning"] as const).flatMap((word) => {
    const count = all.filter(({ severity }) => severity === word).length;
    return count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
  });
  return counts.join(" and ");
}
