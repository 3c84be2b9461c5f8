// The one form in which each verb is declared, as data; commander's command, the help, the completion and the exit code follow from it.
import { Command } from "commander";
import { EXIT, examples, type Format, ReportedError } from "./grammar";
import type { Arg, ArgumentsOf, Opt, OptionsOf } from "./option";
import { print } from "./output";

/** Result of a verb that prints one document. */
export interface VerbResult {
  /** What programs get, without `schemaVersion`. */
  document: object;
  /** What a person gets. */
  table(): string;
  /** With `--exit-code` the verb ends with 1. */
  isFound?: boolean;
  /** Exit code that takes precedence over that of `isFound`. */
  code?: number | undefined;
}

/** A document to print, an exit code, or whether that was found which `--exit-code` reports. */
// biome-ignore lint/suspicious/noConfusingVoidType: verbs that print by themselves return nothing
type Outcome = VerbResult | number | boolean | void;

interface Verb<O extends readonly Opt<string, unknown>[], A extends readonly Arg<unknown>[]> {
  name: string;
  /** Absent for a verb of the table in program.ts, which has the description. */
  description?: string;
  args?: A;
  options?: O;
  /** Calls, each with what it does behind `#`. */
  examples?: readonly string[];
  /** Text of the help above the examples. */
  note?: string;
  verbs?: readonly (() => Command)[];
  /** @param command has the options of the verb above */
  run?(options: OptionsOf<O>, args: ArgumentsOf<A>, command: Command): Outcome | Promise<Outcome>;
}

/** Makes the command of a verb. */
export const defineVerb =
  <const O extends readonly Opt<string, unknown>[] = [], const A extends readonly Arg<unknown>[] = []>(verb: Verb<O, A>) =>
  (): Command => {
    const { name, description, args = [], options = [], note, verbs = [], run } = verb;
    const command = new Command(name);
    if (description !== undefined) command.description(description);
    for (const argument of args) command.addArgument(argument);
    for (const option of options) command.addOption(option);
    for (const below of verbs) command.addCommand(below());
    if (note !== undefined) command.addHelpText("after", note);
    if (verb.examples) command.addHelpText("after", examples(...verb.examples));
    if (run)
      command.action(async () => {
        const code = await exitCodeOf(() => run(command.opts(), command.processedArgs as ArgumentsOf<A>, command), command.opts());
        if (code !== undefined) process.exitCode = code;
      });
    return command;
  };

/** Runs a verb, prints its document, and says with which code it ends. */
async function exitCodeOf(
  run: () => Outcome | Promise<Outcome>,
  { output = "json", exitCode = false }: { output?: Format; exitCode?: boolean },
): Promise<number | undefined> {
  const codeFor = (isFound = false) => (exitCode && isFound ? EXIT.found : 0);
  try {
    const outcome = await run();
    if (typeof outcome === "number") return outcome;
    if (typeof outcome === "boolean") return codeFor(outcome);
    if (typeof outcome !== "object") return undefined;
    print(output, { schemaVersion: 1, ...outcome.document }, outcome.table);
    return outcome.code ?? codeFor(outcome.isFound);
  } catch (error) {
    if (error instanceof ReportedError) return EXIT.usage;
    throw error;
  }
}
