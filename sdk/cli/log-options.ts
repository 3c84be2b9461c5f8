// Options of the verbs that read access logs, and the reading of the logs.
import { InvalidArgumentError } from "commander";
import { reasonOf } from "../../resources/diagnostic";
import { LOG_FORMAT_NAMES, LOG_FORMATS } from "../traffic/formats";
import { jsonLines, type LogFields, logFieldsOf } from "../traffic/formats/fields";
import { readPieces } from "../traffic/input";
import { LogFault, type LogOptions, type LogReader, readLog } from "../traffic/read";
import type { ReadParts } from "../traffic/request";
import { UsageError } from "./grammar";
import { opt } from "./option";
import { withProgress } from "./progress";

/** Options of the verbs that read access logs. */
export interface LogCommandOptions {
  log?: string[];
  logFormat?: string;
  logFields?: LogFields;
  logHost?: string;
  logScheme?: "http" | "https";
  /** One of so many lines. */
  sample?: number;
}

export const LOG_OPTIONS = [
  opt("--log <file...>", "access log (also .gz), or - for standard input; may be repeated"),
  opt("--log-format <format>", "form of the log (default: recognised from its first lines)").choices(LOG_FORMAT_NAMES),
  opt("--log-fields <names>", "of JSON lines: host=FIELD,path=FIELD, also query, method, scheme, client, status, server, header.NAME").read(
    withReason(logFieldsOf),
  ),
  opt("--log-host <name>", "host of the requests, where the log does not hold it"),
  opt("--log-scheme <scheme>", "scheme of the requests, where the log does not hold it").oneOf(["http", "https"]),
  opt("--sample <part>", "read a part of the lines, e.g. 1/100").read(sampleOf),
];

function withReason<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError(`${reasonOf(error)}.`);
    }
  };
}

function sampleOf(text: string): number {
  const [, of] = /^1\/([1-9]\d{0,8})$/.exec(text) ?? [];
  if (of === undefined) throw new InvalidArgumentError("Write 1/N.");
  return Number(of);
}

/** @throws UsageError for an option without a log, and for options that do not go together */
export function refuseWithoutLog({ log, logFormat, logFields, logHost, logScheme, sample }: LogCommandOptions): void {
  const named = {
    "--log-format": logFormat,
    "--log-fields": logFields,
    "--log-host": logHost,
    "--log-scheme": logScheme,
    "--sample": sample,
  };
  const [flag] = Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (!log && flag !== undefined) throw new UsageError(`${flag} is about a log: name one with --log`);
  if (logFormat === "json" && !logFields) throw new UsageError("--log-format json needs --log-fields path=FIELD,...");
  if (logFields && logFormat !== undefined && logFormat !== "json") throw new UsageError(`--log-fields is for json, not for ${logFormat}`);
  if (log && log.filter((file) => file === "-").length > 1) throw new UsageError("standard input can be read once: --log names it twice");
}

/**
 * Reads all logs that the options name.
 *
 * @throws UsageError for a log that cannot be read, or does not hold what is needed
 */
export async function readLogs(options: LogCommandOptions, parts: ReadParts, reader: LogReader & { file: string }): Promise<void> {
  const { log = [], logFormat, logFields, logHost, logScheme, sample } = options;
  const format = logFields ? jsonLines(logFields) : LOG_FORMATS.find(({ name }) => name === logFormat);
  const readOptions: LogOptions = {
    ...(format ? { format } : {}),
    ...(logHost === undefined ? {} : { host: logHost.toLowerCase() }),
    ...(logScheme === undefined ? {} : { scheme: logScheme }),
    ...(sample === undefined ? {} : { sample }),
  };
  await withProgress("Reading the log", async () => {
    for (const file of log) {
      reader.file = file === "-" ? "standard input" : file;
      try {
        await readLog(readPieces(file), readOptions, parts, reader);
      } catch (error) {
        if (error instanceof LogFault) throw new UsageError(`${reader.file}: ${error.message}`);
        throw new UsageError(`${reader.file} cannot be read: ${reasonOf(error)}`);
      }
    }
  });
}
