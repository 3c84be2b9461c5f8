import type { Answer } from "./transport";

/** Pauses double from the configured one to this many times it. */
const MAX_PAUSE = 16;
/** However long a server asks us to wait. */
const MAX_RETRY_AFTER_MS = 30_000;

/** The pause before try `attempt + 1`. Half of it is chance, so that a hundred resources do not come back in step. */
export function pauseMs(baseMs: number, attempt: number): number {
  return baseMs * Math.min(2 ** attempt, MAX_PAUSE) * (0.5 + Math.random() / 2);
}

/** What the server asks for in `Retry-After`; 0 when it does not ask. */
export function retryAfterMs({ headers }: Answer): number {
  const seconds = Number(headers["retry-after"]);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1000, MAX_RETRY_AFTER_MS) : 0;
}
