import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import { KINDS, kindOf, readerOf } from "./kinds";
import type { CertificateDelegation } from "./kinds/certificate-delegation";
import type { ContourRoute } from "./kinds/contour-route";
import { type EndpointSlice, endpointsOf } from "./kinds/endpoint-slice";
import type { Endpoints } from "./kinds/endpoints";
import type { Ingress } from "./kinds/ingress";
import type { IngressClass } from "./kinds/ingress-class";
import type { IngressRoute } from "./kinds/ingress-route";
import type { Node } from "./kinds/node";
import type { OpenShiftRoute } from "./kinds/openshift-route";
import type { Secret } from "./kinds/secret";
import type { Service } from "./kinds/service";
import { compare, keyOf, type Spec } from "./meta";
import type { RawObject } from "./raw";
import { readObjects } from "./read-objects";

/** Everything that was read, checked and indexed: the snapshot that a translation works on. */
export interface SpecSet {
  services: ReadonlyMap<string, Service>;
  /** From Endpoints, or from all EndpointSlices of the Service. */
  endpoints: ReadonlyMap<string, Endpoints>;
  secrets: ReadonlyMap<string, Secret>;
  nodes: readonly Node[];
  ingresses: readonly Ingress[];
  ingressClasses: readonly IngressClass[];
  openShiftRoutes: readonly OpenShiftRoute[];
  ingressRoutes: readonly IngressRoute[];
  certificateDelegations: readonly CertificateDelegation[];
  contourRoutes: readonly ContourRoute[];
  /** Objects of a kind that we read but that are faulty: they contribute nothing. */
  faulty: readonly ObjectRef[];
  diagnostics: readonly Diagnostic[];
}

/**
 * Checks and indexes objects. Never throws: faulty objects end in `faulty` with a diagnostic each, duplicates with equal
 * contents count once, and every list is sorted by namespace/name, so the order of the input never matters.
 */
export function readSpecs(raws: readonly RawObject[], before: readonly Diagnostic[] = []): SpecSet {
  const { specs, faulty, diagnostics } = readObjects(raws, before, { readerOf, known: KINDS });
  return { ...index(specs), faulty, diagnostics };
}

function index(specs: Spec[]): Omit<SpecSet, "faulty" | "diagnostics"> {
  const byKind = new Map<string, { key: string; spec: Spec }[]>();
  for (const spec of specs) {
    const kind = kindOf(spec.ref);
    const entry = { key: keyOf(spec.ref), spec };
    const list = byKind.get(kind);
    if (list) list.push(entry);
    else byKind.set(kind, [entry]);
  }
  for (const list of byKind.values()) list.sort((a, b) => compare(a.key, b.key));
  const of = <T extends Spec>(kind: string) => (byKind.get(kind) ?? []).map(({ spec }) => spec as T);
  const map = <T extends Spec>(kind: string) => new Map(of<T>(kind).map((spec) => [keyOf(spec.ref), spec]));
  return {
    services: map<Service>("Service"),
    endpoints: new Map([...map<Endpoints>("Endpoints"), ...endpointsOf(of<EndpointSlice>("EndpointSlice"))]),
    secrets: map<Secret>("Secret"),
    nodes: of<Node>("Node"),
    ingresses: of<Ingress>("Ingress"),
    ingressClasses: of<IngressClass>("IngressClass"),
    openShiftRoutes: of<OpenShiftRoute>("Route.route.openshift.io"),
    ingressRoutes: of<IngressRoute>("IngressRoute"),
    certificateDelegations: of<CertificateDelegation>("TLSCertificateDelegation"),
    contourRoutes: of<ContourRoute>("Route.contour.heptio.com"),
  };
}
