import { failure } from "../../lifecycle/errors";
import type { ConfigSource } from "../../lifecycle/kind";

/** How long to wait, and how often to look. */
export interface Waits {
  /** Upper bound of one wait, in milliseconds. */
  timeoutMs: number;
  /** First pause between two looks; it grows to `slowest`. */
  intervalMs: number;
}

/** Ten minutes: the slowest amphora clouds take three per change. */
const TIMEOUT_SECONDS = 600;
const INTERVAL_MILLISECONDS = 500;

/** `octavia:waitTimeout` in seconds, `octavia:pollInterval` in milliseconds. */
export function waitsOf(config: ConfigSource): Waits {
  return {
    timeoutMs: positive(config, "waitTimeout", TIMEOUT_SECONDS) * 1000,
    intervalMs: positive(config, "pollInterval", INTERVAL_MILLISECONDS),
  };
}

function positive(config: ConfigSource, key: string, otherwise: number): number {
  const text = config.get(key);
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw failure("LB2002", { object: `octavia:${key}`, message: `"${text}" is not a positive number` });
}
