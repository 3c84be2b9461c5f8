import { describeObject } from "../../kinds/diagnostic";
import { keyOf, kindOf, type Spec } from "../specs";
import type { Candidate } from "./candidates";
import type { Ledger } from "./status";

/**
 * Leaves out what an object asks for that a controller made of another one, where that one asks for the same host: OpenShift makes a
 * Route of each Ingress, and both are one thing.
 */
export function withoutCopies(candidates: readonly Candidate[], ledger: Ledger): Candidate[] {
  const places = new Map<string, Spec>(candidates.map(({ owner, fqdn }) => [placeOf(owner.ref, fqdn), owner]));
  return candidates.filter(({ owner, fqdn }) => {
    const { madeOf } = owner.meta;
    const original = madeOf && places.get(placeOf({ ...madeOf, apiVersion: "", namespace: owner.ref.namespace }, fqdn));
    if (!original || original === owner) return true;
    ledger.judge(owner.ref, { state: "skipped", description: `a controller made it of ${describeObject(original.ref)}, which is served` });
    return false;
  });
}

const placeOf = (ref: Parameters<typeof kindOf>[0] & Parameters<typeof keyOf>[0], fqdn: string) =>
  `${kindOf(ref)} ${keyOf(ref)} ${fqdn.toLowerCase()}`;
