// Prints counts of logged requests.

import { trafficLines } from "../../requests/differences/change-lines";
import type { ChangeTraffic, RequestComparison } from "../../requests/differences/changes";
import { countText, shareText } from "../../requests/differences/share-text";
import type { TrafficCount } from "./count";

/** Counts for the lines of a comparison. */
export function changeTraffic(
  count: TrafficCount,
  { changes }: RequestComparison,
  { sampled, examples }: { sampled?: string; examples?: boolean },
): ChangeTraffic {
  const byChange = <T>(value: (at: number) => T) => new Map(changes.map((change, at) => [change, value(at)]));
  return {
    requests: count.requests,
    changed: byChange((at) => count.lines[at]?.changed ?? 0),
    ...(examples ? { examples: byChange((at) => count.lines[at]?.examples ?? []) } : {}),
    ...(sampled === undefined ? {} : { sampled }),
  };
}

/** `1,204 of 402,118 requests (0.30 %) are answered differently, on 3 of 5 lines` */
export function trafficHeadline({ requests, changed, unknown }: TrafficCount, compared: RequestComparison): string {
  const { lines, withTraffic } = trafficLines(compared);
  const sampled = compared.traffic?.sampled;
  const all = `${countText(requests)} ${sampled ? "sampled " : ""}request${requests === 1 ? "" : "s"}`;
  if (changed === 0) {
    const part = sampled ? ` (${sampled} of the log)` : "";
    return `None of ${all}${part} is ${unknown > 0 ? "known to be " : ""}answered differently`;
  }
  const share = `(${shareText(changed, requests)}${sampled ? `, ${sampled} of the log` : ""})`;
  const where = lines > 0 ? `, on ${withTraffic} of ${lines} line${lines === 1 ? "" : "s"}` : "";
  return `${countText(changed)} of ${all} ${share} ${changed === 1 ? "is" : "are"} answered differently${where}`;
}

/** Notes on requests outside of the listed changes, and on lines that are no requests. */
export function trafficNotes({ requests, others, reasons, unread, unreadAt }: TrafficCount, sampled?: string): string[] {
  const noun = (count: number) => `${countText(count)} ${sampled ? "sampled " : ""}request${count === 1 ? "" : "s"}`;
  const unknown = [...reasons].map(([why, count]) => {
    const reason = why.startsWith("the pattern ") ? why : `rules read ${why}, which the log does not hold`;
    return `? ${noun(count)} (${shareText(count, requests)}) not known: ${reason}`;
  });
  const more = unread > unreadAt.length ? " ..." : "";
  return [
    ...(others > 0 ? [`? ${noun(others)} (${shareText(others, requests)}) in no line, of hosts that could not be compared in full`] : []),
    ...unknown,
    ...(unread > 0
      ? [
          `${countText(unread)} ${sampled ? "sampled " : ""}line${unread === 1 ? " is not a request" : "s are not requests"}: ${unreadAt.join(", ")}${more}`,
        ]
      : []),
  ];
}

/** Counts in `-o json`. */
export interface ShownTraffic {
  requests: number;
  changed: number;
  unread: number;
  unknown: number;
  /** `1/100` */
  sampled?: string;
  lines: { region: string; requests: number; changed: number; examples?: string[] }[];
}

export const shownTraffic = (
  { requests, changed, unread, unknown, lines }: TrafficCount,
  { changes, traffic }: RequestComparison,
): ShownTraffic => ({
  ...{ requests, changed, unread, unknown },
  ...(traffic?.sampled === undefined ? {} : { sampled: traffic.sampled }),
  lines: changes.map(({ region }, at) => ({
    region,
    requests: lines[at]?.requests ?? 0,
    changed: lines[at]?.changed ?? 0,
    ...(traffic?.examples ? { examples: lines[at]?.examples ?? [] } : {}),
  })),
});
