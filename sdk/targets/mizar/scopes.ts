// The specs that each Mizar component class manages.

import type { ObjectRef } from "../../../resources/diagnostic";
import { notExactlyOne } from "../../components/single";
import { type MizarSpecs, manifestKey } from "../../frontends";

/** Objects that a component creates. The other specs are facts. */
export interface MizarScope {
  kinds: ReadonlySet<string>;
  /** Refuses specs that the component is not for. */
  check?(specs: MizarSpecs): void;
}

/** Objects that each class of component makes. */
export const MIZAR_SCOPES = {
  KubernetesCluster: { kinds: new Set(["Vpc", "Subnet", "Network", "Pod", "Service"]) },
  Network: scopeOfOne("Network"),
  Pod: scopeOfOne("Pod"),
  Service: scopeOfOne("Service"),
} as const satisfies { readonly [kind: string]: MizarScope };

/** True for objects that a component creates: those of its kinds that do not exist yet. */
export const madeBy =
  ({ kinds }: MizarScope, specs: MizarSpecs) =>
  (ref: ObjectRef): boolean =>
    kinds.has(ref.kind) && !existsIn(specs, ref);

/** True for an object that exists on the server, or that another resource of the program creates. */
export const existsIn = ({ manifests }: MizarSpecs, ref: ObjectRef): boolean => manifests.get(manifestKey(ref))?.exists === true;

/** Scope of one object of a kind; its VPC and Network are facts. */
function scopeOfOne(kind: "Network" | "Pod" | "Service"): MizarScope {
  return {
    kinds: new Set([kind]),
    check(specs) {
      const all = kind === "Network" ? specs.networks : specs.workloads.filter(({ ref }) => ref.kind === kind);
      const declared = all.filter(({ ref }) => !existsIn(specs, ref));
      if (declared.length === 1) return;
      throw notExactlyOne(kind, declared.length);
    },
  };
}
