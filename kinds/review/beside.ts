/** Compares what a run changes beside the answers to requests, in the words of its target. */
import { AVI_USUAL } from "../avi/served/beside";
import { OCTAVIA_USUAL } from "../octavia/served/beside";
import { type BesideChange, besideChanges } from "../requests/beside";
import type { ServedRules } from "../requests/form";
import type { Usual } from "../requests/turns";

const USUAL: { readonly [target: string]: Usual } = { avi: AVI_USUAL, octavia: OCTAVIA_USUAL };

/** Changes between two sides that are served on a target, `avi`. */
export const besideBetween = (target: string, before: ServedRules, after: ServedRules): BesideChange[] =>
  besideChanges(before, after, USUAL[target]);
