// `k8s-lb request URL`: shows the answer to one request, the rule that gives it, and whether the specs ask for it.

import { InvalidArgumentError } from "commander";
import { answerForm } from "../../requests/answer/effect";
import type { Request } from "../../requests/answer/request";
import { faultLine } from "../../requests/health/words";
import { poolOwners } from "../health/owners";
import { type RequestHealth, requestHealth, requestHealthText } from "../health/request";
import { addressFault } from "../requests/address-faults";
import { type Explanation, RequestExplainer } from "../requests/explain";
import { isRequestUrl, noRequestUrlText, requestFault } from "../requests/request-faults";
import type { RuleLines } from "../requests/rule-lines";
import { explanationText } from "../requests/text";
import { exitCodeOption, outputOption, UsageError } from "./grammar";
import { CLUSTER_OPTIONS, fileOption } from "./inputs";
import { arg, opt } from "./option";
import { withProgress } from "./progress";
import { OPTIONAL_STACK_OPTIONS, type OpenedSources, openSources, REQUEST_TARGET } from "./request-sources";
import { clusterOption, settingsOption } from "./settings";
import { hasHealth, readHealth } from "./status/read-health";
import { defineVerb } from "./verb";

export const requestCommand = defineVerb({
  name: "request",
  args: [
    arg("<url>", "http://..., https://..., tls://name:port; for layer 4 tcp://namespace/service:port or tcp://address:port, and udp://"),
  ],
  options: [
    opt("-X, --request <method>", "method").usually("GET"),
    opt("-H, --header <header>", "header, 'name: value'; may be repeated").read(withHeader).usually<Record<string, string>>({}),
    opt("--sni <name>", "name of the TLS handshake (default: the host of the URL)"),
    opt("--from <address>", "address of the client (default: one that may connect)"),
    opt("--address <name>", "virtual service or load balancer (default: the one that has the name in DNS)"),
    fileOption(),
    REQUEST_TARGET,
    settingsOption(),
    clusterOption(),
    outputOption(["json", "yaml", "table"], "output format", "table"),
    exitCodeOption("if the specs ask for something else, or the connection is closed"),
    ...CLUSTER_OPTIONS,
    ...OPTIONAL_STACK_OPTIONS,
  ],
  examples: [
    "request https://shop.example.com/cart -f manifests --to avi",
    "request http://shop.example.com/ -X POST -H 'x-canary: 1' -f manifests --to octavia",
    "request tcp://default/db:5432 --from 10.0.0.7 --kubeconfig --to octavia",
    "request https://shop.example.com/ -s prod      # what the state of the stack declares",
    "request https://shop.example.com/ -f manifests -s prod --live      # what the controller does now, and what the manifests ask",
  ],
  async run(options, [url]) {
    const { request: method, header: headers, sni, from, address } = options;
    const question = { url, method, headers, ...(sni ? { sni } : {}), ...(from ? { from } : {}), ...(address ? { address } : {}) };
    const fault = isRequestUrl(url) ? requestFault(question) : undefined;
    if (fault) throw new UsageError(`${OPTIONS[fault.part]}: ${fault.message}`);
    const opened = await openSources(options);
    const requests = new RequestExplainer(opened.sources);
    const unknown = address ? addressFault(address, requests.addresses) : undefined;
    if (unknown !== undefined) throw new UsageError(`--address: ${unknown}`);
    const answered = requests.explain(question);
    if (!answered) throw new UsageError(noRequestUrlText(url));
    const explanation = withLines(answered, opened.lines);
    const health = options.live ? await healthOf(requests, question, explanation, opened) : undefined;
    return {
      document: { ...toForm(explanation), ...(health ? { health: healthForm(health) } : {}) },
      table: () => explanationText(explanation, opened.sources.served !== undefined) + (health ? healthLines(health, explanation) : ""),
      isFound: explanation.differs || explanation.answer.kind === "closed",
    };
  },
});

function withHeader(text: string, before: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError("Write 'name: value'.");
  return { ...before, [name]: value ?? "" };
}

/** Options by the part of a request that they give. */
const OPTIONS = { url: "URL", method: "-X", headers: "-H", sni: "--sni", from: "--from" };

/** Health of the servers of an answer; where the load balancer does not tell it, the reason. */
async function healthOf(
  requests: RequestExplainer,
  question: Request,
  explanation: Explanation,
  { target, plan, config }: OpenedSources,
): Promise<RequestHealth | { fault: string } | undefined> {
  if (!plan || !hasHealth(target)) return undefined;
  try {
    const health = await withProgress("Reading the state of the servers", () => readHealth(target, plan, config));
    return health && requestHealth(requests, question, explanation, health, poolOwners(target, plan));
  } catch (error) {
    return { fault: faultLine(error) };
  }
}

const healthForm = (health: RequestHealth | { fault: string }) => ("fault" in health ? health : { ...health, now: answerForm(health.now) });

const healthLines = (health: RequestHealth | { fault: string }, explanation: Explanation): string =>
  "fault" in health ? `  ${"health".padEnd(12)}not known: ${health.fault}\n` : requestHealthText(health, explanation);

const withLines = (explanation: Explanation, lines: RuleLines): Explanation => ({
  ...explanation,
  rule: explanation.rule && lines.of(explanation.rule),
  others: explanation.others.map((other) => ({ ...other, rule: lines.of(other.rule) })),
});

const toForm = (explanation: Explanation): Explanation => ({
  ...explanation,
  answer: answerForm(explanation.answer),
  asked: explanation.asked && answerForm(explanation.asked),
  also: explanation.also.map((one) => ({ ...one, answer: answerForm(one.answer) })),
});
