// `k8s-lb drift`: lists changes since the stack's last run in terms of the specs; changes neither state nor server.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DRIFT_FILE } from "../../../provider";
import type { DriftReport } from "../../../provider/lifecycle/drift";
import { isEmptyComparison, requestParagraph } from "../../../requests/differences/change-lines";
import { NO_CHANGES, type RequestComparison } from "../../../requests/differences/changes";
import { reasonOf } from "../../../resources/diagnostic";
import { shownChange } from "../../requests/changes";
import { exitCodeOption, outputOption } from "../grammar";
import { printNote } from "../output";
import { withProgress } from "../progress";
import { openStack, STACK_OPTIONS, type Stack, throughPulumi } from "../stack";
import { toTable } from "../table";
import { defineVerb } from "../verb";
import { driftingRequests } from "./requests";
import { type FollowsSpecs, hasServerDrift, serversOfProgram } from "./servers-of-program";

export const driftCommand = defineVerb({
  name: "drift",
  options: [outputOption(["table", "json", "yaml"]), exitCodeOption("when anything differs"), ...STACK_OPTIONS],
  examples: ["drift", "drift -C infrastructure -s prod --exit-code"],
  async run(where) {
    const folder = mkdtempSync(join(tmpdir(), "k8s-lb-drift-"));
    try {
      const file = join(folder, "drift.jsonl");
      // Every resource of the stack is read, by the release that its project has; what it finds it writes to the file.
      const stack = await openStack(where, { [DRIFT_FILE]: file });
      await withProgress("Reading every resource of the stack", () => throughPulumi(() => stack.previewRefresh({ color: "never" })));
      const reports = readReports(file);
      if (reports.length === 0) printNote(`note: ${NOTHING_READ}`);
      const follows = reports.some(hasServerDrift) ? await followsSpecs(stack) : undefined;
      const drift = rowsOf(reports, (urn, line) => follows?.(urn, line) !== true);
      const following = follows ? rowsOf(reports, follows) : [];
      const requests = drift.length > 0 ? await driftingRequests(stack) : { ...NO_CHANGES, faults: [] };
      for (const fault of requests.faults) printNote(`note: ${fault}`);
      return {
        document: { resources: reports.length, requests: requests.changes.map(shownChange), drift, following },
        table: () => requestText(requests) + table(drift, reports.length) + followingText(following.length),
        isFound: drift.length > 0,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** One difference, as scripts get it. */
interface Row {
  class: string;
  spec: string;
  what: string;
  object: string;
  field: string;
  /** URN of the resource. */
  resource: string;
}

const NOTHING_READ =
  "nothing to compare: the stack has no resource of this package (is it another stack, or one before its first `pulumi up`?), or its project has a release without `k8s-lb drift`";

function readReports(file: string): DriftReport[] {
  try {
    const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
    return lines.map((line): DriftReport => JSON.parse(line));
  } catch {
    return [];
  }
}

/** Servers that a running watch wrote are as the specs of the cluster have them; where the program cannot be asked, none is known to be. */
async function followsSpecs(stack: Stack): Promise<FollowsSpecs | undefined> {
  try {
    return await withProgress("Asking the program for its servers", () => throughPulumi(() => serversOfProgram(stack)));
  } catch (error) {
    printNote(`note: servers that a watch has written count as drift, because the program cannot be previewed: ${reasonOf(error)}`);
    return undefined;
  }
}

const followingText = (count: number): string =>
  count === 0
    ? ""
    : `${count} ${count === 1 ? "server is" : "servers are"} as the specs have ${count === 1 ? "it" : "them"} now, and no drift: the next \`pulumi up\` records ${count === 1 ? "it" : "them"}.\n`;

const CLASSES = ["guarded", "declared", "other"];

function rowsOf(reports: readonly DriftReport[], isShown: FollowsSpecs): Row[] {
  const rows = reports.flatMap(({ urn, drift }) =>
    drift
      .filter((line) => isShown(urn, line))
      .map(({ class: of, subject, what, object, field }): Row => ({ class: of, spec: subject, what, object, field, resource: urn })),
  );
  const order = ({ class: of, spec, what }: Row) => `${CLASSES.indexOf(of)} ${spec} ${what}`;
  return rows.sort((one, other) => (order(one) < order(other) ? -1 : order(one) > order(other) ? 1 : 0));
}

/** Consequences for clients come first: fields are their causes. */
function requestText(requests: RequestComparison): string {
  return isEmptyComparison(requests) ? "" : `${requestParagraph(requests)}\n`;
}

function table(drift: readonly Row[], read: number): string {
  const resources = `${read} ${read === 1 ? "resource was" : "resources were"} read.`;
  if (read === 0) return "Nothing to compare: no resource was read.\n";
  if (drift.length === 0) return `No drift. ${resources}\n`;
  const rows = drift.map(({ class: of, spec, what }) => [of, spec, what]);
  const repaired = drift.filter((row) => row.class !== "other").length;
  const remaining = drift.length - repaired;
  const goes =
    repaired > 0 ? [`${repaired} ${repaired === 1 ? "goes" : "go"} back with the next \`pulumi refresh\` and \`pulumi up\``] : [];
  const stays =
    remaining > 0 ? [`${remaining} ${remaining === 1 ? "stays: no program declares it" : "stay: no program declares them"}`] : [];
  return `${toTable(["CLASS", "SPEC", "DETAIL"], rows)}\n${[...goes, ...stays].join("; ")}. ${resources}\n`;
}
