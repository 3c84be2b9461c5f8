import { type DestinationStream, pino } from "pino";
import type { Observer, Told } from "./observer";
import { wordsOf } from "./words";

/** Levels of what is told; a change that somebody else's `up` made is as usual as an event. */
const levelOf = (told: Told) =>
  (told.what === "failure" && !told.known) || (told.what === "run" && told.failed !== undefined)
    ? "error"
    : told.what === "event" || told.what === "stream" || told.what === "failure"
      ? "debug"
      : told.what === "outage" && told.reason !== undefined
        ? "warn"
        : "info";

/**
 * Everything that is told as one line of JSON each, for who collects logs. Texts come from servers: what looks like a secret is hidden in
 * each of them, as in errors.
 *
 * @param clean hides secrets in a text
 */
export function jsonLog(to: DestinationStream, clean: (text: string) => string, level = "info"): Observer {
  const logger = pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    to,
  );
  return (told) => {
    const shown: unknown = JSON.parse(JSON.stringify(told), (_key, value: unknown) => (typeof value === "string" ? clean(value) : value));
    logger[levelOf(told)](shown, clean(wordsOf(told) ?? told.what));
  };
}
