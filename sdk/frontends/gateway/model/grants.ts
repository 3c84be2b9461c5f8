// Decides by ReferenceGrants which references across namespaces are allowed.

import { objectsOf, type SpecSet } from "../../../specs";
import { referenceGrantReader } from "../reference-grant-reader";

/** The referring object, as in a ReferenceGrant. */
export interface Referrer {
  group: string;
  kind: string;
  namespace: string;
}

/** The referenced object. */
export interface Referred {
  group: string;
  kind: string;
  namespace: string;
  name: string;
}

/** True if an object may refer to another: always within a namespace, else with a ReferenceGrant. */
export type Granted = (from: Referrer, to: Referred) => boolean;

/** Reads the ReferenceGrants; each `from` of a grant is combined with each `to`. */
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
