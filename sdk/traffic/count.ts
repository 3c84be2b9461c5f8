import { inRange } from "../../requests/table/networks";
import { type AnswerComparison, compareAnswers } from "./compared-answers";
import { copiedText } from "./copied-text";
import type { LogReader, CompleteRequest } from "./read";
import { type KnownHost, RememberedAnswers } from "./remembered-answers";
import type { ReadParts } from "./request";
import { HostFinder, type TrafficSides } from "./sides";

/** So many examples of a change, and so many lines that are no requests, are shown. */
const SHOWN = 3;

/** Requests of one change. */
export interface LineCount {
  /** Those that its rules answer. */
  requests: number;
  /** Those of them that are answered differently. */
  changed: number;
  examples: string[];
}

/** Requests of logs, by what a change of rules does to them. */
export interface TrafficCount {
  requests: number;
  changed: number;
  unread: number;
  unknown: number;
  /** By the index of the change. */
  lines: LineCount[];
  /** Those that are answered differently, and are in no change: of hosts that could not be compared in full. */
  others: number;
  /** Number of requests by the reason for which their answers are not known. */
  reasons: Map<string, number>;
  /** The first lines that are no requests: `access.log:12`. */
  unreadAt: string[];
  /** Requests that a rule of either side takes, or whose host has rules. */
  served: number;
}

/** Counts requests, each distinct one answered once for each side as long as it is remembered. */
export class TrafficCounter implements LogReader {
  readonly count: TrafficCount;
  /** Name of the log that is read. */
  file = "";
  private readonly finder: HostFinder;
  private readonly remembered: RememberedAnswers<AnswerComparison>;

  constructor(
    sides: TrafficSides,
    private readonly parts: ReadParts,
  ) {
    this.finder = new HostFinder(sides);
    this.remembered = new RememberedAnswers(this.finder);
    const lines = sides.changes.map((): LineCount => ({ requests: 0, changed: 0, examples: [] }));
    this.count = {
      ...{ requests: 0, changed: 0, unread: 0, unknown: 0, others: 0, served: 0, lines, reasons: new Map(), unreadAt: [] },
    };
  }

  skip(line: number): void {
    this.count.unread++;
    if (this.count.unreadAt.length < SHOWN) this.count.unreadAt.push(`${this.file}:${line}`);
  }

  take(request: CompleteRequest): void {
    const { count } = this;
    const host = this.remembered.hostOf(request);
    count.requests++;
    if (host.isSame) {
      if (host.was?.entry?.rules.length) count.served++;
      return;
    }
    const { answers, line, why = "", hasRule } = this.comparisonOf(host, request);
    if (hasRule) count.served++;
    const own = count.lines[line];
    if (own) own.requests++;
    if (answers === "unknown") {
      count.unknown++;
      count.reasons.set(why, (count.reasons.get(why) ?? 0) + 1);
    } else if (answers === "changed") {
      count.changed++;
      if (!own) count.others++;
      else if (own.changed++ === 0 || own.examples.length < SHOWN) addExample(own.examples, request);
    }
  }

  private comparisonOf(host: KnownHost<AnswerComparison>, request: CompleteRequest): AnswerComparison {
    return this.remembered.resultOf(host, requestKey(request, this.parts), () => compareAnswers(this.finder.sides, host, request));
  }
}

/** All that rules read of a request of one host; of a client the ranges that it is in. */
export function requestKey({ method, path, search, client, headers }: CompleteRequest, { clients }: ReadParts): string {
  const key = search === "" ? `${method} ${path}` : `${method} ${path}${search ?? " ?"}`;
  if (clients.length === 0 && headers.size === 0) return key;
  const ranges = client === undefined ? "" : clients.map((range) => (inRange(client, range) ? 1 : 0)).join("");
  return `${key}\n${ranges}${JSON.stringify([...headers])}`;
}

function addExample(examples: string[], { method, path }: CompleteRequest): void {
  const example = `${method} ${path.length > MOST_EXAMPLE ? `${path.slice(0, MOST_EXAMPLE)}...` : path}`;
  if (!examples.includes(example)) examples.push(copiedText(example));
}

/** So many characters of a path are shown. */
const MOST_EXAMPLE = 120;
