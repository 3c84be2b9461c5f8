import { LbError } from "../../kinds/diagnostic";
import type { Finding } from "../lifecycle/refusal";

/** Something that a spec refers to and that is not there. */
export function missing(what: string, owner: string): Finding {
  return { code: "LB2074", fails: true, message: `${what} does not exist${owner ? `; ${owner} needs it` : ""}` };
}

export function tooFew(where: string, free: number, wanted: number, owner = ""): Finding {
  const message = `${where} has ${free} free ${free === 1 ? "address" : "addresses"}, and the plan needs ${wanted} more`;
  return { code: "LB2073", fails: true, message: owner ? `${message}, ${owner} among others` : message };
}

/** A right that is only needed to look: nothing fails for it. */
export function unseen(what: string, why: string): Finding {
  return { code: "LB2075", fails: false, message: `${what} could not be looked at: ${why}` };
}

/** A cloud need not have every service. */
export const isMissingService = (error: unknown) => error instanceof LbError && error.code === "LB2037";
