/** Compares what a run changes beside the answers to requests, in the words of its target. */
import { AVI_USUAL } from "../avi/properties";
import { type BesideChange, besideChanges } from "../differences/property-changes";
import type { Usual } from "../differences/property-words";
import { OCTAVIA_USUAL } from "../octavia/properties";
import type { RoutingTable } from "../table/routing-table";

const USUAL: { readonly [target: string]: Usual } = { avi: AVI_USUAL, octavia: OCTAVIA_USUAL };

/** Changes between two sides that are served on a target, `avi`. */
export const besideBetween = (target: string, before: RoutingTable, after: RoutingTable): BesideChange[] =>
  besideChanges(before, after, USUAL[target]);
