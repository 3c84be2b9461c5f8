import { objectsOf, type SpecSet } from "../../../specs";
import { referenceGrantReader } from "../reference-grant-reader";

/** An object as ReferenceGrants name the one that refers. */
export interface Referrer {
  group: string;
  kind: string;
  namespace: string;
}

/** An object that is referred to. */
export interface Referred {
  group: string;
  kind: string;
  namespace: string;
  name: string;
}

/** Decides whether an object may refer to another: always within a namespace, else where a ReferenceGrant says so. */
export type Granted = (from: Referrer, to: Referred) => boolean;

/** Reads the ReferenceGrants of the specs. Every `from` of a grant goes with every `to` of it. */
export function grantsIn(specs: SpecSet): Granted {
  const grants = objectsOf(specs, referenceGrantReader);
  return (from, to) =>
    from.namespace === to.namespace ||
    grants.some(
      ({ ref, spec }) =>
        ref.namespace === to.namespace &&
        spec.from.some((one) => one.group === from.group && one.kind === from.kind && one.namespace === from.namespace) &&
        spec.to.some((one) => one.group === to.group && one.kind === to.kind && (one.name ?? to.name) === to.name),
    );
}
