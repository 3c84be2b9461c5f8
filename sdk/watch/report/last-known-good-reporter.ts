// Reports the objects that watch holds at their last known good version.

import { type LastKnownGood, type LastKnownGoodReport, lastKnownGoodReports, lastKnownGoodText } from "../../components/last-known-good";
import type { EventSink, PendingChange } from "../terms/reported-event";

/** Reports objects that are held whenever they are others than before. */
export class LastKnownGoodReporter {
  private reported = "[]";

  constructor(
    private readonly lastKnownGood: () => readonly LastKnownGood[],
    private readonly emit: EventSink,
  ) {}

  /** @returns whether there was something to report */
  report(): boolean {
    const reports = lastKnownGoodReports(this.lastKnownGood());
    const text = JSON.stringify(reports);
    if (text === this.reported) return false;
    this.reported = text;
    this.emit({ what: "held", held: reports });
    return true;
  }

  /** Each object as the change of it that is refused, until it is corrected. */
  asChanges = (): PendingChange[] => lastKnownGoodReports(this.lastKnownGood()).map(asChange);
}

const asChange = (held: LastKnownGoodReport): PendingChange => ({
  causes: [held.object],
  since: "",
  objects: {},
  refused: lastKnownGoodText(held),
});
