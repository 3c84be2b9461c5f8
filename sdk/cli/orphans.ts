import { Command, Option } from "commander";
import { BACK_ENDS, findMarked, findOrphans, type Orphans, type OrphanTarget, readStates } from "../../provider";
import { EXIT, examples, exitCodeOption, type Format, outputOption, targetOption, UsageError } from "./grammar";
import { removeChosen } from "./orphans-delete";
import { print, tell } from "./output";
import { withProgress } from "./progress";
import { readStateFiles } from "./state-files";
import { toTable } from "./table";

interface OrphansOptions {
  to: OrphanTarget;
  state?: string[];
  owner?: string;
  mark?: string;
  delete?: string[];
  yes?: boolean;
  output: Format;
  exitCode?: boolean;
}

const HELP = examples(
  "orphans --to avi --state dev.json --state prod.json   # each of `pulumi stack export`",
  "orphans --to octavia --mark ako-c1 --exit-code",
  "orphans --to avi --state dev.json --delete VirtualService/c1--web VsVip/c1--web",
);

const STATES = "give every stack with --state FILE (`pulumi stack export`); objects in no state are listed";
const STATES_FOR_DELETE =
  "give every stack that manages this server with --state FILE (`pulumi stack export > FILE`): --delete removes nothing that a state holds, and without the states it cannot tell";

/** `k8s-lb orphans`: what carries our mark and is in no stack; deletes what it is given by name, after a question. */
export function orphansCommand(): Command {
  return new Command("orphans")
    .addOption(targetOption(Object.keys(BACK_ENDS), "server to query; the connection comes from the environment").makeOptionMandatory())
    .option("--state <file>", "output of `pulumi stack export`, or - for standard input; may be repeated; needed without --mark", collect)
    .option("--owner <project/stack>", "only objects with the mark of this project or stack")
    .addOption(
      new Option("--mark <mark>", "objects with this mark of another controller instead: ako-<cluster> for AKO").conflicts("owner"),
    )
    .addOption(
      new Option("--delete <object...>", "delete these orphans, by TYPE/NAME or TYPE/ID as listed; give every --state").conflicts("mark"),
    )
    .option("--yes", "with --delete: do not ask")
    .addOption(outputOption(["table", "json", "yaml"]))
    .addOption(exitCodeOption("when there are any"))
    .addHelpText("after", HELP)
    .action(async (options: OrphansOptions) => {
      process.exitCode = await run(options);
    });
}

async function run({ to: target, state, owner, mark, delete: chosen, yes, output, exitCode }: OrphansOptions): Promise<number> {
  if (!state && mark === undefined) throw new UsageError(chosen ? STATES_FOR_DELETE : STATES);
  if (yes && !chosen) throw new UsageError("--yes goes with --delete: without it nothing is deleted");
  const states = readStateFiles(state ?? [], readStates);
  if (chosen) return removeChosen(target, states, { wanted: chosen, owner, yes, output });
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

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
