// Converts errors of operations into the form that the engine expects.

import type { Properties } from "./bodies/json";
import { PartialFailure, toPartialWireError, toWireError } from "./messages/errors";
import { originIn } from "./messages/origin";

/**
 * Runs an operation, and converts its error into the form that the engine expects.
 *
 * @param stored converts the outputs of a partial failure into properties of the state
 */
export async function withWireErrors<T>(
  properties: Properties,
  stored: (outs: Properties) => Properties,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const { specs } = originIn(properties);
    if (!(thrown instanceof PartialFailure)) throw toWireError(thrown, specs);
    const outs = stored(thrown.outs);
    const { message } = toWireError(thrown.cause, specs);
    throw toPartialWireError(new PartialFailure(thrown.id, outs, thrown.cause), message, properties.__provider);
  }
}
