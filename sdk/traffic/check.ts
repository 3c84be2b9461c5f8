// Compares the answers in access logs with those of the rules.

import { answer } from "../../requests/answer/answer";
import type { Request } from "../../requests/answer/request";
import { regionOf } from "../../requests/differences/property-changes";
import { listenerText, type Region, regionText } from "../../requests/messages";
import type { RoutingTable, ServedAddress, ServedPort, ServedRule } from "../../requests/table/routing-table";
import { defaultPort } from "../../resources/default-port";
import { requestForRules } from "./compared-answers";
import { copiedText } from "./copied-text";
import { requestKey } from "./count";
import { agreementOf, type LogAgreement, ServicesByServer } from "./log-agreement";
import type { LoggedAnswer } from "./logged-answer";
import type { AnsweredRequest, LogQuestion, QuestionCount } from "./questions";
import type { CompleteRequest, LogReader } from "./read";
import { type KnownHost, RememberedAnswers } from "./remembered-answers";
import type { ReadParts } from "./request";
import { HostFinder, type HostSides } from "./sides";
import { completions, unloggedParts } from "./unknown";

/** Limit of distinct contradictions; further ones are only counted. */
const MOST_LINES = 1000;

/** Limit of shown lines that are no requests. */
const SHOWN = 3;

/** Requests whose answer in the log differs from that of the rules. */
export interface Contradiction {
  /** `http://shop.example.com/cart...`; without a path where no rule matches. */
  region: string;
  /** `404 of the load balancer` */
  log: string;
  /** Absent where no rule matches. */
  rule?: ServedRule;
  requests: number;
  /** An example, without its query. */
  example: Request;
}

export interface LogCheck {
  requests: number;
  agreeing: number;
  open: number;
  unknown: number;
  unread: number;
  unreadAt: string[];
  contradictions: Contradiction[];
  /** Contradictions beyond the limit. */
  unlisted: number;
}

/** Agreement of one request, its rule, and the questions that it answers. */
interface Judged {
  judgement: LogAgreement;
  rule?: ServedRule;
  questions?: readonly string[];
}

/** Checks the answer of each request of a log; results of repeated requests are cached. */
export class AnswerChecker implements LogReader {
  readonly readsAnswers = true;
  readonly logCheck: LogCheck = {
    ...{ requests: 0, agreeing: 0, open: 0, unknown: 0, unread: 0, unreadAt: [], contradictions: [], unlisted: 0 },
  };
  /** Name of the log. */
  file = "";
  private readonly finder: HostFinder;
  private readonly servers: ServicesByServer;
  private readonly remembered: RememberedAnswers<Judged>;
  private readonly lines = new Map<string, Contradiction>();
  private readonly reached = new Set<ServedRule>();
  private readonly ids = new Map<ServedRule, number>();
  /** By id of the question. */
  readonly answers: ReadonlyMap<string, QuestionCount>;

  /**
   * @param members servers by the names or ids in the log
   * @param questions assumptions that requests may confirm or refute, by id
   */
  constructor(
    private readonly rules: RoutingTable,
    private readonly parts: ReadParts,
    private readonly members: ReadonlyMap<string, string> = new Map(),
    private readonly questions: { readonly [id: string]: LogQuestion } = {},
  ) {
    this.answers = new Map(Object.keys(questions).map((id) => [id, { agreeing: 0, contradicting: 0 }]));
    this.finder = new HostFinder({ before: rules, after: rules, changes: [] });
    this.remembered = new RememberedAnswers(this.finder);
    this.servers = new ServicesByServer(rules);
  }

  skip(line: number): void {
    this.logCheck.unread++;
    if (this.logCheck.unreadAt.length < SHOWN) this.logCheck.unreadAt.push(`${this.file}:${line}`);
  }

  take(request: CompleteRequest, logged?: LoggedAnswer): void {
    const { logCheck } = this;
    const answered = logged && this.withAddress(logged);
    logCheck.requests++;
    const host = this.remembered.hostOf(request);
    const { rule, judgement, questions = [] } = this.judgementOf(host, request, answered);
    if (rule) this.reached.add(rule);
    for (const id of questions) this.tally(id, judgement);
    if (judgement.is === "contradicts") this.contradict(host, request, rule, judgement.log);
    else if (judgement.is === "agrees") logCheck.agreeing++;
    else logCheck[judgement.is]++;
  }

  /** Rules that no request of the log reached, with their regions, in the order of rules. */
  unreached(): { region: string; rule: ServedRule }[] {
    const seen = new Set<ServedRule>();
    const places = this.rules.addresses.flatMap((address) => address.ports.map((port) => ({ address, port })));
    return places.flatMap(({ address, port }) =>
      Object.entries(port.hosts).flatMap(([host, { rules }]) =>
        rules.flatMap((rule) => {
          if (this.reached.has(rule) || seen.has(rule) || !isHttp(port)) return [];
          seen.add(rule);
          return [{ region: regionText(regionOf(regionAt(address, port, host), rule)), rule }];
        }),
      ),
    );
  }

  private withAddress({ name, ...logged }: LoggedAnswer): LoggedAnswer {
    const server = name === undefined ? undefined : this.members.get(name);
    return server === undefined ? logged : { ...logged, server };
  }

  private tally(id: string, { is }: LogAgreement): void {
    const count = this.answers.get(id);
    if (count && is === "agrees") count.agreeing++;
    else if (count && is === "contradicts") count.contradicting++;
  }

  private judgementOf(host: KnownHost<Judged>, request: CompleteRequest, answered: LoggedAnswer | undefined): Judged {
    if (!answered) return { judgement: { is: "unknown" } };
    const { status, by = "", server = "", upstream = "" } = answered;
    const key = `${status} ${by} ${server} ${upstream} ${requestKey(request, this.parts)}`;
    return this.remembered.resultOf(host, key, () => this.judge(host, request, answered));
  }

  /** If the log lacks a part that rules read, the request counts only where every value leads to the same result. */
  private judge(host: HostSides, request: CompleteRequest, answered: LoggedAnswer): Judged {
    const asked = requestForRules(host, request);
    const open = unloggedParts([host.was], asked, request);
    const all = open.length === 0 ? [asked] : completions(asked, open);
    if (!all) return { judgement: { is: "unknown" } };
    const made = all.map((completed) => {
      const { rule, answer: ruleAnswer } = answer(this.finder.sides.before, completed);
      const about = {
        answer: ruleAnswer,
        ...(rule ? { rule } : {}),
        ...(host.was ? { place: host.was } : {}),
        namesPort: request.port !== undefined,
      };
      return {
        ...(rule ? { rule } : {}),
        judgement: agreementOf(ruleAnswer, answered, this.servers),
        questions: this.questionsOf(answered, about),
      };
    });
    const [first] = made;
    const isAlike = made.every(({ judgement }) => JSON.stringify(judgement) === JSON.stringify(first?.judgement));
    if (!first || !isAlike) return { judgement: { is: "unknown" } };
    return made.every(({ rule }) => rule === first.rule) ? first : { judgement: first.judgement };
  }

  /** Only if the log says who answered: a status alone would confirm too much. */
  private questionsOf({ by }: LoggedAnswer, about: AnsweredRequest): string[] {
    return by === undefined ? [] : Object.entries(this.questions).flatMap(([id, isAbout]) => (isAbout(about) ? [id] : []));
  }

  private contradict(
    host: HostSides,
    { scheme, host: name, port, method, path }: CompleteRequest,
    rule: ServedRule | undefined,
    log: string,
  ): void {
    const region = regionFor(host, scheme, rule);
    const key = `${rule ? this.idOf(rule) : ""} ${region} ${log}`;
    const existing = this.lines.get(key);
    if (existing) existing.requests++;
    else if (this.lines.size >= MOST_LINES) this.logCheck.unlisted++;
    else {
      const url = copiedText(`${scheme}://${name.includes(":") ? `[${name}]` : name}${port === undefined ? "" : `:${port}`}${path}`);
      const line: Contradiction = { region, log, ...(rule ? { rule } : {}), requests: 1, example: { url, method: copiedText(method) } };
      this.lines.set(key, line);
      this.logCheck.contradictions.push(line);
    }
  }

  private idOf(rule: ServedRule): number {
    const id = this.ids.get(rule) ?? this.ids.size;
    this.ids.set(rule, id);
    return id;
  }
}

const isHttp = ({ protocol }: ServedPort): boolean => protocol === "http" || protocol === "https";

const regionAt = (
  { group }: Pick<ServedAddress, "group">,
  { protocol, port }: Pick<ServedPort, "protocol" | "port">,
  host: string,
): Region => ({
  ...{ protocol, port, host, group },
});

/** Names and paths of rules only: texts of clients are never printed. */
function regionFor({ was, hostRequest }: HostSides, scheme: "http" | "https", rule: ServedRule | undefined): string {
  if (!was) return `${scheme}://*${hostRequest.port === defaultPort(scheme) ? "" : `:${hostRequest.port}`}`;
  const place = regionAt(was.address, was.port, was.name);
  return rule ? regionText(regionOf(place, rule)) : listenerText(place);
}
