// `k8s-lb orphans`: lists objects that have our mark and are in no stack; `--delete` removes the named ones after a question.

import { BACK_ENDS, findMarked, findOrphans, type Orphans, type OrphanTarget, readStates } from "../../../provider";
import { exitCodeOption, outputOption, targetOption, UsageError } from "../grammar";
import { collect, opt } from "../option";
import { printNote } from "../output";
import { withProgress } from "../progress";
import { toTable } from "../table";
import { defineVerb } from "../verb";
import { removeChosen } from "./delete";
import { readStateFiles } from "./state-files";

const STATES = "give every stack with --state FILE (`pulumi stack export`); objects in no state are listed";
const STATES_FOR_DELETE =
  "give every stack that manages this server with --state FILE (`pulumi stack export > FILE`): --delete removes nothing that a state holds, and without the states it cannot tell";

export const orphansCommand = defineVerb({
  name: "orphans",
  options: [
    targetOption<OrphanTarget>(Object.keys(BACK_ENDS), "server to query; the connection comes from the environment").needed(),
    opt("--state <file>", "output of `pulumi stack export`, or - for standard input; may be repeated; needed without --mark").read(collect),
    opt("--owner <project/stack>", "only objects with the mark of this project or stack"),
    opt("--mark <mark>", "objects with this mark of another controller instead: ako-<cluster> for AKO").conflicts("owner"),
    opt("--delete <object...>", "delete these orphans, by TYPE/NAME or TYPE/ID as listed; give every --state").conflicts("mark"),
    opt("--yes", "with --delete: do not ask"),
    outputOption(["table", "json", "yaml"]),
    exitCodeOption("when there are any"),
  ],
  examples: [
    "orphans --to avi --state dev.json --state prod.json   # each of `pulumi stack export`",
    "orphans --to octavia --mark ako-c1 --exit-code",
    "orphans --to avi --state dev.json --delete VirtualService/c1--web VsVip/c1--web",
  ],
  async run({ to: target, state, owner, mark, delete: chosen, yes, output }) {
    if (!state && mark === undefined) throw new UsageError(chosen ? STATES_FOR_DELETE : STATES);
    if (yes && !chosen) throw new UsageError("--yes goes with --delete: without it nothing is deleted");
    const states = readStateFiles(state ?? [], readStates);
    if (chosen) return removeChosen(target, states, { wanted: chosen, owner, yes, output });
    const orphanReport = await withProgress(`Looking through ${target}`, () =>
      mark === undefined ? findOrphans(target, states, owner) : findMarked(target, states, mark),
    );
    for (const note of orphanReport.notes) printNote(`note: ${note}`);
    if (states.pending) {
      printNote("note: a run of one of the stacks was cut off; what it had made is found again by the next `pulumi up`");
    }
    return { document: { target, ...orphanReport }, table: () => table(orphanReport), isFound: orphanReport.orphans.length > 0 };
  },
});

function table({ orphans, held }: Orphans): string {
  const rows = orphans.map(({ type, name, id, owner, changed }) => [type, name, id, owner || "(by its name)", changed ?? ""]);
  const inStates = `${held} marked ${held === 1 ? "object is" : "objects are"} in the given states.`;
  if (orphans.length === 0) return `No orphans. ${inStates}\n`;
  return `${toTable(["TYPE", "NAME", "ID", "OWNER", "CHANGED"], rows)}\n${inStates}\n`;
}
