// Health of the servers of one request, for `k8s-lb request --live`.

import type { Answer } from "../../requests/answer/effect";
import type { Request } from "../../requests/answer/request";
import { sameAnswer } from "../../requests/differences/answers-equal";
import { PoolFinder, type PoolOwners } from "../../requests/health/find";
import type { Health } from "../../requests/health/health";
import { answerNow, type PartHealth, partsHealth } from "../../requests/health/route";
import { faultTexts, serversText } from "../../requests/health/words";
import { answerText } from "../../requests/messages";
import type { Explanation, RequestExplainer } from "../requests/explain";

/** Health of the servers of one request. */
export interface RequestHealth {
  /** State of the address that answers, with its reason; absent where it answers. */
  address?: { state: string; reason?: string };
  to: PartHealth[];
  /** Answer of the load balancer now. */
  now: Answer;
}

/** Health of the servers of a request, and the answer that its client gets now. */
export function requestHealth(
  requests: RequestExplainer,
  request: Request,
  explanation: Explanation,
  health: Health,
  ownersOf: PoolOwners,
): RequestHealth {
  const { exact, served } = requests.answered(request) ?? {};
  const at = health.addresses.find(({ name }) => name === explanation.address);
  const address =
    at && at.state !== "up" && at.state !== "degraded"
      ? { state: at.state, ...(at.reason === undefined ? {} : { reason: at.reason }) }
      : undefined;
  const to = served?.rule?.to;
  if (!exact || !to || !("forward" in to)) return { ...(address ? { address } : {}), to: [], now: explanation.answer };
  const place = {
    ...(explanation.rule?.on ? { on: explanation.rule.on } : {}),
    ...(explanation.address === null ? {} : { address: explanation.address }),
    ...(explanation.rule?.object === undefined ? {} : { owner: explanation.rule.object.replace(" ", "/") }),
    port: explanation.port,
  };
  const { servers } = requests.answering;
  const parts = partsHealth(to, place, new PoolFinder(health, ownersOf), servers);
  return { ...(address ? { address } : {}), to: parts, now: answerNow(to, exact, parts, servers) };
}

/** Lines about health, printed after those of the explanation. */
export function requestHealthText({ address, to, now }: RequestHealth, { answer }: Pick<Explanation, "answer">): string {
  const rows: [string, string][] = [
    ...(address ? [["address", `${address.state}${address.reason === undefined ? "" : `: ${address.reason}`}`] as [string, string]] : []),
    ...to.map(({ service, servers }): [string, string] => [
      "health",
      `${service === undefined ? "" : `${service}: `}${serversText(servers)}`,
    ]),
    ...(!sameAnswer(now, answer) ? [["now", nowText(now, to)] as [string, string]] : []),
  ];
  return rows.map(([name, text]) => `  ${name.padEnd(12)}${text}\n`).join("");
}

const nowText = (now: Answer, to: readonly PartHealth[]): string => {
  const isEmpty = now.kind !== "forward" && to.some(({ servers }) => faultTexts(servers).length > 0);
  return `${answerText(now)}${isEmpty ? ": no server is up" : ""}`;
};
