import { ConnectionLost, Refusal } from "../api/client";

/** Trouble of the server or on the way to it says nothing about the object; neither does it that somebody else wrote first. */
export const isTrouble = (error: unknown): boolean =>
  error instanceof Refusal ? [409, 429].includes(error.status) || error.status >= 500 : error instanceof ConnectionLost;

/** The operator tries again later; kopf's TemporaryError. */
export class TemporaryFailure extends Error {}

/** The operator gives up until the object changes; kopf's PermanentError. */
export class PermanentFailure extends Error {}

/** As the operator writes it into logs, events and annotations: an error nobody expected is permanent too. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof TemporaryFailure) return `Temporary Error: ${text}`;
  if (error instanceof PermanentFailure) return `Permanent Error: ${text}`;
  return `Unknown Error: ${text}`;
}
