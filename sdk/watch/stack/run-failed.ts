// The error of a Pulumi command that failed, with the reason in one line, read from what Pulumi printed.

import { stripVTControlCharacters } from "node:util";
import { failureEffectOf } from "../../../provider";
import { reasonOf } from "../../../resources/diagnostic";
import type { ComponentDescriptor } from "../../components/register-with-watch";
import { codesIn, isFailedRequest } from "./printed-codes";

/** A command of Pulumi that ended with an error. The message is one line; whatever else Pulumi has printed is in `output`. */
export class RunFailed extends Error {
  /** Reason in one line: the errors of the resources with their codes, if there are any. */
  readonly refusal: string;
  readonly output: string;
  /** Components that were handed over before a preview failed. */
  components: readonly ComponentDescriptor[] = [];

  /** @param command `preview`, `up`, `stack history` */
  constructor(command: string, cause: unknown) {
    const output = printedIn(reasonOf(cause));
    const refusal = refusalIn(output);
    super(`pulumi ${command} failed: ${refusal}`, { cause });
    this.name = "RunFailed";
    this.output = output;
    this.refusal = refusal;
  }
}

/**
 * Components of a first preview that was refused because a fault would take something away, or because a request would get something else
 * than it must: they can be followed, and their structure waits. Steps of such a preview are not known.
 *
 * @throws any other failure
 */
export function followable(failure: unknown): { components: readonly ComponentDescriptor[]; steps: undefined } {
  const isKnown = failure instanceof RunFailed && failure.components.some(({ clusters }) => clusters.length > 0);
  const isRefused = (code: string) => failureEffectOf(code) === "routes lost" || isFailedRequest(code);
  if (!isKnown || !codesIn(failure.refusal).some(isRefused)) throw failure;
  return { components: failure.components, steps: undefined };
}

/** The Automation API packs code, streams and an error of execa around what Pulumi has printed, all of it twice. */
function printedIn(text: string): string {
  const [, printed = text] = /\n stderr: ([\s\S]*?)\n err\?: /.exec(text) ?? [];
  return stripVTControlCharacters(printed)
    .replace(/^Command failed with .*\n?/, "")
    .trim();
}

const MOST_ERRORS = 3;
const LONGEST = 600;
/** Error that ends a run whose own errors were printed before. */
const WITHOUT_NEWS = /^(update|preview|refresh) failed$/;

/** Reason why a command failed, in one line: the errors that Pulumi has printed, those with a code before all others. */
function refusalIn(printed: string): string {
  const at = printed.lastIndexOf("\nDiagnostics:\n");
  const lines = printed.slice(Math.max(at, 0)).split("\n");
  const errors = [...new Set(lines.flatMap((line, index) => errorAt(lines, line, index)))].filter((error) => !WITHOUT_NEWS.test(error));
  const coded = errors.flatMap((error) => /\bLB\d{4}: .*/.exec(error)?.[0] ?? []);
  const reported = coded.length > 0 ? coded : errors;
  const more = reported.length > MOST_ERRORS ? `; and ${reported.length - MOST_ERRORS} more` : "";
  const text = reported.slice(0, MOST_ERRORS).join("; ") + more || printed.trim().split("\n")[0] || "Pulumi has printed nothing";
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}

/** The error that begins at a line, with what is indented below it: its remedy. Of an exception only its message, without the stack. */
function errorAt(lines: readonly string[], line: string, index: number): string[] {
  const [, indent = "", first] = /^(\s*)error: (.*)/.exec(line) ?? [];
  if (first === undefined) return [];
  const message = [first];
  for (const next of lines.slice(index + 1)) {
    const goesOn = message.at(-1)?.endsWith(":") || next.startsWith(`${indent}  `);
    if (!goesOn || next.trim() === "" || /^\s+at /.test(next)) break;
    message.push(next.trim());
  }
  return [message.join(" ").trim()];
}
