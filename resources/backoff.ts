// Exponential backoff with jitter: the pause before a retry.

/** Pauses between retries, in milliseconds. */
export interface BackoffLimits {
  firstMs: number;
  longestMs: number;
}

/**
 * The pause after so many failures in a row: it doubles with each. Half of it is chance (jitter), so that many clients do not come back at
 * the same moment.
 *
 * @param failures before this one
 * @param random from 0 to 1
 */
export function backoffMs(failures: number, { firstMs, longestMs }: BackoffLimits, random: number): number {
  return Math.min(longestMs, firstMs * 2 ** failures) * (0.5 + random / 2);
}
