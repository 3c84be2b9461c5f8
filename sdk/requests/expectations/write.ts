// Writes expectations for the current answers, one per rule.

import { parseDocument, stringify } from "yaml";
import type { Answer } from "../../../requests/answer/effect";
import type { Request } from "../../../requests/answer/request";
import { cellsOf, type Fixed, open } from "../../../requests/cells/cells";
import { requestsIn } from "../../../requests/differences/example-request";
import { listenersAt } from "../../../requests/table/host-entries";
import { hostWithin } from "../../../requests/table/host-names";
import { inRange } from "../../../requests/table/networks";
import type { HostEntry, RoutingTable, ServedAddress, ServedPort, ServedRule } from "../../../requests/table/routing-table";
import { type Explanation, type RequestExplainer, type ShownRule, shownRule } from "../explain";
import { checkExpectations } from "./check";
import { shownRuleKey } from "./coverage";
import type { ExpectationInput } from "./expectation";
import { expectationsIn } from "./read";

/** An expectation, and the rule that answers it. */
export interface WrittenExpectation {
  rule: ShownRule;
  entry: ExpectationInput;
}

export interface Written {
  expectations: WrittenExpectation[];
  /** Rules without a request that reaches them: other rules take all of their requests. */
  unreached: ShownRule[];
  /** Rules without an expectation, because their Service is missing. */
  faulty: { rule: ShownRule; why: string }[];
}

/** One expectation per rule: a request that reaches it, and its current answer. */
export function expectationsOfToday(rules: RoutingTable, requests: RequestExplainer): Written {
  const result: Written = { expectations: [], unreached: [], faulty: [] };
  for (const address of rules.addresses)
    for (const port of address.ports) {
      for (const [name, entry] of Object.entries(port.hosts)) writeHost({ rules, address, port, name, entry }, requests, result);
      result.expectations.push(...refusedClients(address, port, requests));
    }
  const reached = new Set(result.expectations.map(({ rule }) => shownRuleKey(rule)));
  const lost = result.unreached.filter((rule) => !reached.has(shownRuleKey(rule)));
  return { ...result, unreached: [...new Map(lost.map((rule) => [shownRuleKey(rule), rule])).values()] };
}

interface HostAt {
  rules: RoutingTable;
  address: ServedAddress;
  port: ServedPort;
  name: string;
  entry: HostEntry;
}

function writeHost(at: HostAt, requests: RequestExplainer, { expectations, unreached, faulty }: Written): void {
  const cells = once(() => candidates(at, at.entry.rules));
  for (const rule of at.entry.rules) {
    if (!isOwn(rule, at)) continue;
    // most rules answer a request that matches them alone
    const alone = reaching(candidates(at, [rule]).get(rule), rule, at, requests);
    const written = alone ?? reaching(cells().get(rule), rule, at, requests);
    if (!written) unreached.push(shownRule(rule));
    else if ("why" in written) faulty.push(written);
    else expectations.push(written);
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** True for the host whose own rule it is; entries of narrower hosts repeat rules. */
function isOwn(rule: ServedRule, { port: { hosts }, name }: HostAt): boolean {
  const holders = Object.entries(hosts).filter(([, { rules }]) => rules.includes(rule));
  return holders.length < 2 || name === holders.map(([holder]) => holder).sort((a, b) => breadth(b) - breadth(a))[0];
}

const breadth = (name: string): number => (name === "" ? 3 : name.startsWith("**") ? 2 : name.startsWith("*") ? 1 : 0);

/** A request for each of these rules that some request reaches. */
function candidates({ rules, address, port, name }: HostAt, among: readonly ServedRule[]): Map<ServedRule, Request> {
  const names = listenersAt(rules, port)?.names;
  const isTaken = (one: string) => one === "" || names?.has(one) === true;
  const host = hostWithin(name, isTaken);
  const entrance = { group: address.group, protocol: port.protocol, port: port.port, address: address.name };
  const requestByRule = new Map<ServedRule, Request>();
  cellsOf(open(among), [], { name, host, isTaken }, ({ a, fixed }) => {
    const [first] = requestsIn(entrance, host, fixed, false);
    if (a && first && !requestByRule.has(a)) requestByRule.set(a, first);
  });
  return requestByRule;
}

/** Expectation of a request if the rule answers it: at the address in DNS, else at one that serves the group. */
function reaching(
  request: Request | undefined,
  rule: ServedRule,
  { address }: HostAt,
  requests: RequestExplainer,
): WrittenExpectation | Written["faulty"][number] | undefined {
  if (!request) return undefined;
  const { group: _, fitting: __, ...plain } = request;
  const elsewhere = requests.addressesOf(address.group).map((name) => ({ ...plain, address: name }));
  for (const candidate of [plain, ...elsewhere]) {
    const explanation = requests.explain(candidate);
    if (!explanation?.rule || shownRuleKey(explanation.rule) !== shownRuleKey(shownRule(rule))) continue;
    const entry = entryOf(candidate, explanation);
    const why = whyFaulty(entry, requests);
    return why === undefined ? { rule: explanation.rule, entry } : { rule: explanation.rule, why };
  }
  return undefined;
}

/** Expectation of one request; undefined where no rule takes it or its answer cannot be expected. */
export function expectationFor(request: Request, requests: RequestExplainer): WrittenExpectation | undefined {
  const explanation = requests.explain(request);
  if (!explanation?.rule) return undefined;
  const entry = entryOf(request, explanation);
  return whyFaulty(entry, requests) === undefined ? { rule: explanation.rule, entry } : undefined;
}

/** Reason why the expectation would fail at once: a Service is missing, or servers belong to no Service. */
function whyFaulty(entry: ExpectationInput, requests: RequestExplainer): string | undefined {
  const { expectations, faults } = expectationsIn([entry]);
  return faults[0]?.message.replace(/^requests\[0\]: /, "") ?? checkExpectations(expectations, requests).flatMap(({ misses }) => misses)[0];
}

/** Addresses for documentation, which no network uses. */
const OUTSIDE = ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1"];

/** Expectations for clients that are refused today and must stay refused. */
function refusedClients(address: ServedAddress, port: ServedPort, requests: RequestExplainer): WrittenExpectation[] {
  const { clients, clientCertificate, hosts } = port;
  const names = Object.keys(hosts);
  const from = clients && OUTSIDE.find((one) => !clients.some((range) => inRange(one, range)));
  const refused = (name: string, fixed: Fixed) => refusedAt(address, port, name, fixed, requests);
  return [
    ...(from === undefined ? [] : names.slice(0, 1).flatMap((name) => refused(name, new Map([["client", [from]]])))),
    ...(clientCertificate ? names.flatMap((name) => refused(name, new Map([["certificate", [false]]]))) : []),
  ];
}

function refusedAt(
  { name: address, group }: ServedAddress,
  { protocol, port, hosts }: ServedPort,
  name: string,
  fixed: Fixed,
  requests: RequestExplainer,
): WrittenExpectation[] {
  const host = hostWithin(name, (one) => one in hosts);
  const [request] = requestsIn({ group, protocol, port, address }, host, fixed, false);
  const { group: _, ...plain } = request ?? { url: "" };
  const explanation = requests.explain(plain);
  const [rule] = [hosts[name], ...Object.values(hosts)].flatMap((entry) => entry?.rules ?? []);
  return explanation?.answer.kind === "closed" && rule ? [{ rule: shownRule(rule), entry: entryOf(plain, explanation) }] : [];
}

function entryOf({ url, method = "GET", headers, from, address, clientCertificate }: Request, { answer }: Explanation): ExpectationInput {
  return {
    request: method === "GET" ? url : `${method} ${url}`,
    ...(headers ? { headers } : {}),
    ...(from === undefined ? {} : { from }),
    ...(address === undefined ? {} : { address }),
    ...(clientCertificate === undefined ? {} : { clientCertificate }),
    ...gets(answer),
  };
}

function gets(answer: Answer): Partial<ExpectationInput> {
  if (answer.kind === "closed") return { closed: true };
  if (answer.kind === "redirect") return { redirect: answer.location, status: answer.status };
  if (answer.kind === "status") return answer.by === undefined ? { status: answer.status ?? 404 } : { to: answer.by };
  const [first, ...others] = answer.to;
  const edits = {
    ...(answer.path?.startsWith("/") ? { path: answer.path } : {}),
    ...(answer.host === undefined ? {} : { host: answer.host }),
    ...(answer.request ? arriving(answer.request) : {}),
  };
  const named = answer.to.flatMap(({ service, status, share }) => {
    const name = service ?? (status === undefined ? undefined : `status ${status}`);
    return name === undefined ? [] : [[name, `${Math.round(share * 1000) / 10} %`] as const];
  });
  if (named.length < answer.to.length) {
    const servers = serversIn(answer.to);
    return { ...(servers.length > 0 ? { servers } : {}), ...edits };
  }
  if (first?.service !== undefined && others.length === 0) return { to: first.service, ...edits };
  return { to: Object.fromEntries(named), ...edits };
}

const serversIn = (to: readonly { servers?: string[]; unready?: string[] }[]): string[] =>
  to.flatMap(({ servers = [], unready = [] }) => [...servers, ...unready]);

const arriving = ({ set = {}, remove = [] }: { set?: Record<string, string>; remove?: string[] }): Partial<ExpectationInput> => {
  const headers = { ...set, ...Object.fromEntries(remove.map((name) => [name, null])) };
  return Object.keys(headers).length > 0 ? { arrives: headers } : {};
};

/** Text of a file, with the rule before each expectation. */
export function expectationsText(written: readonly WrittenExpectation[]): string {
  const entries = written.map(({ rule, entry }) => {
    const text = stringify([entry], { lineWidth: 0 }).replace(/^(?=.)/gm, "  ");
    return `  # ${ruleName(rule)}\n${text}`;
  });
  return `requests:${entries.length > 0 ? `\n${entries.join("")}` : " []\n"}`;
}

/** Text of a file with further expectations appended. */
export function appended(text: string, written: readonly WrittenExpectation[]): string {
  const document = parseDocument(text);
  for (const { rule, entry } of written) {
    const node = document.createNode(entry);
    node.commentBefore = ` ${ruleName(rule)}`;
    document.addIn(["requests"], node);
  }
  return document.toString({ lineWidth: 0 });
}

const ruleName = ({ object, pointer, on }: ShownRule): string => (object === undefined ? (on ?? "") : `${object} ${pointer}`);
