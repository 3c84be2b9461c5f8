import type { L4VSInputs } from "../../kinds/avi/l4-vs";
import type { PassthroughVSInputs } from "../../kinds/avi/passthrough-vs";
import type { PoolInputs } from "../../kinds/avi/pool";
import type { SharedVSInputs } from "../../kinds/avi/shared-vs";
import type { SniVSInputs } from "../../kinds/avi/sni-vs";
import type { StaticRoutesInputs } from "../../kinds/avi/static-routes";
import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import type { Status } from "../routing";

/** One resource to be: its inputs, and the specs it stands for. */
export interface Planned<I> {
  /** The Avi name of its main object, which is also its Pulumi name: it comes from the identity of the spec alone. */
  name: string;
  inputs: I;
  owners: ObjectRef[];
}

/** An SNI child and the parent it hangs below. */
export interface PlannedChild extends Planned<SniVSInputs> {
  parent: string;
}

/** Everything one cluster means on Avi, in the order of creation. */
export interface AviPlan {
  staticRoutes?: Planned<StaticRoutesInputs>;
  /** What the specs lack, by the name of the object that would be planned with it: one that exists is not to go for that. */
  missing: Record<string, string>;
  pools: Planned<PoolInputs>[];
  sharedVs: Planned<SharedVSInputs>[];
  sniVs: PlannedChild[];
  passthroughVs: Planned<PassthroughVSInputs>[];
  l4Vs: Planned<L4VSInputs>[];
  /** Every host name that is served, and the objects that say something of it. */
  hosts: { fqdn: string; owners: ObjectRef[] }[];
  statuses: Status[];
  /** What was said about objects without a status: Services, Secrets, nodes, settings, files. */
  diagnostics: Diagnostic[];
}
