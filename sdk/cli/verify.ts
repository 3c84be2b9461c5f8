import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Argument, Command, Option } from "commander";
import { BACK_ENDS, type EchoServers, openVerification, runChecks, VERIFY_MARK, type VerifyRun } from "../../provider";
import type { VerifyReport } from "../../resources/assumptions/report";
import { packageVersion } from "../own-package";
import { RequestExplainer } from "../requests/explain";
import { AnswerChecker } from "../traffic/check";
import { partsRead } from "../traffic/parts";
import { LOG_QUESTIONS, reportedOf } from "../traffic/questions";
import { markdownReport } from "../verify/markdown";
import { OF_A_LOG } from "../verify/rows";
import { EXIT, examples, exitCodeOption, UsageError } from "./grammar";
import { CLUSTER_OPTIONS, fileOption } from "./inputs";
import { LOG_OPTIONS, type LogCommandOptions, readLogs, refuseWithoutLog } from "./log-options";
import { print, tell } from "./output";
import { ASKED_STACK_OPTIONS, type AskingOptions, openSources } from "./request-sources";
import { clusterOption, readSettings, settingsOption } from "./settings";
import { stopped } from "./signals";
import { placeOf, verifyEchoCommand } from "./verify-echo";
import { textReport } from "./verify-report";

interface VerifyCommandOptions {
  settings?: string;
  prefix?: string;
  send?: string[];
  through?: string[];
  yes?: boolean;
  output: "text" | "json" | "markdown";
  exitCode?: boolean;
}

type VerifyLogOptions = VerifyCommandOptions & LogCommandOptions & Omit<AskingOptions, "to">;

const FORMATS = ["text", "json", "markdown"];

const HELP = examples(
  "verify avi",
  "verify avi --yes -o json > report.json             # for the setting `verified`",
  "verify octavia --settings octavia.yaml -o markdown  # for an issue",
  "verify avi --log access.log.gz -f manifests         # what a log answers, without a connection",
  "verify avi --send 10.0.0.5:8081 10.0.0.5:8082       # with `k8s-lb verify echo --listen ...` on 10.0.0.5",
);

/** Back ends with questions that only a real server answers. */
const VERIFIED = Object.values(BACK_ENDS).flatMap((one) => ("verification" in one ? [one.name] : []));

/** `k8s-lb verify`: asks a real server what its documents leave open, with small objects that are removed again. */
export function verifyCommand(): Command {
  const command = new Command("verify")
    .addArgument(new Argument("<target>", "server to ask; the connection comes from the environment").choices(VERIFIED))
    .addOption(settingsOption())
    .option("--prefix <name>", `first part of the names of all objects (default: ${VERIFY_MARK}-<random>)`)
    .option("--send <server...>", "send requests too, through two echo servers as the load balancer reaches them: 10.0.0.5:8081")
    .option(
      "--through <address...>",
      "send requests to these addresses, HOST or PORT=HOST:PORT, in the place of the load balancer's: a tunnel",
    )
    .option("--yes", "do not ask")
    .addOption(new Option("-o, --output <format>", "output format").choices(FORMATS).default("text"))
    .addOption(exitCodeOption("when an answer is not the assumed one"))
    .addHelpText("after", HELP)
    .action(async (target: VerifyReport["backEnd"], options: VerifyLogOptions) => {
      refuseWithoutLog(options);
      process.exitCode = await (options.log ? verifyLog(target, options) : run(target, options));
    })
    .addCommand(verifyEchoCommand());
  for (const option of [...LOG_OPTIONS, fileOption(), clusterOption(), ...CLUSTER_OPTIONS, ...ASKED_STACK_OPTIONS])
    command.addOption(option);
  return command;
}

/** Answers of an access log, by the rules of manifests or of a stack. Nothing is created, and no server is asked. */
async function verifyLog(target: VerifyReport["backEnd"], options: VerifyLogOptions): Promise<number> {
  const questions = LOG_QUESTIONS[target];
  if (target === "mizar" || !questions) throw new UsageError(`--log: there are no questions to ${target} that a log answers`);
  const opened = await openSources({ ...options, to: target });
  if (!opened) return EXIT.usage;
  const rules = new RequestExplainer(opened.sources).answering;
  const checker = new AnswerChecker(rules, partsRead(rules), opened.members, questions);
  await readLogs(options, partsRead(rules), checker);
  const checks = reportedOf(checker.answers);
  show(options.output, reportOf(target, { version: OF_A_LOG, sent: false, checks }));
  return options.exitCode && checks.some(({ verdict }) => verdict === "refuted") ? EXIT.found : 0;
}

async function run(target: VerifyReport["backEnd"], options: VerifyCommandOptions): Promise<number> {
  if (!options.yes && !process.stdin.isTTY) throw new UsageError("nothing was created: there is no terminal to ask on; add --yes");
  const servers = serversOf(options.send);
  const through = throughOf(options.through);
  const ended = new AbortController();
  const family = familyOf(options.prefix);
  const prefix = options.prefix ?? `${VERIFY_MARK}-${randomBytes(3).toString("hex")}`;
  const room = openVerification(target, { prefix, family, settings: readSettings(options.settings), signal: ended.signal });
  if (!room) throw new UsageError(`there are no questions to ${target}`);
  if (servers && !room.trial) throw new UsageError(`--send: nothing of ${target} answers requests`);
  const version = await room.version();
  const leftovers = await room.leftovers();
  if (!options.yes && !(await isConfirmed(intention(target, version, prefix, leftovers, servers)))) return EXIT.usage;
  void stopped(ended).then(() => tell("note: ending; the objects of this run are removed first"));
  if (leftovers > 0) await removeEarlier(room);
  const found = await runChecks(room, { signal: ended.signal, servers, through, onStep: shownStep });
  show(options.output, reportOf(target, found));
  for (const one of found.cleaned.remaining) tell(`error: not removed: ${one}; the next run tries again`);
  if (found.interrupted || found.cleaned.remaining.length > 0) return EXIT.backend;
  return options.exitCode && found.checks.some(({ verdict }) => verdict === "refuted") ? EXIT.found : 0;
}

/** Objects of a prefix of its own are those of its own runs; else those of all runs. */
function familyOf(prefix: string | undefined): string {
  if (prefix === undefined) return VERIFY_MARK;
  if (/^[a-z][a-z0-9-]{2,39}$/.test(prefix) && !prefix.endsWith("-")) return prefix;
  throw new UsageError("--prefix takes 3 to 40 small letters, digits and dashes, beginning with a letter");
}

async function removeEarlier(room: { clean(earlier: boolean): Promise<VerifyRun["cleaned"]> }): Promise<void> {
  const { removed, remaining } = await room.clean(true);
  tell(`note: ${removed} ${removed === 1 ? "object" : "objects"} of earlier runs removed`);
  for (const one of remaining) tell(`warning: not removed: ${one}`);
}

/** Steps are for a person who waits. */
function shownStep(what: string): void {
  if (process.stderr.isTTY) tell(`... ${what}`);
}

function serversOf(given: string[] | undefined): EchoServers | undefined {
  if (!given) return undefined;
  const [first, second, ...more] = given;
  if (first === undefined || second === undefined || more.length > 0 || first === second)
    throw new UsageError("--send takes the addresses of two echo servers: --send 10.0.0.5:8081 10.0.0.5:8082");
  for (const one of given) placeOf(one);
  return [first, second];
}

/** Addresses in the place of the load balancer's: a host for all ports, and places for single ones. */
function throughOf(given: string[] = []): ((port: number) => { host: string; port: number } | undefined) | undefined {
  if (given.length === 0) return undefined;
  const single = new Map<number, { host: string; port: number }>();
  let all: string | undefined;
  for (const one of given) {
    const [, port, place] = /^(\d+)=(.+)$/.exec(one) ?? [];
    if (port !== undefined && place !== undefined) single.set(Number(port), placeOf(place));
    else all = one;
  }
  return (port) => single.get(port) ?? (all === undefined ? undefined : { host: all, port });
}

function intention(target: string, version: string, prefix: string, leftovers: number, servers: EchoServers | undefined): string {
  return [
    `Asks ${target} ${version} with small objects named ${prefix}-..., and removes them.`,
    ...(leftovers > 0 ? [`Removes ${leftovers} ${leftovers === 1 ? "object" : "objects"} of earlier runs first.`] : []),
    ...(servers ? ["Takes an address and sends requests to it."] : []),
    "Nothing else is changed. Continue? Type yes: ",
  ].join("\n");
}

async function isConfirmed(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim() === "yes";
  } finally {
    terminal.close();
  }
}

function reportOf(
  backEnd: VerifyReport["backEnd"],
  { version, sent, checks }: Pick<VerifyRun, "version" | "sent" | "checks">,
): VerifyReport {
  return { schemaVersion: 1, backEnd, version, product: packageVersion(), date: new Date().toISOString().slice(0, 10), sent, checks };
}

function show(output: VerifyCommandOptions["output"], report: VerifyReport): void {
  if (output === "markdown") process.stdout.write(markdownReport(report));
  else print(output === "json" ? "json" : "table", report, () => textReport(report));
}
