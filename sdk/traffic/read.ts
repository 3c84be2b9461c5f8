// Reads requests and answers from an access log.

import { FIRST_LINES, recognisedFormat } from "./formats";
import { LineSplitter, MOST_CHARACTERS, type Splitter } from "./lines";
import type { LoggedAnswer } from "./logged-answer";
import { isDocument, ObjectSplitter } from "./objects";
import type { LogFormat, LoggedRequest, ReadParts } from "./request";

/** Format of a log, and parts of requests that it lacks. */
export interface LogOptions {
  /** Absent: recognised from the first lines. */
  format?: LogFormat;
  host?: string;
  scheme?: "http" | "https";
  /** One of this number of lines is read. */
  sample?: number;
}

/** A request completed by the options. */
export type CompleteRequest = LoggedRequest & { scheme: "http" | "https"; host: string };

/** Receives the requests of a log. */
export interface LogReader {
  take(request: CompleteRequest, answered?: LoggedAnswer): void;
  /** Also receives answers. */
  readonly readsAnswers?: true;
  /** Receives a line that is no request. */
  skip(line: number): void;
}

/** A log that cannot be read with these options; the message names the missing option. */
export class LogFault extends Error {}

/** Reads a log in one pass. */
export async function readLog(pieces: AsyncIterable<string>, options: LogOptions, parts: ReadParts, reader: LogReader): Promise<void> {
  const lines = new Lines(options, parts, reader);
  let beginning = "";
  let splitter: Splitter | undefined;
  const begin = (): Splitter => {
    const text = beginning.replace(/^\ufeff/, "");
    const Kind = isDocument(text) ? ObjectSplitter : LineSplitter;
    const made = new Kind((line, number) => lines.take(line, number));
    made.push(text);
    return made;
  };
  for await (const piece of pieces) {
    if (splitter) {
      splitter.push(piece);
      continue;
    }
    beginning += piece;
    if (beginning.length > MOST_CHARACTERS || beginning.trimStart().includes("\n")) splitter = begin();
  }
  (splitter ?? begin()).end();
  lines.end();
}

/** Buffers the first lines until the format is recognised. */
class Lines {
  private readonly first: { line: string | undefined; number: number }[] = [];
  private format: LogFormat | undefined;

  constructor(
    private readonly options: LogOptions,
    private readonly parts: ReadParts,
    private readonly reader: LogReader,
  ) {}

  take(line: string | undefined, number: number): void {
    if (this.format) {
      this.read(this.format, line, number);
      return;
    }
    this.first.push({ line, number });
    if (this.first.length >= FIRST_LINES) this.begin();
  }

  end(): void {
    if (!this.format && this.first.length > 0) this.begin();
  }

  private begin(): void {
    const texts = this.first.flatMap(({ line }) => line ?? []);
    const format = this.options.format ?? recognisedFormat(texts);
    if (!format)
      throw new LogFault("its first lines are of no form that is known: --log-format names one, --log-fields the fields of JSON lines");
    const requests = texts.flatMap((line) => format.read(line, this.parts) ?? []);
    if (this.options.host === undefined && requests.some(({ host }) => host === undefined))
      throw new LogFault(`its form (${format.name}) does not hold the host of each request: --log-host NAME says it`);
    if (this.options.scheme === undefined && requests.some(({ scheme }) => scheme === undefined))
      throw new LogFault(`its form (${format.name}) does not hold the scheme of each request: --log-scheme http or https says it`);
    if (this.reader.readsAnswers && !format.answer)
      throw new LogFault("its fields do not name the status: add status=FIELD to --log-fields");
    this.format = format;
    for (const { line, number } of this.first) this.read(format, line, number);
    this.first.length = 0;
  }

  private read(format: LogFormat, line: string | undefined, number: number): void {
    const { sample, scheme: usualScheme, host: usualHost } = this.options;
    if (sample !== undefined && !isSampled(number, sample)) return;
    const request = line === undefined ? undefined : format.read(line, this.parts);
    const [scheme, host] = [request?.scheme ?? usualScheme, request?.host ?? usualHost];
    if (!request || scheme === undefined || host === undefined) {
      this.reader.skip(number);
      return;
    }
    // no other code has a reference to this object
    const placed = request as CompleteRequest;
    placed.scheme = scheme;
    placed.host = host;
    if (this.reader.readsAnswers && line !== undefined) this.reader.take(placed, format.answer?.(line));
    else this.reader.take(placed);
  }
}

/** True for one of this number of lines: multiples of the golden ratio are spread evenly, independent of patterns in the log. */
const isSampled = (number: number, of: number): boolean => (Math.imul(number, 0x9e3779b1) >>> 0) * of < 2 ** 32;
