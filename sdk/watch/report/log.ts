import { type DestinationStream, pino } from "pino";
import { textOf } from "./event-text";
import type { Observer, WatchEvent } from "./watch-event";

/** Levels of reports; a change that somebody else's `up` made is as usual as an event. */
function levelOf(told: WatchEvent): "error" | "warn" | "info" | "debug" {
  switch (told.what) {
    case "failure":
      return told.known ? "debug" : "error";
    case "outage":
      return told.reason === undefined ? "info" : "warn";
    case "run":
      return told.failed === undefined ? "info" : "debug";
    case "event":
    case "stream":
    case "output":
      return "debug";
    case "note":
      return "warn";
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
export function jsonLog(to: DestinationStream, clean: (text: string) => string, level: "info" | "debug" = "info"): Observer {
  const logger = pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    to,
  );
  return (told) => {
    const shown: unknown = JSON.parse(JSON.stringify(told), (_key, value: unknown) => (typeof value === "string" ? clean(value) : value));
    logger[levelOf(told)](shown, clean(textOf(told) ?? told.what));
  };
}

/** The same as lines for people. */
export function textLog(to: DestinationStream, clean: (text: string) => string, level: "info" | "debug" = "info"): Observer {
  return (told) => {
    const words = level === "info" && levelOf(told) === "debug" ? undefined : textOf(told);
    if (words !== undefined) to.write(`${new Date().toISOString()} ${clean(words)}\n`);
  };
}
