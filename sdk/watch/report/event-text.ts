import { describeObject } from "../../../kinds/diagnostic";
import type { PendingChange, WatchEvent } from "./watch-event";

const MOST_NAMES = 5;

/** One line for a person, or none for what is reported otherwise. */
export function textOf(told: WatchEvent): string | undefined {
  switch (told.what) {
    case "event":
      return `${told.cluster}: ${told.kind} ${told.object} ${told.type}`;
    case "stream":
      return `${told.cluster}: ${told.kind} ${told.state}`;
    case "begin":
      return `watching ${told.stack}`;
    case "note":
      return `note: ${told.message}`;
    case "output":
      return told.text;
    case "outage": {
      const what = `${told.cluster}: ${told.kind ?? "the API server"}`;
      if (told.gone) return `${what} is not followed any more`;
      return told.reason === undefined ? `${what} is followed again` : `${what} cannot be followed: ${told.reason}`;
    }
    case "write":
      return told.would
        ? `${told.resource}: would have ${told.servers} servers (--apply none)`
        : `${told.resource}: ${told.servers} servers, ${told.seconds.toFixed(2)} s after the event`;
    case "failure":
      return told.known ? undefined : `${told.message}${told.again === undefined ? "" : ` (next try in ${told.again.toFixed(1)} s)`}`;
    case "pending":
      return told.pending.length === 0 ? "nothing is pending" : told.pending.map(briefly).join("\n");
    case "drift":
      return told.drift.length === 0 ? "no drift" : `drift: ${told.drift.map(({ resource }) => resource).join(", ")}`;
    case "run":
      // a failure is reported by itself
      return told.failed === undefined ? `pulumi ${told.run} done (${told.seconds.toFixed(1)} s)` : undefined;
    case "history":
      return `a run of the stack has ended (${told.result}), its state is read anew`;
    case "leader":
      return told.leader ? "this process writes now" : "another process writes now";
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
