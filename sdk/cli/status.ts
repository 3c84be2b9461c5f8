import { Command, InvalidArgumentError, Option } from "commander";
import { reasonOf } from "../../kinds/diagnostic";
import { byState } from "../../kinds/health/table";
import { statusForm } from "../health/form";
import { HealthReport, type StatusRow } from "../health/report";
import { inRounds } from "../health/rounds";
import { STATUS_HEAD, statusCells, summaryText } from "../health/text";
import { EXIT, examples, exitCodeOption, type Format, outputOption, targetOption } from "./grammar";
import { CLUSTER_OPTIONS, fileOption } from "./inputs";
import { print, tell } from "./output";
import { withProgress } from "./progress";
import { readHealth } from "./read-health";
import { ASKED_STACK_OPTIONS } from "./request-sources";
import { clusterOption, settingsOption } from "./settings";
import { stopped } from "./signals";
import { type ConnectedSource, HEALTH_TARGETS, type StatusSourceOptions, statusSources } from "./status-sources";
import { toTable } from "./table";

interface StatusOptions extends StatusSourceOptions {
  watch?: boolean;
  interval: number;
  wait?: number | true;
  output: Format;
  exitCode?: boolean;
}

/** Seconds that `--wait` waits without a number. */
const USUAL_WAIT = 120;

const HELP = examples(
  "status -s prod      # which Ingresses, Routes, Gateway routes and Services have servers that are up, and why others are not",
  "status -s prod --watch --interval 30",
  "status -s prod --wait 120 --exit-code      # after `pulumi up`: until each route has a server",
  "status -f manifests --to avi -o json",
);

/** `k8s-lb status`: the servers of each object of the specs as the load balancer sees them, and the reason in words. */
export function statusCommand(): Command {
  const command = new Command("status")
    .addOption(fileOption())
    .addOption(targetOption(HEALTH_TARGETS, "only this target; needed for manifests"))
    .addOption(settingsOption())
    .addOption(clusterOption())
    .addOption(new Option("-w, --watch", "read again and again, and print what has changed").conflicts("wait"))
    .addOption(new Option("--interval <seconds>", "between two readings, give or take a fifth").argParser(seconds(2, 3600)).default(15))
    .addOption(
      new Option("--wait [seconds]", `read again until each route has a server that is up, at most so long (${USUAL_WAIT})`).argParser(
        seconds(1, 3600),
      ),
    )
    .addOption(outputOption(["table", "json", "yaml"]))
    .addOption(exitCodeOption("where a route has no server that is up"))
    .addHelpText("after", HELP)
    .action(async (options: StatusOptions) => {
      process.exitCode = await run(options);
    });
  for (const option of [...CLUSTER_OPTIONS, ...ASKED_STACK_OPTIONS]) command.addOption(option);
  return command;
}

const seconds = (least: number, most: number) => (text: string) => {
  const value = Number(text);
  if (!Number.isFinite(value) || value < least || value > most) throw new InvalidArgumentError(`Write a number from ${least} to ${most}.`);
  return value;
};

async function run(options: StatusOptions): Promise<number> {
  const sources = await statusSources(options);
  if (!sources) return EXIT.usage;
  const reports = sources.map((source) => ({ source, report: new HealthReport(source) }));
  let rows: StatusRow[] = [];
  let shown = "";
  const read = async (): Promise<void> => {
    rows = (await withProgress("Reading the state of the servers", () => Promise.all(reports.map(readOne)))).flat().sort(byState);
  };
  const show = (): void => {
    const text = JSON.stringify(rows);
    if (text === shown) return;
    if (shown !== "" && options.output === "table") process.stdout.write(`\n${new Date().toISOString()}\n`);
    shown = text;
    print(options.output, { schemaVersion: 1, objects: rows.map(statusForm) }, () => tableOf(rows));
  };
  if (options.watch) await watched(options.interval, read, show);
  else if (options.wait !== undefined) {
    const limit = options.wait === true ? USUAL_WAIT : options.wait;
    const hasServers = () => rows.every(({ state }) => state !== "down" && state !== "unknown");
    const round = async () => {
      await read();
      return hasServers();
    };
    await inRounds(round, { interval: Math.min(options.interval, 5), limit });
    show();
  } else {
    await read();
    show();
  }
  return options.exitCode && rows.some(({ state }) => state === "down") ? EXIT.found : 0;
}

/** Until somebody ends it. A reading that fails is a line, and the next one may succeed; the first must. */
async function watched(interval: number, read: () => Promise<void>, show: () => void): Promise<void> {
  const ended = new AbortController();
  void stopped(ended);
  await read();
  show();
  let isFirst = true;
  const round = async () => {
    if (isFirst) isFirst = false;
    else {
      try {
        await read();
        show();
      } catch (error) {
        tell(`note: ${reasonOf(error)}`);
      }
    }
    return false;
  };
  await inRounds(round, { interval, signal: ended.signal });
}

async function readOne({ source, report }: { source: ConnectedSource; report: HealthReport }): Promise<StatusRow[]> {
  const health = await readHealth(source.to, source.plan, source.config);
  for (const fault of health?.faults ?? []) tell(`note: ${fault}`);
  return health ? report.rows(health) : [];
}

function tableOf(rows: readonly StatusRow[]): string {
  if (rows.length === 0) return "Nothing of the specs leads to servers.\n";
  return `${toTable(STATUS_HEAD, rows.map(statusCells))}\n${summaryText(rows)}\n`;
}
