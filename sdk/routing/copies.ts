// Leaves out objects that a controller made as copies of others, such as Routes of Ingresses.

import { describeObject } from "../../resources/diagnostic";
import { keyOf, kindOf, type Spec } from "../specs";
import type { Candidate } from "./candidates";
import { isOnTls } from "./rule";
import type { StatusRecorder } from "./status";

/**
 * Leaves out one of two objects with the same host, where a controller made one from the other: OpenShift makes a Route of each Ingress.
 * The copy is left out, unless it alone has TLS, which annotations for the controller can add.
 */
export function withoutCopies(candidates: readonly Candidate[], ledger: StatusRecorder): readonly Candidate[] {
  if (!candidates.some(({ owner }) => owner.meta.madeOf)) return candidates;
  const owners = new Map<string, Spec>(candidates.map(({ owner, fqdn }) => [hostKey(owner.ref, fqdn), owner]));
  const secured = new Set(candidates.filter(hasTls).map(({ owner, fqdn }) => hostKey(owner.ref, fqdn)));
  const served = new Map<string, Spec>();
  for (const { owner: copy, fqdn } of candidates) {
    const { madeOf } = copy.meta;
    const place = madeOf && hostKey({ ...madeOf, apiVersion: "", namespace: copy.ref.namespace }, fqdn);
    const original = place && owners.get(place);
    if (!original || original === copy) continue;
    const copyKey = hostKey(copy.ref, fqdn);
    if (secured.has(copyKey) && !secured.has(place)) served.set(place, copy);
    else served.set(copyKey, original);
  }
  const unserved = candidates.filter(({ owner, fqdn }) => !served.has(hostKey(owner.ref, fqdn)));
  const remaining = new Set(unserved.map(({ owner }) => owner));
  for (const { owner, fqdn } of candidates) {
    const winner = served.get(hostKey(owner.ref, fqdn));
    if (winner && !remaining.has(owner)) ledger.setStatus(owner.ref, { state: "skipped", description: reasonOf(owner, winner) });
  }
  return unserved;
}

const hasTls = (candidate: Candidate) => !("to" in candidate) || isOnTls(candidate);

function reasonOf(owner: Spec, { ref }: Spec): string {
  return owner.meta.madeOf
    ? `a controller made it of ${describeObject(ref)}, which is served`
    : `a controller made ${describeObject(ref)} of it, which is served on TLS`;
}

const hostKey = (ref: Parameters<typeof kindOf>[0] & Parameters<typeof keyOf>[0], fqdn: string) =>
  `${kindOf(ref)} ${keyOf(ref)} ${fqdn.toLowerCase()}`;
