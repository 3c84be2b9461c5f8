import type { ObjectRef } from "../../../kinds/diagnostic";
import { certificateDelegationReader } from "./certificate-delegation";
import { contourRouteReader } from "./contour-route";
import { endpointSliceReader } from "./endpoint-slice";
import { endpointsReader } from "./endpoints";
import { ingressReader } from "./ingress";
import { ingressClassReader } from "./ingress-class";
import { ingressRouteReader } from "./ingress-route";
import type { KindReader } from "./kind";
import { nodeReader } from "./node";
import { openShiftRouteReader } from "./openshift-route";
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
