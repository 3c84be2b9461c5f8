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

/** Every kind that is read, in one table: a new kind is one file and one line here. */
const KINDS = [
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

const byTypeMeta = new Map<string, KindReader>(
  KINDS.flatMap((reader) => reader.apiVersions.map((apiVersion) => [`${apiVersion} ${reader.kind}`, reader as KindReader] as const)),
);

/** The reader of a kind, if we read it. */
export function readerOf(apiVersion: string, kind: string): KindReader | undefined {
  return byTypeMeta.get(`${apiVersion} ${kind}`);
}

/** The kind, with its API group where two kinds have one name. */
export function kindOf({ apiVersion, kind }: ObjectRef): string {
  return readerOf(apiVersion, kind)?.qualifiedKind ?? kind;
}
