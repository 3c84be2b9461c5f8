// `k8s-lb status`: shows the state of the servers of each spec, and the reason where one is down.

import { InvalidArgumentError } from "commander";
import { byState } from "../../../requests/health/table";
import { faultLine } from "../../../requests/health/words";
import { statusForm } from "../../health/form";
import type { StatusRow } from "../../health/report";
import { inRounds } from "../../health/rounds";
import { STATUS_HEAD, statusCells, summaryText } from "../../health/text";
import type { TargetName } from "../../targets";
import { EXIT, exitCodeOption, outputOption, targetOption } from "../grammar";
import { CLUSTER_OPTIONS, fileOption } from "../inputs";
import { opt } from "../option";
import { print, printNote } from "../output";
import { withProgress } from "../progress";
import { OPTIONAL_STACK_OPTIONS } from "../request-sources";
import { clusterOption, settingsOption } from "../settings";
import { stopped } from "../signals";
import { toTable } from "../table";
import { defineVerb } from "../verb";
import { StatusReader } from "./reader";
import { HEALTH_TARGETS, statusSources } from "./sources";

/** Seconds that `--wait` waits without a number. */
const USUAL_WAIT = 120;

function seconds(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isFinite(value) || value < least || value > most)
      throw new InvalidArgumentError(`Write a number from ${least} to ${most}.`);
    return value;
  };
}

export const statusCommand = defineVerb({
  name: "status",
  options: [
    fileOption(),
    targetOption<TargetName>(HEALTH_TARGETS, "only this target; needed for manifests"),
    settingsOption(),
    clusterOption(),
    opt("-w, --watch", "poll and print changes").conflicts("wait"),
    opt("--interval <seconds>", "between two readings, ±20 %").read(seconds(2, 3600)).usually(15),
    opt("--wait [seconds]", `poll until each route has a server that is up, at most so long (${USUAL_WAIT})`).read<number | true>(
      seconds(1, 3600),
    ),
    outputOption(["table", "json", "yaml"]),
    exitCodeOption("where a route has no server that is up; with --wait also where that is not known at the end"),
    ...CLUSTER_OPTIONS,
    ...OPTIONAL_STACK_OPTIONS,
  ],
  examples: [
    "status -s prod      # the servers of each Ingress, Route, Gateway route and Service: the number that is up, and the reason for the others",
    "status -s prod --watch --interval 30",
    "status -s prod --wait 120 --exit-code      # after `pulumi up`: until each route has a server",
    "status -f manifests --to avi -o json",
  ],
  async run(options) {
    const reader = new StatusReader(await statusSources(options));
    let rows: StatusRow[] = [];
    let isWhole = false;
    let shown = "";
    let shownNotes: readonly string[] = [];
    const read = async (): Promise<void> => {
      isWhole = false;
      const reading = await withProgress("Reading the state of the servers", () => reader.read());
      rows = [...reading.rows].sort(byState);
      isWhole = reading.isWhole;
      const notes = reading.faults.map(({ error }) => `note: ${faultLine(error)}`);
      for (const note of notes) if (!shownNotes.includes(note)) printNote(note);
      shownNotes = notes;
    };
    const show = (): void => {
      const text = JSON.stringify(rows);
      if (text === shown) return;
      if (shown !== "" && options.output === "table") process.stdout.write(`\n${new Date().toISOString()}\n`);
      shown = text;
      print(options.output, { schemaVersion: 1, objects: rows.map(statusForm) }, () => tableOf(rows));
    };
    const hasServers = () => rows.every(({ state }) => state !== "down" && state !== "unknown");
    await read();
    if (options.wait === undefined) show();
    if (options.watch) await watched(options.interval, read, show);
    else if (options.wait !== undefined) {
      const limit = options.wait === true ? USUAL_WAIT : options.wait;
      const again = tolerant(read);
      const round = async () => (await again()) && isWhole && hasServers();
      await inRounds(round, { interval: Math.min(options.interval, 5), limit });
      show();
    }
    const isFound = options.wait === undefined ? rows.some(({ state }) => state === "down") : !hasServers();
    if (options.exitCode && isFound) return EXIT.found;
    return isWhole || options.watch ? 0 : EXIT.backend;
  },
});

/** Until somebody ends it. */
async function watched(interval: number, read: () => Promise<void>, show: () => void): Promise<void> {
  const ended = new AbortController();
  void stopped(ended);
  const again = tolerant(read);
  const round = async () => {
    if (await again()) show();
    return false;
  };
  await inRounds(round, { interval, signal: ended.signal });
}

/** Readings after a first one: one that fails is a line and false, and the next one may succeed. */
function tolerant(read: () => Promise<void>): () => Promise<boolean> {
  let isFirst = true;
  return async () => {
    if (isFirst) {
      isFirst = false;
      return true;
    }
    try {
      await read();
      return true;
    } catch (error) {
      printNote(`note: ${faultLine(error)}`);
      return false;
    }
  };
}

function tableOf(rows: readonly StatusRow[]): string {
  if (rows.length === 0) return "No object of the specs has a route to servers.\n";
  return `${toTable(STATUS_HEAD, rows.map(statusCells))}\n${summaryText(rows)}\n`;
}
