// Reads an HTTPRule as settings of the pools of its paths.

import type { Diagnostic, ObjectRef } from "../../../../resources/diagnostic";
import type { HTTPRule } from "../../../frontends";
import { bySeniority, diagnose } from "../../../specs";
import type { ExtensionFields, PoolExtension } from "../extensions";
import { requestMonitors } from "./monitors";
import { fitsTarget, ownCharacters } from "./path-targets";
import { type References, Refused } from "./references";

type RulePath = HTTPRule["paths"][number];

/** One path of an HTTPRule, and what it says of its pools. */
export interface PathExtension {
  target: string;
  pool: PoolExtension;
}

/** Settings of an HTTPRule (ako-2x.md 10). Throws if AKO would reject the rule. */
export function pathExtensions({ ref, paths, keysIn }: HTTPRule, references: References): PathExtension[] {
  if (paths.some(({ tls }) => tls?.pkiProfile && tls.destinationCA))
    throw new Refused("PKIProfile and DestinationCA fields are set in the HTTPRule. Only one of the field should be set.");
  // without its authority a server would not be verified
  const unverified = keysIn.filter(({ alone }) => alone).map(({ target }) => target);
  if (unverified.length > 0) throw new Refused(`destinationCA of ${unverified.join(", ")} has no certificate`);
  return paths.map((path, index) => ({ target: path.target, pool: poolExtension(ref, index, path, references) }));
}

/** Private keys in fields for authorities. */
export function keysInAuthorities({ ref, keysIn }: HTTPRule): Diagnostic[] {
  return keysIn.map(({ at, target, alone }) =>
    diagnose("LB1120", ref, at, `destinationCA of ${target} holds a private key${alone ? " and no certificate" : ""}`),
  );
}

function poolExtension(ref: ObjectRef, index: number, { tls, ...path }: RulePath, references: References): PoolExtension {
  const monitors = references.list("healthmonitor", path.healthMonitors);
  const pointer = `/spec/paths/${index}/healthMonitors`;
  return {
    fields: {
      ...(tls ? { sni_enabled: true, ssl_profile_ref: references.to("sslprofile", tls.sslProfile || "System-Standard") } : {}),
      ...references.fields({
        application_persistence_profile_ref: ["applicationpersistenceprofile", path.applicationPersistence],
        pki_profile_ref: ["pkiprofile", tls?.pkiProfile],
      }),
      ...(monitors.length > 0 ? { health_monitor_refs: monitors } : {}),
      ...(path.enableHTTP2 ? { enable_http2: true } : {}),
      ...balancing(path.loadBalancerPolicy),
    },
    ...requestMonitors(references, path.healthMonitors, { object: ref, pointer }),
    ...(tls ? { validation: tls.destinationCA ? { authority: tls.destinationCA } : {} } : {}),
  };
}

/** A hash counts with consistent hashing only, and a header with the hash of one. */
function balancing({ algorithm, hash, hostHeader }: NonNullable<RulePath["loadBalancerPolicy"]> = {}): ExtensionFields {
  if (!algorithm) return {};
  const hashed = algorithm === "LB_ALGORITHM_CONSISTENT_HASH" ? hash : undefined;
  const header = hashed === "LB_ALGORITHM_CONSISTENT_HASH_CUSTOM_HEADER" ? hostHeader : undefined;
  return {
    lb_algorithm: algorithm,
    ...(hashed ? { lb_algorithm_hash: hashed } : {}),
    ...(header ? { lb_algorithm_consistent_hash_hdr: header } : {}),
  };
}

/**
 * Of several targets that fit a path AKO takes any; here the one with most characters of its own counts, then the oldest rule. No path
 * is `/`.
 */
export function pathFor<A extends { rule: HTTPRule; extension: PathExtension[] }>(
  rules: readonly A[],
  fqdn: string,
  namespace: string,
  path: string,
): { accepted: A; pool: PoolExtension } | undefined {
  const [best] = rules
    .filter(({ rule }) => rule.fqdn === fqdn && rule.ref.namespace === namespace)
    .flatMap((accepted) => accepted.extension.map(({ target, pool }) => ({ accepted, target, pool })))
    .filter(({ target }) => fitsTarget(target, path || "/"))
    .sort((a, b) => ownCharacters(b.target) - ownCharacters(a.target) || bySeniority(a.accepted.rule, b.accepted.rule));
  return best;
}
