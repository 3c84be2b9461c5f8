// `k8s-lb verify`: checks assumptions on a real server with small objects, which it removes again.

import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { BACK_ENDS, type EchoServers, openVerification, runChecks, VERIFY_MARK, type VerifyRun } from "../../../provider";
import type { VerifyReport } from "../../../resources/assumptions/report";
import { packageVersion } from "../../own-package";
import { RequestExplainer } from "../../requests/explain";
import { AnswerChecker } from "../../traffic/check";
import { partsRead } from "../../traffic/parts";
import { LOG_QUESTIONS, reportedOf } from "../../traffic/questions";
import { markdownReport } from "../../verify/markdown";
import { OF_A_LOG } from "../../verify/rows";
import { EXIT, exitCodeOption, outputOption, UsageError } from "../grammar";
import { CLUSTER_OPTIONS, fileOption } from "../inputs";
import { LOG_OPTIONS, readLogs, refuseWithoutLog } from "../log-options";
import { arg, type OptionsOf, opt } from "../option";
import { print, printNote } from "../output";
import { OPTIONAL_STACK_OPTIONS, openSources } from "../request-sources";
import { clusterOption, readSettings, settingsOption } from "../settings";
import { stopped } from "../signals";
import { defineVerb } from "../verb";
import { hostAndPortIn, verifyEchoCommand } from "./echo";
import { textReport } from "./report";

/** Back ends with questions that only a real server answers. */
const VERIFIED = Object.values(BACK_ENDS).flatMap((one) => ("verification" in one ? [one.name] : []));

const OPTIONS = [
  settingsOption(),
  opt("--prefix <name>", `first part of the names of all objects (default: ${VERIFY_MARK}-<random>)`),
  opt("--send <server...>", "send requests too, through two echo servers as the load balancer reaches them: 10.0.0.5:8081"),
  opt("--through <address...>", "send requests to these addresses, HOST or PORT=HOST:PORT, in the place of the load balancer's: a tunnel"),
  opt("--yes", "do not ask"),
  outputOption(["text", "json", "markdown"]),
  exitCodeOption("when an answer is not the assumed one"),
  ...LOG_OPTIONS,
  fileOption(),
  clusterOption(),
  ...CLUSTER_OPTIONS,
  ...OPTIONAL_STACK_OPTIONS,
];

type VerifyOptions = OptionsOf<typeof OPTIONS>;
type BackEndName = VerifyReport["backEnd"];

export const verifyCommand = defineVerb({
  name: "verify",
  args: [arg("<target>", "server to ask; the connection comes from the environment", VERIFIED)],
  options: OPTIONS,
  examples: [
    "verify avi",
    "verify avi --yes -o json > report.json             # for the setting `verified`",
    "verify octavia --settings octavia.yaml -o markdown  # for an issue",
    "verify avi --log access.log.gz -f manifests         # what a log answers, without a connection",
    "verify avi --send 10.0.0.5:8081 10.0.0.5:8082       # with `k8s-lb verify echo --listen ...` on 10.0.0.5",
  ],
  verbs: [verifyEchoCommand],
  run(options, [target]) {
    refuseWithoutLog(options);
    return options.log ? verifyLog(target, options) : verifyServer(target, options);
  },
});

/** Answers of an access log, by the rules of manifests or of a stack. Nothing is created, and no server is asked. */
async function verifyLog(target: BackEndName, options: VerifyOptions): Promise<boolean> {
  const questions = LOG_QUESTIONS[target];
  if (target === "mizar" || !questions) throw new UsageError(`--log: there are no questions to ${target} that a log answers`);
  const opened = await openSources({ ...options, to: target });
  const rules = new RequestExplainer(opened.sources).answering;
  const checker = new AnswerChecker(rules, partsRead(rules), opened.members, questions);
  await readLogs(options, partsRead(rules), checker);
  const checks = reportedOf(checker.answers);
  show(options.output, reportOf(target, { version: OF_A_LOG, sent: false, checks }));
  return checks.some(({ verdict }) => verdict === "refuted");
}

async function verifyServer(target: BackEndName, options: VerifyOptions): Promise<number | boolean> {
  if (!options.yes && !process.stdin.isTTY) throw new UsageError("nothing was created: there is no terminal to ask on; add --yes");
  const servers = serversOf(options.send);
  const through = throughOf(options.through);
  const ended = new AbortController();
  const family = familyOf(options.prefix);
  const prefix = options.prefix ?? `${VERIFY_MARK}-${randomBytes(3).toString("hex")}`;
  const session = openVerification(target, { prefix, family, settings: readSettings(options.settings), signal: ended.signal });
  if (!session) throw new UsageError(`there are no questions to ${target}`);
  if (servers && !session.probe) throw new UsageError(`--send: nothing of ${target} answers requests`);
  const version = await session.version();
  const leftovers = await session.leftovers();
  if (!options.yes && !(await isConfirmed(intention(target, version, prefix, leftovers, servers)))) return EXIT.usage;
  void stopped(ended).then(() => printNote("note: ending; the objects of this run are removed first"));
  if (leftovers > 0) await removeEarlier(session);
  const outcome = await runChecks(session, { signal: ended.signal, servers, through, onStep: shownStep });
  show(options.output, reportOf(target, outcome));
  for (const object of outcome.cleaned.remaining) printNote(`error: not removed: ${object}; the next run tries again`);
  if (outcome.interrupted || outcome.cleaned.remaining.length > 0) return EXIT.backend;
  return outcome.checks.some(({ verdict }) => verdict === "refuted");
}

/** Objects of a prefix of its own are those of its own runs; else those of all runs. */
function familyOf(prefix: string | undefined): string {
  if (prefix === undefined) return VERIFY_MARK;
  if (/^[a-z][a-z0-9-]{2,39}$/.test(prefix) && !prefix.endsWith("-")) return prefix;
  throw new UsageError("--prefix takes 3 to 40 small letters, digits and dashes, beginning with a letter");
}

async function removeEarlier(session: { clean(earlier: boolean): Promise<VerifyRun["cleaned"]> }): Promise<void> {
  const { removed, remaining } = await session.clean(true);
  printNote(`note: ${removed} ${removed === 1 ? "object" : "objects"} of earlier runs removed`);
  for (const object of remaining) printNote(`warning: not removed: ${object}`);
}

/** Steps are for a person who waits. */
function shownStep(what: string): void {
  if (process.stderr.isTTY) printNote(`... ${what}`);
}

function serversOf(addresses: string[] | undefined): EchoServers | undefined {
  if (!addresses) return undefined;
  const [first, second, ...more] = addresses;
  if (first === undefined || second === undefined || more.length > 0 || first === second)
    throw new UsageError("--send takes the addresses of two echo servers: --send 10.0.0.5:8081 10.0.0.5:8082");
  for (const address of addresses) hostAndPortIn(address);
  return [first, second];
}

/** Addresses in the place of the load balancer's: a host for all ports, and places for single ones. */
function throughOf(addresses: string[] = []): ((port: number) => { host: string; port: number } | undefined) | undefined {
  if (addresses.length === 0) return undefined;
  const single = new Map<number, { host: string; port: number }>();
  let all: string | undefined;
  for (const address of addresses) {
    const [, port, place] = /^(\d+)=(.+)$/.exec(address) ?? [];
    if (port !== undefined && place !== undefined) single.set(Number(port), hostAndPortIn(place));
    else all = address;
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

function show(output: VerifyOptions["output"], report: VerifyReport): void {
  if (output === "markdown") process.stdout.write(markdownReport(report));
  else print(output === "json" ? "json" : "table", report, () => textReport(report));
}
