import { readFileSync } from "node:fs";
import { Command, Option } from "commander";
import { reasonOf } from "../../kinds/diagnostic";
import type { KnownStates, Orphans, Target } from "../../provider";
import { EXIT, examples, exitCodeOption, type Format, outputOption, targetOption, UsageError } from "./grammar";
import { print, tell, toTable } from "./output";
import { withProgress } from "./progress";

interface Options {
  to: Target;
  state?: string[];
  owner?: string;
  mark?: string;
  output: Format;
  exitCode?: boolean;
}

const TARGETS: readonly Target[] = ["avi", "octavia"];

const HELP = examples(
  "orphans --to avi --state dev.json --state prod.json   # each of `pulumi stack export`",
  "orphans --to octavia --mark ako-c1 --exit-code",
);

/** `k8s-lb orphans`: what carries our mark and is in no stack; only looks, never deletes. */
export function orphansCommand(): Command {
  return new Command("orphans")
    .addOption(targetOption(TARGETS, "load balancer to query; the connection comes from the environment").makeOptionMandatory())
    .option("--state <file>", "output of `pulumi stack export`, or - for standard input; may be repeated; needed without --mark", collect)
    .option("--owner <project/stack>", "only objects with the mark of this project or stack")
    .addOption(
      new Option("--mark <mark>", "objects with this mark of another controller instead: ako-<cluster> for AKO").conflicts("owner"),
    )
    .addOption(outputOption(["table", "json", "yaml"]))
    .addOption(exitCodeOption("when there are any"))
    .addHelpText("after", HELP)
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
}

async function run({ to: target, state, owner, mark, output, exitCode }: Options): Promise<number> {
  if (!state && mark === undefined) throw new UsageError("option '--state <file>' is needed: what a state holds is no orphan");
  // Loaded here: the other commands need no clients.
  const { findMarked, findOrphans, readStates } = await import("../../provider/index.js");
  const states = read(state ?? [], readStates);
  const found = await withProgress(`Looking through ${target}`, () =>
    mark === undefined ? findOrphans(target, states, owner) : findMarked(target, states, mark),
  );
  for (const note of found.notes) tell(`note: ${note}`);
  if (states.pending) {
    tell("note: a run of one of the stacks was cut off; what it had made is found again by the next `pulumi up`");
  }
  print(output, { schemaVersion: 1, target, ...found }, () => table(found));
  return exitCode && found.orphans.length > 0 ? EXIT.found : 0;
}

function table({ orphans, held }: Orphans): string {
  const rows = orphans.map(({ type, name, id, owner, changed }) => [type, name, id, owner || "(by its name)", changed ?? ""]);
  const inStates = `${held} marked ${held === 1 ? "object is" : "objects are"} in the given states.`;
  if (orphans.length === 0) return `No orphans. ${inStates}\n`;
  return `${toTable(["TYPE", "NAME", "ID", "OWNER", "CHANGED"], rows)}\n${inStates}\n`;
}

function read(files: readonly string[], readStates: (texts: string[]) => KnownStates): KnownStates {
  const texts: string[] = [];
  for (const file of files) {
    try {
      const text = readFileSync(file === "-" ? 0 : file, "utf8");
      readStates([text]);
      texts.push(text);
    } catch (error) {
      const why = reasonOf(error);
      throw new UsageError(`${file === "-" ? "standard input" : file} cannot be used: ${why}`);
    }
  }
  return readStates(texts);
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
