// `orphans --delete`: lists the chosen orphans, asks, and deletes all of them or none.
import { createInterface } from "node:readline/promises";
import { chooseOrphans, type KnownStates, type OrphanTarget, removeOrphans } from "../../../provider";
import { EXIT, type Format, UsageError } from "../grammar";
import { print } from "../output";
import { withProgress } from "../progress";
import { toTable } from "../table";
import { terminalWidth } from "../terminal";

interface OrphansDeleteOptions {
  /** `TYPE/NAME` or `TYPE/ID`. */
  wanted: readonly string[];
  owner?: string;
  yes?: boolean;
  output: Format;
}

/** Deletes orphans by name: lists them, asks, and deletes all of them or, where one may not be deleted, none. */
export async function removeChosen(
  target: OrphanTarget,
  states: KnownStates,
  { wanted: names, owner, yes, output }: OrphansDeleteOptions,
): Promise<number> {
  if (states.pending) throw new UsageError("a run of one of the stacks was cut off; run `pulumi up` there, and export its state again");
  const { chosen, refused } = await withProgress(`Looking through ${target}`, () => chooseOrphans(target, states, names, owner));
  if (refused.length > 0) {
    throw new UsageError(["nothing was deleted", ...refused.map((one) => `  ${one.wanted}: ${one.reason}`)].join("\n"));
  }
  const rows = chosen.map(({ type, name, id, owner: mark, changed }) => [type, name, id, mark, changed ?? ""]);
  process.stderr.write(toTable(["TYPE", "NAME", "ID", "OWNER", "CHANGED"], rows, terminalWidth(process.stderr)));
  if (!yes && !(await isConfirmed(chosen.length))) return EXIT.usage;
  const done = await withProgress(`Deleting from ${target}`, () => removeOrphans(target, states, chosen));
  print(output, { schemaVersion: 1, target, deleted: done }, () =>
    toTable(
      ["TYPE", "NAME", "ID", "OUTCOME", "REASON"],
      done.map(({ type, name, id, outcome, reason }) => [type, name, id, outcome, reason ?? ""]),
    ),
  );
  return done.some(({ outcome }) => outcome === "failed" || outcome === "refused") ? EXIT.backend : 0;
}

async function isConfirmed(count: number): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError("nothing was deleted: there is no terminal to ask on; add --yes");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`Delete ${count === 1 ? "this object" : `these ${count} objects`}? Type yes: `);
    return answer.trim() === "yes";
  } finally {
    terminal.close();
  }
}
