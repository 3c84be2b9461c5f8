// Computes the answer that one request gets from a rule: recipients with their shares, the redirect location, changed headers.

import { defaultPort } from "../../resources/default-port";
import type {
  HeaderEdits,
  PathEdit,
  RuleProperties,
  ServedAnswer,
  ServedClosed,
  ServedForward,
  ServedRedirect,
  ServedStatus,
  Servers,
  ServerTls,
} from "../table/routing-table";
import { stemOf } from "./match";
import type { ParsedRequest } from "./request";

/** Answer to one request. */
export type Answer = ForwardAnswer | RedirectAnswer | StatusAnswer | ClosedAnswer;

export interface ForwardAnswer extends RuleProperties {
  kind: "forward";
  /** Sorted by Service. */
  to: AnswerPart[];
  path?: string;
  host?: string;
  request?: HeaderEdits;
  response?: HeaderEdits;
  tls?: "passthrough";
  timeout?: number | "infinite";
  retry?: string;
  /** Answer while no server is ready. */
  empty?: StatusAnswer | ClosedAnswer;
}

/** Share of the requests that one recipient gets; all shares add up to 1. */
export interface AnswerPart {
  share: number;
  service?: string;
  /** The ready ones. */
  servers?: string[];
  unready?: string[];
  /** The specs do not give the servers: an existing pool preserves its servers. */
  kept?: true;
  /** Set beside `kept` when the pool is new and has no servers; `watch`: a watch fills it. */
  unknown?: true | "watch";
  /** TLS towards the servers. */
  tls?: ServerTls;
  /** Status that answers this share. */
  status?: number;
}

export interface RedirectAnswer {
  kind: "redirect";
  location: string;
  status: number;
}

export interface StatusAnswer {
  kind: "status";
  status: number | null;
  by?: string;
  /** The answer is not known: it depends on this regular expression, which cannot be evaluated here. */
  undecidedBy?: string;
}

export interface ClosedAnswer {
  kind: "closed";
  reason: string;
}

/** An answer as `-o json` prints it: its servers are the ready ones, and a responder shows the kind of its answer. */
export function answerForm(answer: Answer): Answer {
  if (answer.kind === "forward") return { ...answer, to: answer.to.map(({ unready: _, ...part }) => part) };
  return answer.kind === "status" && answer.by !== undefined ? { ...answer, by: `Service ${answer.by}` } : answer;
}

type ServersOf = Readonly<Record<string, Servers>> | undefined;

/** The answer of a rule to one request. */
export function effectOf(answer: ServedAnswer, request: ParsedRequest, servers: ServersOf): Answer {
  if ("closed" in answer) return closed(answer);
  if ("redirect" in answer) return { kind: "redirect", location: locationOf(answer, request), status: answer.status };
  if ("forward" in answer) return forwarded(answer, request, servers);
  return fixed(answer);
}

const closed = ({ closed: reason }: ServedClosed): ClosedAnswer => ({ kind: "closed", reason });
const fixed = ({ status, by }: ServedStatus): StatusAnswer => ({ kind: "status", status, ...(by === undefined ? {} : { by }) });

function forwarded(answer: ServedForward, request: ParsedRequest, servers: ServersOf): Answer {
  const { forward, path, empty, ...rest } = answer;
  const sum = forward.reduce((all, { weight }) => all + weight, 0);
  const to = forward
    .filter(({ weight }) => weight > 0)
    .map(({ weight, service, servers: partServers, status, tls }): AnswerPart => {
      const behind = partServers ?? (service === undefined ? undefined : servers?.[service]);
      return {
        ...(service === undefined ? {} : { service }),
        ...(status === undefined ? {} : { status }),
        share: weight / sum,
        ...(behind ? { servers: behind.ready } : {}),
        ...(behind?.unready ? { unready: behind.unready } : {}),
        ...(behind?.kept ? { kept: true } : {}),
        ...(behind?.unknown ? { unknown: behind.unknown } : {}),
        ...(tls ? { tls } : {}),
      };
    });
  // all weights are zero
  if (to.length === 0 && empty !== undefined) return "closed" in empty ? closed(empty) : fixed(empty);
  if (to.length > 1) to.sort((a, b) => compare(keyOf(a), keyOf(b)));
  const isEmpty =
    empty !== undefined &&
    to.every(({ servers: ready, status, kept, unknown }) => status === undefined && (!kept || unknown) && ready?.length === 0);
  return {
    kind: "forward",
    to,
    ...rest,
    ...(path ? { path: edited(path, request.path) } : {}),
    ...(isEmpty ? { empty: "closed" in empty ? closed(empty) : fixed(empty) } : {}),
  };
}

const keyOf = ({ service, servers, status }: AnswerPart): string =>
  service ?? (status === undefined ? (servers?.join(" ") ?? "") : `~${status}`);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Absolute URL with path and query of the request, without the default port of the scheme. */
function locationOf({ redirect }: ServedRedirect, request: ParsedRequest): string {
  const scheme = redirect.scheme ?? (request.protocol === "https" ? "https" : "http");
  const port = redirect.port === undefined || redirect.port === defaultPort(scheme) ? "" : `:${redirect.port}`;
  const path = redirect.path ? edited(redirect.path, request.path) : request.path;
  return `${scheme}://${redirect.host ?? request.host}${port}${path}${redirect.dropsQuery ? "" : request.search}`;
}

/** Replaces the beginning of the path; a path with another beginning stays unchanged. */
function edited(edit: PathEdit, path: string): string {
  if ("full" in edit) return edit.full;
  const isBySegments = edit.by === "segments";
  const [from, to] = isBySegments ? [stemOf(edit.from), stemOf(edit.to)] : [edit.from, edit.to];
  if (!path.startsWith(from) || (isBySegments && path.length > from.length && path[from.length] !== "/")) return path;
  return `${to}${path.slice(from.length)}` || (isBySegments ? "/" : "");
}
