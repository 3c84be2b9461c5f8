import { readFileSync } from "node:fs";
import { Command, Option } from "commander";
import type { KnownStates, Orphans, Target } from "../../provider";
import { toJson, toTable } from "./output";

interface Options {
  target: Target;
  state?: string[];
  owner?: string;
  mark?: string;
  output: "json" | "table";
  exitCode?: boolean;
}

const TARGETS: readonly Target[] = ["avi", "octavia"];

const EXIT_FOUND = 1;
const EXIT_UNREADABLE = 2;

/** `k8s-lb orphans`: what carries our mark and is in no stack; only looks, never deletes. */
export function orphansCommand(): Command {
  return new Command("orphans")
    .addOption(
      new Option("--target <target>", "where to look, with the connection of the environment").choices(TARGETS).makeOptionMandatory(),
    )
    .option("--state <file>", "output of `pulumi stack export`, or - for standard input; may be repeated; needed without --mark", collect)
    .option("--owner <project/stack>", "only what carries the mark of this project or stack")
    .addOption(
      new Option("--mark <mark>", "what carries this mark of somebody else instead: ako-<cluster> for what AKO left").conflicts("owner"),
    )
    .addOption(new Option("-o, --output <format>", "output format").choices(["json", "table"]).default("table"))
    .option("--exit-code", "exit with 1 when there are any")
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
}

async function run({ target, state, owner, mark, output, exitCode }: Options): Promise<number> {
  if (!state && mark === undefined) {
    process.stderr.write("error: option '--state <file>' is needed: what a state holds is no orphan\n");
    return EXIT_UNREADABLE;
  }
  // Loaded here: the other commands need no clients.
  const { findMarked, findOrphans, readStates } = await import("../../provider/index.js");
  const states = read(state ?? [], readStates);
  if (!states) return EXIT_UNREADABLE;
  const found = await (mark === undefined ? findOrphans(target, states, owner) : findMarked(target, states, mark));
  for (const note of found.notes) process.stderr.write(`note: ${note}\n`);
  if (states.pending) {
    process.stderr.write("note: a run of one of the stacks was cut off; what it had made is found again by the next `pulumi up`\n");
  }
  process.stdout.write(output === "json" ? toJson({ schemaVersion: 1, target, ...found }) : table(found));
  return exitCode && found.orphans.length > 0 ? EXIT_FOUND : 0;
}

function table({ orphans, held }: Orphans): string {
  const rows = orphans.map(({ type, name, id, owner, changed }) => [type, name, id, owner || "(by its name)", changed ?? ""]);
  const inStates = `${held} marked ${held === 1 ? "object is" : "objects are"} in the given states.`;
  if (orphans.length === 0) return `No orphans. ${inStates}\n`;
  return `${toTable(["TYPE", "NAME", "ID", "OWNER", "CHANGED"], rows)}\n${inStates}\n`;
}

function read(files: readonly string[], readStates: (texts: string[]) => KnownStates): KnownStates | undefined {
  const texts: string[] = [];
  for (const file of files) {
    try {
      const text = readFileSync(file === "-" ? 0 : file, "utf8");
      readStates([text]);
      texts.push(text);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      process.stderr.write(`error: ${file === "-" ? "standard input" : file} cannot be used: ${why}\n`);
      return undefined;
    }
  }
  return readStates(texts);
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
