// Compares properties such as timeouts between two sides, with the default values of the target.

import { AVI_DEFAULTS } from "../avi/properties";
import { type PropertyDifference, propertyDifferences } from "../differences/property-changes";
import type { DefaultValues } from "../differences/property-words";
import { OCTAVIA_DEFAULTS } from "../octavia/properties";
import type { RoutingTable } from "../table/routing-table";

const USUAL: { readonly [target: string]: DefaultValues } = { avi: AVI_DEFAULTS, octavia: OCTAVIA_DEFAULTS };

/** Changed properties between two sides of a target, `avi`. */
export const propertyDifferencesOn = (target: string, before: RoutingTable, after: RoutingTable): PropertyDifference[] =>
  propertyDifferences(before, after, USUAL[target]);
