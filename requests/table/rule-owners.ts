// Splits the owners of a rule into the main one and the others.

import type { RuleOwner, ServedRule } from "./routing-table";

/** The first owner is the object of the rule, the others are served as well. */
export function ownedBy([by, ...also]: readonly RuleOwner[] = []): Pick<ServedRule, "by" | "also"> {
  return { ...(by ? { by } : {}), ...(also.length > 0 ? { also } : {}) };
}
