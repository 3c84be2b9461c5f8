// Decides whether the answer in an access log agrees with the answer of the rules.

import type { Answer, ForwardAnswer } from "../../requests/answer/effect";
import { isUndecided } from "../../requests/differences/answers-equal";
import type { RoutingTable } from "../../requests/table/routing-table";
import { addTo } from "../../resources/lists";
import type { LoggedAnswer } from "./logged-answer";

/**
 * `open`: the log does not say whether a server or the load balancer answered, which would give different results. `contradicts` describes
 * the answer in the log.
 */
export type LogAgreement = { is: "agrees" | "open" | "unknown" } | { is: "contradicts"; log: string };

const AGREES: LogAgreement = { is: "agrees" };
const OPEN: LogAgreement = { is: "open" };

/** Services by their servers. */
export class ServicesByServer {
  private readonly services = new Map<string, string[]>();

  constructor({ servers = {} }: RoutingTable) {
    for (const [service, { ready, unready = [] }] of Object.entries(servers))
      for (const server of [...ready, ...unready]) addTo(this.services, server, service);
  }

  /** Services of a server; empty for an unknown one: Pods come and go. */
  of(server: string): readonly string[] {
    return this.services.get(server) ?? [];
  }

  /** The Service with this name in ingress-nginx logs: `default-web-80`. */
  named(upstream: string): string | undefined {
    for (const service of new Set([...this.services.values()].flat())) if (upstreamOf(service) === upstream) return service;
    return undefined;
  }
}

const upstreamOf = (service: string): string => service.replace(/[/:]/g, "-");

export function agreementOf(answer: Answer, logged: LoggedAnswer, servers: ServicesByServer): LogAgreement {
  if (isUndecided(answer)) return { is: "unknown" };
  switch (answer.kind) {
    case "forward":
      return ofForward(answer, logged, servers);
    case "redirect":
      return logged.by !== "server" && logged.status === answer.status ? AGREES : ownErrors(logged, servers);
    case "status":
      return ofStatus(answer.by, logged, servers);
    case "closed":
      return ownErrors(logged, servers);
  }
}

/** Statuses that a load balancer sends for errors of clients or servers, regardless of rules. */
const isOwnError = (status: number): boolean => status >= 400 && status !== 404;

/** A load balancer rejects invalid or aborted requests before it evaluates rules. */
function ownErrors(logged: LoggedAnswer, servers: ServicesByServer): LogAgreement {
  if (logged.by !== "server" && isOwnError(logged.status)) return AGREES;
  return { is: "contradicts", log: answerText(logged, servers) };
}

function ofForward({ to }: ForwardAnswer, logged: LoggedAnswer, servers: ServicesByServer): LogAgreement {
  const { status, by } = logged;
  if (by === "server") {
    const services = to.flatMap(({ service }) => service ?? []);
    const ruleServers = to.flatMap((part) => [...(part.servers ?? []), ...(part.unready ?? [])]);
    if (logged.server !== undefined && ruleServers.includes(logged.server)) return AGREES;
    const others = serviceOf(logged, servers);
    const isOther = others.length > 0 && services.length > 0 && !others.some((one) => services.includes(one));
    return isOther ? { is: "contradicts", log: answerText(logged, servers) } : AGREES;
  }
  if (to.some((part) => part.status === status)) return AGREES;
  if (by === "load balancer") return ownErrors(logged, servers);
  // a server may answer anything, including statuses that look like those of the load balancer
  return status === 404 || (status >= 300 && status < 400 && status !== 304) ? OPEN : AGREES;
}

/** Result where no rule matches, or where a responder sends a status. Load balancers send 404 or 503, in different ways. */
function ofStatus(by: string | undefined, logged: LoggedAnswer, servers: ServicesByServer): LogAgreement {
  if (by !== undefined || (logged.by !== "server" && logged.status >= 400)) return AGREES;
  return { is: "contradicts", log: answerText(logged, servers) };
}

const serviceOf = ({ server, upstream }: LoggedAnswer, servers: ServicesByServer): readonly string[] => {
  const named = upstream === undefined ? undefined : servers.named(upstream);
  return named === undefined ? (server === undefined ? [] : servers.of(server)) : [named];
};

/** `404 of the load balancer`, `200 of default/api:80`, `301` */
function answerText(logged: LoggedAnswer, servers: ServicesByServer): string {
  const { status, by } = logged;
  if (by === undefined) return `${status}`;
  if (by === "load balancer") return `${status} of the load balancer`;
  const services = serviceOf(logged, servers);
  return `${status} of ${services.length > 0 ? services.join(" or ") : "a server"}`;
}
