import type { RuleOwner, ServedRule } from "./routing-table";

/** Owners as a rule has them: the first asks for it, the others are served as well. */
export function ownedBy([by, ...also]: readonly RuleOwner[] = []): Pick<ServedRule, "by" | "also"> {
  return { ...(by ? { by } : {}), ...(also.length > 0 ? { also } : {}) };
}
