import type { Json } from "../../kinds/json";
import { sanitize } from "./sanitize";

/** Thrown by a kind when something was made before it failed: what exists must stand in the state, or it is an orphan. */
export class PartialFailure extends Error {
  constructor(
    readonly id: string,
    /** Outputs of what is confirmed to exist. */
    readonly outs: { [key: string]: Json | undefined },
    override readonly cause: unknown,
  ) {
    super("partial failure");
  }
}

/** The form in which the dynamic provider host recognises a partial failure. */
export interface PartialWireError extends Error {
  id: string;
  properties: { [key: string]: unknown };
  reasons: string[];
}

/**
 * The engine shows nothing but `reasons`, so the whole message stands there; and it stores `properties` as they are, so
 * `__provider` must be among them or no later refresh or destroy can find the code.
 */
export function toPartialWireError(failed: PartialFailure, message: string, providerText: unknown): PartialWireError {
  const error = new Error(message) as PartialWireError;
  error.stack = message;
  error.id = failed.id;
  error.properties = { ...sanitize(failed.outs), __provider: providerText };
  error.reasons = [message];
  return error;
}
