// Preflight findings that all back ends word the same way.

import { nearest } from "../../../resources/nearest";
import type { Finding } from "./refusal";

/**
 * Something that a spec refers to and that is not there.
 *
 * @param others the names that there are, for the one that is meant
 */
export function missing(type: string, name: string, owner: string, others: readonly string[] = []): Finding {
  const meant = nearest(name, others);
  const near = meant ? `; did you mean ${meant}?` : "";
  return { code: "LB2074", fails: true, message: `${type} ${name} does not exist${owner ? `; ${owner} needs it` : ""}${near}` };
}

export function tooFew(where: string, free: number, needed: number, owner = ""): Finding {
  const message = `${where} has ${free} free ${free === 1 ? "address" : "addresses"}, and the plan needs ${needed} more`;
  return { code: "LB2073", fails: true, message: owner ? `${message}, ${owner} among others` : message };
}

/** A right that is only needed to look: nothing fails for it. */
export function unseen(what: string, why: string): Finding {
  return { code: "LB2075", fails: false, message: `${what} could not be checked: ${why}` };
}
