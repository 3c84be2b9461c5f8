// `test --write --log`: expectations for the most frequent requests of an access log.
import { countText, shareText } from "../../../requests/differences/share-text";
import { expectationFor, type WrittenExpectation } from "../../requests/expectations/write";
import type { RequestExplainer } from "../../requests/explain";
import { FrequentRequests, URL_PARTS_ONLY } from "../../traffic/frequent";
import { UsageError } from "../grammar";
import { type LogCommandOptions, readLogs } from "../log-options";

/** Expectations are written until this part of the requests is covered, in percent. */
const COVERED = 99;

/** So many expectations are written at most. */
const MOST = 1000;

/** Expectations of the most frequent requests of a log, and notes about what they cover. */
export interface TrafficExpectations {
  expectations: WrittenExpectation[];
  notes: string[];
}

/** @param isWritten the file has the request already */
export async function expectationsOfTraffic(
  options: LogCommandOptions,
  requests: RequestExplainer,
  isWritten: (request: string) => boolean,
): Promise<TrafficExpectations> {
  const reader = new FrequentRequests();
  await readLogs(options, URL_PARTS_ONLY, reader);
  const { requests: all, unread } = reader;
  if (all === 0) throw new UsageError(`there is no request in ${options.log?.join(", ")}: ${countText(unread)} lines are not requests`);
  const expectations: WrittenExpectation[] = [];
  let [covered, without, error] = [0, 0, 0];
  for (const frequent of reader.most()) {
    if (expectations.length >= MOST || covered + without >= (all * COVERED) / 100) break;
    const { method, url } = frequent;
    const [written, sure] = [expectationFor({ url, ...(method === "GET" ? {} : { method }) }, requests), frequent.count - frequent.error];
    error = Math.max(error, frequent.error);
    if (!written) without += sure;
    else {
      covered += sure;
      if (!isWritten(written.entry.request)) expectations.push(written);
    }
  }
  const noun = options.sample === undefined ? "requests" : `sampled requests (1/${options.sample} of the log)`;
  const about = error > 0 ? `at least, as counts are approximate: each may be too high by ${countText(error)}` : "";
  return {
    expectations,
    notes: [
      `${countText(covered)} of ${countText(all)} ${noun} covered (${shareText(covered, all)}${about ? `, ${about}` : ""})`,
      ...(without > 0
        ? [`${countText(without)} ${noun} without an expectation: no rule takes them, or nothing can be expected of their answer`]
        : []),
      ...(unread > 0 ? [`${countText(unread)} lines of the log are no requests`] : []),
    ],
  };
}
