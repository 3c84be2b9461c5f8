// The summary of a component: what a preview reviews and a state remembers.

import { z } from "zod";
import type { BackEndName, Kind } from "./kind";

/** Input that counts in the check alone: it names files. */
export const FINDINGS = "__findings";

/** Input of a run that waits for servers: what a look at them needs. The check takes it out, so that no state and no comparison has it. */
export const HEALTH = "__health";

const schema = z.object({
  /** Owner mark of the component. */
  owner: z.string(),
  /** `ReviewFacts` of the component as JSON text: one value, which the engine neither shows nor compares field by field. */
  __facts: z.string(),
  /** Errors and warnings about the specs as JSON text. The check prints those that the facts of the last run have not; no state has it. */
  [FINDINGS]: z.string().optional(),
  /** `HealthQuery` of the component as text, in a run that warns of routes without a server. */
  [HEALTH]: z.string().optional(),
});

/**
 * The facts that the last completed run of a component left. It is a resource without an object that depends on all others of the component,
 * so it is updated only when all of them are as declared; its check prints the summary of the run.
 */
export function summaryKind(target: BackEndName): Kind<typeof schema> {
  return { type: `${target}:Summary`, schema, fields: {}, object: false, bookkeeping: true, outputs: {} };
}
