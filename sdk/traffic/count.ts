// Counts logged requests by the change that affects them.

import { inRange } from "../../requests/table/networks";
import { type AnswerComparison, compareAnswers } from "./compared-answers";
import { copiedText } from "./copied-text";
import type { CompleteRequest, LogReader } from "./read";
import { type KnownHost, RememberedAnswers } from "./remembered-answers";
import type { ReadParts } from "./request";
import { HostFinder, type TrafficSides } from "./sides";

/** Limit of shown examples per change, and of shown lines that are no requests. */
const SHOWN = 3;

/** Requests of one change. */
export interface LineCount {
  /** Requests that its rules answer. */
  requests: number;
  /** Requests that are answered differently. */
  changed: number;
  examples: string[];
}

/** Counts of logged requests. */
export interface TrafficCount {
  requests: number;
  changed: number;
  unread: number;
  unknown: number;
  /** By index of the change. */
  lines: LineCount[];
  /** Requests that are answered differently and belong to no change: of hosts that were not compared in full. */
  others: number;
  /** Number of requests without a known answer, by reason. */
  reasons: Map<string, number>;
  /** The first lines that are no requests: `access.log:12`. */
  unreadAt: string[];
  /** Requests that match a rule of either side, or whose host has rules. */
  served: number;
}

/** Counts requests; results of repeated requests are cached. */
export class TrafficCounter implements LogReader {
  readonly count: TrafficCount;
  /** Name of the log. */
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
    const lineCount = count.lines[line];
    if (lineCount) lineCount.requests++;
    if (answers === "unknown") {
      count.unknown++;
      count.reasons.set(why, (count.reasons.get(why) ?? 0) + 1);
    } else if (answers === "changed") {
      count.changed++;
      if (!lineCount) count.others++;
      else if (lineCount.changed++ === 0 || lineCount.examples.length < SHOWN) addExample(lineCount.examples, request);
    }
  }

  private comparisonOf(host: KnownHost<AnswerComparison>, request: CompleteRequest): AnswerComparison {
    return this.remembered.resultOf(host, requestKey(request, this.parts), () => compareAnswers(this.finder.sides, host, request));
  }
}

/** Key of all parts that rules read; of a client only the ranges that contain it. */
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

/** Limit of shown characters of a path. */
const MOST_EXAMPLE = 120;
