// Writes the events of watch to a log, as text or JSON.

import { type DestinationStream, pino } from "pino";
import type { EventSink, ReportedEvent } from "../terms/reported-event";
import { eventText } from "./event-text";

/** Levels of reports; a change that somebody else's `up` made is as usual as an event. */
function levelOf(event: ReportedEvent): "error" | "warn" | "info" | "debug" {
  switch (event.what) {
    case "failure":
      return event.known ? "debug" : "error";
    case "outage":
      return event.reason === undefined ? "info" : "warn";
    case "run":
      return event.failed === undefined ? "info" : "debug";
    case "event":
    case "stream":
    case "output":
      return "debug";
    case "note":
      return "warn";
    case "held":
      return event.held.length === 0 ? "info" : "warn";
    default:
      return "info";
  }
}

/**
 * Every report as one line of JSON, for who collects logs. Texts come from servers: what looks like a secret is hidden in
 * each of them, as in errors.
 *
 * @param clean hides secrets in a text
 */
export function jsonLog(to: DestinationStream, clean: (text: string) => string, level: "info" | "debug" = "info"): EventSink {
  const logger = pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    to,
  );
  return (event) => {
    if (!logger.isLevelEnabled(levelOf(event))) return;
    const shown: unknown = JSON.parse(JSON.stringify(event), (_key, value: unknown) => (typeof value === "string" ? clean(value) : value));
    logger[levelOf(event)](shown, clean(eventText(event) ?? event.what));
  };
}

/** Writes events as lines for people. */
export function textLog(to: DestinationStream, clean: (text: string) => string, level: "info" | "debug" = "info"): EventSink {
  return (event) => {
    const words = level === "info" && levelOf(event) === "debug" ? undefined : eventText(event);
    if (words !== undefined) to.write(`${new Date().toISOString()} ${clean(words)}\n`);
  };
}
