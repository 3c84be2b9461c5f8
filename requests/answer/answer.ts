// Answers one request by a routing table: which rule takes it, and what the client gets.

import { type Listeners, listenersAt, type ServedHost, servedHostAt } from "../table/host-entries";
import type { HostEntry, Protocol, RoutingTable, ServedAddress, ServedAnswer, ServedPort, ServedRule } from "../table/routing-table";
import { type Answer, effectOf } from "./effect";
import { matches, undecidedPattern } from "./match";
import type { ParsedRequest } from "./request";

/** An answer with the rule that gives it and the rules it precedes. */
export interface Answered {
  answer: Answer;
  /** The rule that answers; undefined where no rule matches, or where an undecided pattern leaves it open. */
  rule?: ServedRule;
  /** Later rules that match too, in their order; where the answer is not known, all that may answer. */
  others: ServedRule[];
  /** Absent where nothing listens. */
  address?: ServedAddress;
  port?: ServedPort;
  /** The name whose rules were searched. */
  name: string;
  certificate?: string;
}

/** Answers a request by the first matching rule of its host. All other code derives the meaning of rules from this function. */
export function answer(rules: RoutingTable, request: ParsedRequest): Answered {
  const listening = listenersAt(rules, request);
  return answerAt(rules, request, listening, (address, port) => isReachable(address, port, request));
}

/** Answers of further addresses to the same request, for clients that do not find the address by DNS. */
export function answersElsewhere(rules: RoutingTable, request: ParsedRequest): Answered[] {
  const listening = listenersAt(rules, request);
  const first = answerAt(rules, request, listening, (address, port) => isReachable(address, port, request)).address;
  return rules.addresses
    .filter(
      (address) => address !== first && address.ports.some((port) => port.port === request.port && isReachable(address, port, request)),
    )
    .map((address) => answerAt(rules, request, listening, (one, port) => one === address && isReachable(one, port, request)));
}

/** True where the request can arrive: name, group or IP address match, and the port accepts its protocol. */
export function isReachable(
  { name, group, at }: ServedAddress,
  { protocol }: Pick<ServedPort, "protocol">,
  request: Pick<ParsedRequest, "protocol" | "address" | "group">,
): boolean {
  if (request.address !== undefined && request.address !== name) return false;
  if (request.group !== undefined && request.group !== group && !at?.includes(request.group)) return false;
  return speaks(protocol, request.protocol);
}

/** A port for plain connections accepts every protocol on TCP. */
const speaks = (port: Protocol, client: Protocol): boolean =>
  port === client || (client !== "udp" && port === "tcp") || (port === "tls" && client === "https");

function answerAt(
  rules: RoutingTable,
  request: ParsedRequest,
  listening: Listeners | undefined,
  among: (a: ServedAddress, p: ServedPort) => boolean,
) {
  const greeted = isTls(request) ? servedHostAt(listening, request.sni, among) : undefined;
  const byHost = greeted && (greeted.port.bySni || greeted.port.protocol === "tls" || request.sni === request.host);
  const host = byHost ? greeted : servedHostAt(listening, request.host, among);
  return answerAtHost(rules, request, host, greeted ?? host);
}

const isTls = ({ protocol }: ParsedRequest): boolean => protocol === "https" || protocol === "tls";

/** @param greeted host entry of the server name in the TLS handshake, which has the certificate */
function answerAtHost(
  rules: RoutingTable,
  request: ParsedRequest,
  place: ServedHost | undefined,
  greeted: ServedHost | undefined,
): Answered {
  const { servers } = rules;
  if (!place) return { answer: { kind: "closed", reason: `nothing listens at port ${request.port}` }, others: [], name: "" };
  const { address, port, name, entry } = place;
  const certificate = greeted?.entry?.certificate;
  const common = { address, port, name, ...(certificate === undefined ? {} : { certificate }) };
  const barred = gatesOf(port, greeted?.entry, request.sni).find(({ match }) => matches(match, request));
  if (barred) return { answer: effectOf(barred.to, request, servers), others: [], ...common };
  const all = entry?.rules ?? [];
  const fitting = all.filter(({ match }) => matches(match, request) !== false);
  const [rule, ...others] = fitting;
  const undecidedBy = rule?.match && undecidedPattern(rule.match, request);
  if (undecidedBy !== undefined) {
    const end = fitting.findIndex(({ match }) => matches(match, request));
    const open = end < 0 ? fitting : fitting.slice(0, end + 1);
    return { answer: { kind: "status", status: null, undecidedBy }, others: open, ...common };
  }
  return { answer: effectOf(rule?.to ?? otherwiseOf(place), request, servers), ...(rule ? { rule } : {}), others, ...common };
}

/** Answer to requests that no rule of a host takes. */
export const otherwiseOf = ({ entry, port }: Pick<ServedHost, "entry" | "port">): ServedAnswer => entry?.otherwise ?? port.otherwise;

/** Reason for clients of another address than those that may connect. */
export const CLIENT_REFUSED = "the address of the client is refused";

/** Reason for clients without a certificate where one is required. */
export const NO_CERTIFICATE = "the client shows no certificate";

/**
 * Rules that come before all others and belong to no object: which clients may connect, and whether a certificate is valid for the name.
 */
export function gatesOf(port: ServedPort, entry: HostEntry | undefined, sni: string): ServedRule[] {
  const gates: ServedRule[] = [];
  const { clients, clientCertificate, protocol } = port;
  if (clients) gates.push({ match: [{ of: "client", values: clients, not: true }], to: { closed: CLIENT_REFUSED } });
  if (protocol !== "https" || (entry && passesTlsThrough(entry))) return gates;
  if (entry?.certificate === undefined) gates.push({ to: { closed: `no certificate is valid for ${sni}` } });
  if (clientCertificate) gates.push({ match: [{ of: "certificate", not: true }], to: { closed: NO_CERTIFICATE } });
  return gates;
}

const passesTlsThrough = ({ rules }: HostEntry): boolean => rules.some(({ to }) => "forward" in to && to.tls === "passthrough");
