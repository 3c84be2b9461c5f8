import type { z } from "zod";
import type { Diagnostic, ObjectRef } from "../../../kinds/diagnostic";
import type { Spec } from "../object";
import type { NameRule } from "../validation";
import { contourRouteReader } from "./contour-route";
import { endpointSliceReader, endpointsReader } from "./endpoints";
import { ingressClassReader, ingressReader } from "./ingress";
import { ingressRouteReader } from "./ingress-route";
import { mizarEndpointReader, networkReader, podReader, subnetReader, vpcReader } from "./mizar";
import { nodeReader } from "./node";
import { openShiftRouteReader } from "./openshift-route";
import { certificateDelegationReader, secretReader } from "./secret";
import { serviceReader } from "./service";

/** How one Kubernetes kind is read. */
export interface KindReader<T extends Spec = Spec> {
  kind: string;
  /** The apiVersions under which the kind is read. */
  apiVersions: readonly string[];
  /** Where the API group is needed to tell two kinds of one name apart. */
  qualifiedKind?: string;
  clusterScoped?: boolean;
  /** What its objects may be named. Default: a subdomain. */
  names?: NameRule;
  schema: z.ZodType;
  /** From the checked object to our form of it; also says which fields are ignored. */
  // biome-ignore lint/suspicious/noExplicitAny: each reader knows the type of its own schema
  build(base: Spec, value: any, report: (diagnostic: Diagnostic) => void): T;
}

/** Every kind that says something about load balancing, in one table: a new kind is one file and one line here. */
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

/** Every kind that says something about Mizar and Arktos networks. */
export const MIZAR_KINDS = [
  networkReader,
  vpcReader,
  subnetReader,
  mizarEndpointReader,
  podReader,
  serviceReader,
] as const satisfies readonly KindReader[];

/** Finds the reader of a kind in a table of them. */
export function readerIn(table: readonly KindReader[]): (apiVersion: string, kind: string) => KindReader | undefined {
  const byTypeMeta = new Map(table.flatMap((reader) => reader.apiVersions.map((apiVersion) => [`${apiVersion} ${reader.kind}`, reader])));
  return (apiVersion, kind) => byTypeMeta.get(`${apiVersion} ${kind}`);
}

const readerOf = readerIn(KINDS);

/** The kind, with its API group where two kinds have one name. */
export function kindOf({ apiVersion, kind }: ObjectRef): string {
  return readerOf(apiVersion, kind)?.qualifiedKind ?? kind;
}
