// Part of `k8s-lb verify`: types of one check and its result.

import type { Reported, VerifyResult } from "../../resources/assumptions/report";

/** Result of one question to a server. */
export type CheckResult = Omit<Reported, "id">;

/** Asks a server one question; an error counts as `unknown`. */
export type Check<Session> = (session: Session) => Promise<CheckResult>;

/** Checks by the ID of their assumption. */
export type Checks<Session> = { readonly [id: string]: Check<Session> };

const finding = (verdict: VerifyResult) => (found: string) => ({ verdict, found });

export const confirmed = finding("confirmed");
export const refuted = finding("refuted");
export const unknown = finding("unknown");

/** Confirmed or refuted by what was found. */
export const checkResult = (holds: boolean, found: string): CheckResult => (holds ? confirmed(found) : refuted(found));

/** Something that a check needs is missing: says nothing about its assumption. */
export class Inconclusive extends Error {}

/** A person has ended the run. */
export class Interrupted extends Error {
  constructor() {
    super("the run was ended");
  }
}
