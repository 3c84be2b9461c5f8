import type { ObjectRef } from "../../../contract/diagnostic";
import { certificateDelegationReader } from "./certificateDelegation";
import { contourRouteReader } from "./contourRoute";
import { endpointSliceReader } from "./endpointSlice";
import { endpointsReader } from "./endpoints";
import { ingressReader } from "./ingress";
import { ingressClassReader } from "./ingressClass";
import { ingressRouteReader } from "./ingressRoute";
import type { KindReader } from "./kind";
import { nodeReader } from "./node";
import { openShiftRouteReader } from "./openshiftRoute";
import { secretReader } from "./secret";
import { serviceReader } from "./service";
import { readers } from "./table";

/** Every kind that is read, in one table: a new kind is one file and one line here. */
export const KINDS = [
  serviceReader,
  endpointsReader,
  endpointSliceReader,
  nodeReader,
  secretReader,
  ingressReader,
  ingressClassReader,
  openShiftRouteReader,
  ingressRouteReader,
  certificateDelegationReader,
  contourRouteReader,
] as const satisfies readonly KindReader[];

/** The reader of a kind, if we read it. */
export const readerOf = readers(KINDS);

/** The kind, with its API group where two kinds have one name. */
export function kindOf({ apiVersion, kind }: ObjectRef): string {
  return readerOf(apiVersion, kind)?.qualifiedKind ?? kind;
}
