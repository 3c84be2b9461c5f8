import { Command, InvalidArgumentError } from "commander";
import type { Answer } from "../../kinds/requests/effect";
import { answerText } from "../../kinds/requests/words";
import { readSpecs } from "../frontends";
import { askedRules } from "../requests/asked";
import { type Explanation, explained, type ShownRule } from "../requests/explain";
import { isWrongSetting } from "../settings";
import { TARGETS, type TargetName, targetNames } from "../targets";
import { EXIT, examples, exitCodeOption, outputOption, targetOption, UsageError } from "./grammar";
import { CLUSTER_OPTIONS, type ClusterOptions, fileOption, readInputs } from "./inputs";
import { print, tellDiagnostics } from "./output";
import { clusterOption, readSettings, settingsOption, withCluster } from "./settings";

interface RequestCommandOptions extends ClusterOptions {
  file?: string[];
  to: TargetName;
  settings?: string;
  cluster?: string;
  request: string;
  header: Record<string, string>;
  sni?: string;
  from?: string;
  address?: string;
  output: "json" | "yaml" | "table";
  exitCode?: boolean;
}

const HELP = examples(
  "request https://shop.example.com/cart -f manifests --to avi",
  "request http://shop.example.com/ -X POST -H 'x-canary: 1' -f manifests --to octavia",
  "request tcp://default/db:5432 --from 10.0.0.7 --kubeconfig --to octavia",
);

/** `k8s-lb request URL`: what a client gets from the load balancer that the specs mean, by which rule, and whether the specs ask for it. */
export function requestCommand(): Command {
  const command = new Command("request")
    .argument(
      "<url>",
      "http://..., https://..., tls://name:port; for layer 4 tcp://namespace/service:port or tcp://address:port, and udp://",
    )
    .option("-X, --request <method>", "method", "GET")
    .option("-H, --header <header>", "header, 'name: value'; may be repeated", withHeader, {})
    .option("--sni <name>", "name of the TLS handshake (default: the host of the URL)")
    .option("--from <address>", "address of the client (default: one that may connect)")
    .option("--address <name>", "virtual service or load balancer (default: the one that has the name in DNS)")
    .addOption(fileOption())
    .addOption(targetOption(targetNames(({ asks }) => asks !== undefined)).makeOptionMandatory())
    .addOption(settingsOption())
    .addOption(clusterOption())
    .addOption(outputOption(["json", "yaml", "table"], "output format", "table"))
    .addOption(exitCodeOption("if the specs ask for something else, or the connection is closed"))
    .addHelpText("after", HELP)
    .action(async (url: string, options: RequestCommandOptions) => {
      process.exitCode = await run(url, options);
    });
  for (const option of CLUSTER_OPTIONS) command.addOption(option);
  return command;
}

function withHeader(text: string, before: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError("Write 'name: value'.");
  return { ...before, [name]: value ?? "" };
}

async function run(url: string, options: RequestCommandOptions): Promise<number> {
  const settings = withCluster(readSettings(options.settings), options.cluster, options.to);
  const target = TARGETS[options.to];
  const inputs = await readInputs(options, target.family(settings), "no specs to ask");
  const specs = readSpecs(inputs.objects, inputs.diagnostics);
  const plan = target.translate(specs, { settings });
  tellDiagnostics(plan.diagnostics);
  if (inputs.diagnostics.length > 0 || plan.diagnostics.some(isWrongSetting)) return EXIT.usage;
  const model = target.asks?.(specs, settings);
  if (!model) throw new UsageError(`nothing of ${options.to} answers requests`);
  const { request: method, header: headers, sni, from, address } = options;
  const asked = { url, method, headers, ...(sni ? { sni } : {}), ...(from ? { from } : {}), ...(address ? { address } : {}) };
  const found = explained(askedRules(model), target.served?.(plan), asked);
  if (!found)
    throw new UsageError(
      `${url} is no URL that can be asked: write http://, https://, tls://, tcp:// or udp:// and a port where it has none`,
    );
  print(options.output, { schemaVersion: 1, ...found }, () => textOf(found, target.served !== undefined));
  return options.exitCode && (found.differs || found.answer.kind === "closed") ? EXIT.found : 0;
}

/** @param knowsServers false where the specs alone are asked: they end at Services */
function textOf(found: Explanation, knowsServers: boolean): string {
  const { request, answer, rule, asked, differs, others, also, address, port, certificate, clientCertificate } = found;
  const rows: [string, string][] = [
    ["at", address === null ? `nothing listens at port ${port}` : `${address}, port ${port}`],
    ...(certificate === null ? [] : [["certificate", certificate] as [string, string]]),
    ...(clientCertificate ? [["client", "must show a certificate"] as [string, string]] : []),
    ["rule", rule ? ruleText(rule) : "none takes the request"],
    ["answer", answerText(answer)],
    ...(knowsServers ? serversOf(answer) : []),
    ...(differs && asked ? [["asked", `${answerText(asked)}: the specs ask for this instead`] as [string, string]] : []),
    ...others.map((other): [string, string] => ["also fits", `${ruleText(other.rule)}: ${other.why}`]),
    ...also.map((one): [string, string] => ["elsewhere", `${one.address}, port ${one.port}: ${answerText(one.answer)}`]),
  ];
  return `${request.method} ${request.url}\n${rows.map(([name, text]) => `  ${name.padEnd(12)}${text}\n`).join("")}`;
}

function ruleText({ object, pointer, file, line, on }: ShownRule): string {
  const at = file === undefined ? "" : ` (${file}${line === undefined ? "" : `:${line}`})`;
  return [object === undefined ? "" : `${object} ${pointer}${at}`, on ?? ""].filter(Boolean).join(" -> ");
}

function serversOf(answer: Answer): [string, string][] {
  if (answer.kind !== "forward") return [];
  const parts = answer.to.map(({ service, servers = [], unready = [] }): [string, string] => {
    const ready = servers.length > 0 ? servers.join(", ") : "none ready";
    return [
      "servers",
      `${service === undefined ? "" : `${service}: `}${ready}${unready.length > 0 ? ` (not ready: ${unready.join(", ")})` : ""}`,
    ];
  });
  return [...parts, ...(answer.empty ? [["now", answerText(answer.empty)] as [string, string]] : [])];
}
