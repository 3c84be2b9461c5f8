// `diff --log`: counts the requests of access logs that a change concerns.
import { InvalidArgumentError } from "commander";
import { countText, shareText } from "../../../requests/differences/share-text";
import type { ComparedSides } from "../../requests/changes";
import { TrafficCounter } from "../../traffic/count";
import { partsRead } from "../../traffic/parts";
import { changeTraffic, type ShownTraffic, shownTraffic, trafficHeadline, trafficNotes } from "../../traffic/words";
import { UsageError } from "../grammar";
import { LOG_OPTIONS, type LogCommandOptions, readLogs, refuseWithoutLog } from "../log-options";
import { opt } from "../option";
import { printNote } from "../output";

/** Options of `diff` that count the requests of access logs. */
export interface TrafficOptions extends LogCommandOptions {
  examples?: boolean;
  /** Percent. */
  maxChanged?: number;
}

export const TRAFFIC_OPTIONS = [
  ...LOG_OPTIONS,
  opt("--examples", "show three requests of the log for each line of the summary"),
  opt("--max-changed <share>", "exit with 1 if more requests of the log are answered differently, or not known, e.g. 0.1%").read(percentOf),
];

function percentOf(text: string): number {
  const [, number] = /^(\d{1,3}(?:\.\d{1,6})?) ?%$/.exec(text) ?? [];
  if (number === undefined || Number(number) > 100) throw new InvalidArgumentError("Write a share in percent, e.g. 0.1%.");
  return Number(number);
}

/** @throws UsageError for options that do not go together */
export function refuseTrafficWithoutLog(options: TrafficOptions): void {
  refuseWithoutLog(options);
  const [flag] = [...(options.examples ? ["--examples"] : []), ...(options.maxChanged === undefined ? [] : ["--max-changed"])];
  if (!options.log && flag !== undefined) throw new UsageError(`${flag} is about a log: name one with --log`);
}

/** The requests of logs, counted by the lines of a comparison. */
export interface Traffic {
  /** The comparison with the counts of its lines. */
  requests: ComparedSides;
  headline: string;
  notes: readonly string[];
  shown: ShownTraffic;
  /** More than `--max-changed` allows. */
  isExceeded: boolean;
}

/** @returns undefined without `--log` */
export async function countedTraffic(
  options: TrafficOptions,
  to: string,
  compared: ComparedSides | undefined,
): Promise<Traffic | undefined> {
  if (!options.log) return undefined;
  if (!compared) throw new UsageError(`--log: nothing of ${to} answers requests on both sides`);
  const { before, after } = compared.rules;
  const parts = partsRead(before, after);
  const counter = new TrafficCounter({ before, after, changes: compared.changes }, parts);
  await readLogs(options, parts, counter);
  const { count } = counter;
  if (count.requests === 0)
    throw new UsageError(`there is no request in ${options.log.join(", ")}: ${countText(count.unread)} lines are not requests`);
  if (count.served === 0) printNote("note: no request of the log reaches a rule of either side: are host and scheme those of the specs?");
  const sampled = options.sample === undefined ? undefined : `1/${options.sample}`;
  const traffic = changeTraffic(count, compared, { sampled, examples: options.examples });
  const requests = { ...compared, traffic };
  const share = (100 * (count.changed + count.unknown)) / count.requests;
  const isExceeded = options.maxChanged !== undefined && share > options.maxChanged;
  if (isExceeded)
    printNote(
      `${shareText(count.changed + count.unknown, count.requests)} of the requests are answered differently or not known, more than ${options.maxChanged} %`,
    );
  return {
    requests,
    headline: trafficHeadline(count, requests),
    notes: trafficNotes(count, sampled),
    shown: shownTraffic(count, requests),
    isExceeded,
  };
}
