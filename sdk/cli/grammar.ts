// Conventions of all verbs: exit codes, words of the help that several verbs share, and answers to wrong calls.

import type { Command } from "commander";
import { nearest } from "../../resources/nearest";
import type { TargetName } from "../targets";
import { Opt, opt } from "./option";

/** Exit codes of every verb. Any other error ends with 3. */
export const EXIT = {
  /** Only with `--exit-code`: what the verb looks for was found. */
  found: 1,
  /** Wrong usage, an input that cannot be read, or a run that is refused before it does anything. */
  usage: 2,
  /** A load balancer, a cluster or Pulumi failed. */
  backend: 3,
} as const;

/** The rule for people: help and docs/command-line.md show it. */
export const EXIT_RULE: readonly { code: number; when: string }[] = [
  { code: 0, when: "done" },
  { code: EXIT.found, when: "with --exit-code: something was found (errors of validate, failures of test and --max-changed: always)" },
  { code: EXIT.usage, when: "wrong call or input, or refused: nothing was done" },
  { code: EXIT.backend, when: "a load balancer, a cluster or Pulumi failed or did not answer" },
];

/** Fault in the call or the inputs, for a person to correct. It is printed as it is, and the verb ends with 2. */
export class UsageError extends Error {}

/** Fault that stderr names already. The verb ends with 2. */
export class ReportedError extends UsageError {}

export type Format = "json" | "yaml" | "table";

/** `-o`, the first format being the default unless another is named. Formats of pictures and annotations are words of their verb. */
export const outputOption = <const F extends string>(formats: readonly [F, ...F[]], about = "output format", usual = formats[0]) =>
  opt("-o, --output <format>", about).oneOf(formats).usually(usual);

/** The target of a verb, under either of its two names. */
export const targetOption = <T extends string = TargetName>(targets: readonly string[], about = "the target"): Opt<"to", T | undefined> =>
  new Opt<"to", T | undefined>("--target, --to <target>", about).choices(targets);

/** @param condition when there is something, e.g. "when anything differs" */
export const exitCodeOption = (condition: string) => opt("--exit-code", `exit with ${EXIT.found} ${condition}`);

/** The end of a verb's help: how it is called, each line with what it does behind `#`. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ k8s-lb ${line}`).join("\n")}`;
}

/** Gives a command and all below it the same answers to wrong calls: exit code 2, and a suggestion for a misspelt word. */
export function applyErrorConventions(command: Command): void {
  command.exitOverride();
  command.configureOutput({ outputError: (message, write) => write(withSuggestion(message)) });
  command.commands.forEach(applyErrorConventions);
}

/** Verbs and flags commander suggests itself, the words that a flag or an argument takes it only lists. */
function withSuggestion(message: string): string {
  const [, word, allowed] =
    /(?:argument|value) '(.*)' is invalid(?: for argument '.*')?\. Allowed choices are (.*)\.$/m.exec(message) ?? [];
  const meant = word && allowed && nearest(word, allowed.split(", "));
  return meant ? `${message.trimEnd()} (Did you mean ${meant}?)\n` : message;
}
