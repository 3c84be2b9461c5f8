// Builds the objects of the manifests that `to-gateway` writes.

/** Group of Gateway API. */
export const GATEWAY_GROUP = "gateway.networking.k8s.io";

const V1 = `${GATEWAY_GROUP}/v1`;

/** An object of Kubernetes as it is written. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; annotations?: Record<string, string> };
  spec?: object;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  type?: string;
}

/** An object of Gateway API. */
export const gatewayManifest = (kind: string, name: string, namespace: string | undefined, spec: object): Manifest => ({
  // the kind is stored as v1beta1 in every release that has it
  apiVersion: kind === "ReferenceGrant" ? `${GATEWAY_GROUP}/v1beta1` : V1,
  kind,
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  spec,
});

/** Reference of a Route to a listener. */
export interface ParentReference {
  kind?: "ListenerSet";
  group?: string;
  name: string;
  namespace?: string;
  sectionName?: string;
  port?: number;
}

/** A match of a written rule. */
export interface WrittenPath {
  type: "Exact" | "PathPrefix" | "RegularExpression";
  value: string;
}

/** Reference of a rule to a Service. */
export interface BackendReference {
  name: string;
  namespace?: string;
  port: number;
  weight?: number;
}

/** A rule of an HTTPRoute. */
export interface WrittenRule {
  matches: { path: WrittenPath }[];
  filters?: object[];
  backendRefs?: BackendReference[];
  timeouts?: { request: string };
}
