// Describes the events of a watch as log lines.

import { describeObject } from "../../../resources/diagnostic";
import { lastKnownGoodText } from "../../components/last-known-good";
import type { PendingChange, ReportedEvent } from "../terms/reported-event";

const MOST_NAMES = 5;

/** Text of an event in one line, or none for what is reported otherwise. */
export function eventText(event: ReportedEvent): string | undefined {
  switch (event.what) {
    case "event":
      return `${event.cluster}: ${event.kind} ${event.object} ${event.type}`;
    case "stream":
      return `${event.cluster}: ${event.kind} ${event.state}`;
    case "begin":
      return `watching ${event.stack}`;
    case "note":
      return `note: ${event.message}`;
    case "output":
      return event.text;
    case "outage": {
      const what = `${event.cluster}: ${event.kind ?? "the API server"}`;
      if (event.gone) return `${what} is not followed any more`;
      return event.reason === undefined ? `${what} is followed again` : `${what} cannot be followed: ${event.reason}`;
    }
    case "write":
      return event.would
        ? `${event.resource}: would have ${event.servers} servers (--apply none)`
        : `${event.resource}: ${event.servers} servers, ${event.seconds.toFixed(2)} s after the event`;
    case "status":
      return event.would ? `${event.object}: status would be written (--apply none)` : `${event.object}: status written`;
    case "failure":
      return event.known ? undefined : `${event.message}${event.again === undefined ? "" : ` (next try in ${event.again.toFixed(1)} s)`}`;
    case "pending":
      return event.pending.length === 0 ? "nothing is pending" : event.pending.map(briefly).join("\n");
    case "held":
      return event.held.length === 0 ? "no object is held at an earlier version" : event.held.map(lastKnownGoodText).join("\n");
    case "drift":
      return event.drift.length === 0 ? "no drift" : `drift: ${event.drift.map(({ resource }) => resource).join(", ")}`;
    case "health":
      return `${event.object}: ${event.message}`;
    case "run":
      // a failure is reported by itself
      return event.failed === undefined ? `pulumi ${event.run} done (${event.seconds.toFixed(1)} s)` : undefined;
    case "history":
      return `a run of the stack has ended (${event.result}), its state is read again`;
    case "leader":
      return event.leader ? "this process writes now" : "another process writes now";
  }
}

/** `pending since 12:00:01: update avi:SniVS lab--shop (Ingress shop/web); refused: LB2017: ...`. */
export const pendingInWords = (change: PendingChange): string => briefly(change) + (change.refused ? `: ${change.refused}` : "");

/** Change in short. The reason of a refusal is printed separately. */
function briefly({ objects, causes, since, refused }: PendingChange): string {
  const names = Object.entries(objects).map(([name, op]) => `${op} ${name}`);
  if (names.length === 0) names.push("what a preview would tell");
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  const by = causes.length > 0 ? ` (${causes.map(describeObject).join(", ")})` : "";
  return `pending since ${since}: ${names.slice(0, MOST_NAMES).join(", ")}${more}${by}${refused ? "; refused" : ""}`;
}
