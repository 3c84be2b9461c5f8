// Prints the explanation of a request.

import type { Answer } from "../../requests/answer/effect";
import { isUndecided } from "../../requests/differences/answers-equal";
import { answerText } from "../../requests/messages";
import type { Explanation, ShownRule } from "./explain";

/**
 * Lines of an explanation.
 *
 * @param knowsServers false if only specs are explained, which end at Services
 */
export function explanationText(explanation: Explanation, knowsServers: boolean): string {
  const { request, answer, rule, asked, differs, others, also, address, port, certificate, clientCertificate, unpublished } = explanation;
  const rows: [string, string][] = [
    ["at", address === null ? `nothing listens at port ${port}` : `${address}, port ${port}`],
    ...(unpublished ? [["name", "no address has it in DNS"] as [string, string]] : []),
    ...(certificate === null ? [] : [["certificate", certificate] as [string, string]]),
    ...(clientCertificate ? [["client", "must show a certificate"] as [string, string]] : []),
    ["rule", rule ? ruleText(rule) : isUndecided(answer) ? "not known" : "none takes the request"],
    ["answer", answerText(answer)],
    ...(knowsServers ? serversOf(answer) : []),
    ...(differs && asked ? [["asked", `${answerText(asked)}: the specs ask for this instead`] as [string, string]] : []),
    ...others.map((other): [string, string] => [rule ? "also fits" : "may fit", `${ruleText(other.rule)}: ${other.why}`]),
    ...also.map((one): [string, string] => ["elsewhere", `${one.address}, port ${one.port}: ${answerText(one.answer)}`]),
  ];
  return `${request.method} ${request.url}\n${rows.map(([name, text]) => `  ${name.padEnd(12)}${text}\n`).join("")}`;
}

/** `Ingress default/shop /spec/rules/0/http/paths/0 (shop.yaml:12) -> pool/web` */
export function ruleText({ object, pointer = "", file, line, on }: ShownRule): string {
  const at = file === undefined ? "" : ` (${file}${line === undefined ? "" : `:${line}`})`;
  return [object === undefined ? "" : `${object} ${pointer}`.trim() + at, on ?? ""].filter(Boolean).join(" -> ");
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
