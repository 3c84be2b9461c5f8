import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import { DRIFT_FILE, type DriftReport } from "../../provider/lifecycle/drift";
import { toJson, toTable } from "./output";

interface Options {
  cwd: string;
  stack?: string;
  output: "json" | "table";
  exitCode?: boolean;
}

const EXIT_FOUND = 1;
const EXIT_USAGE = 2;
const EXIT_BACKEND = 3;

/** `k8s-lb drift`: what differs from what the stack's last run left, in the words of the specs; changes neither state nor server. */
export function driftCommand(): Command {
  return new Command("drift")
    .option("-C, --cwd <dir>", "folder of the Pulumi project", ".")
    .option("-s, --stack <name>", "stack, when not the selected one")
    .addOption(new Option("-o, --output <format>", "output format").choices(["json", "table"]).default("table"))
    .option("--exit-code", "exit with 1 when anything differs")
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 with --exit-code when anything differs, 2 wrong usage or no project, 3 the stack could not be read.",
    )
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
}

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

async function run({ cwd, stack, output, exitCode }: Options): Promise<number> {
  if (!existsSync(cwd)) {
    process.stderr.write(`error: there is no folder ${cwd}\n`);
    return EXIT_USAGE;
  }
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-drift-"));
  try {
    const file = join(folder, "drift.jsonl");
    const { code, said } = await refreshPreview(cwd, stack, file);
    if (code !== 0) {
      process.stderr.write(`error: ${said || "pulumi failed without a word"}\n`);
      return NO_PROJECT.test(said) ? EXIT_USAGE : EXIT_BACKEND;
    }
    const reports = readReports(file);
    if (reports.length === 0) process.stderr.write(`note: ${NOTHING_READ}\n`);
    const drift = rowsOf(reports);
    process.stdout.write(output === "json" ? toJson({ schemaVersion: 1, resources: reports.length, drift }) : table(drift, reports.length));
    return exitCode && drift.length > 0 ? EXIT_FOUND : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const NO_PROJECT = /no Pulumi\.yaml project file found/;

const NOTHING_READ =
  "nothing was compared: the stack has no resource of this package, or its project has a release of it without `k8s-lb drift`";

/** Every resource of the stack is read, by the release that its project has; what it finds it writes to the file. */
function refreshPreview(cwd: string, stack: string | undefined, file: string): Promise<{ code: number; said: string }> {
  const args = ["refresh", "--preview-only", "--non-interactive", "--color", "never", ...(stack ? ["--stack", stack] : [])];
  return new Promise((resolve) => {
    const child = spawn("pulumi", args, { cwd, env: { ...process.env, [DRIFT_FILE]: file }, stdio: ["ignore", "pipe", "pipe"] });
    const said: string[] = [];
    child.stdout.on("data", (data) => said.push(String(data)));
    child.stderr.on("data", (data) => said.push(String(data)));
    child.once("error", (error) => resolve({ code: EXIT_BACKEND, said: `pulumi cannot be started: ${error.message}` }));
    child.once("close", (code) => resolve({ code: code ?? EXIT_BACKEND, said: said.join("").trim() }));
  });
}

function readReports(file: string): DriftReport[] {
  try {
    const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
    return lines.map((line) => JSON.parse(line) as DriftReport);
  } catch {
    return [];
  }
}

const CLASSES = ["guarded", "declared", "other"];

function rowsOf(reports: readonly DriftReport[]): Row[] {
  const rows = reports.flatMap(({ urn, drift }) =>
    drift.map(({ class: of, subject, what, object, field }): Row => ({ class: of, spec: subject, what, object, field, resource: urn })),
  );
  const order = ({ class: of, spec, what }: Row) => `${CLASSES.indexOf(of)} ${spec} ${what}`;
  return rows.sort((one, other) => (order(one) < order(other) ? -1 : order(one) > order(other) ? 1 : 0));
}

function table(drift: readonly Row[], read: number): string {
  const resources = `${read} ${read === 1 ? "resource was" : "resources were"} read.`;
  if (drift.length === 0) return `No drift. ${resources}\n`;
  const rows = drift.map(({ class: of, spec, what }) => [of, spec, what]);
  const repaired = drift.filter((row) => row.class !== "other").length;
  const left = drift.length - repaired;
  const goes =
    repaired > 0 ? [`${repaired} ${repaired === 1 ? "goes" : "go"} back with the next \`pulumi refresh\` and \`pulumi up\``] : [];
  const stays = left > 0 ? [`${left} ${left === 1 ? "stays: nobody declares it" : "stay: nobody declares them"}`] : [];
  return `${toTable(["CLASS", "SPEC", "WHAT"], rows)}\n${[...goes, ...stays].join("; ")}. ${resources}\n`;
}
