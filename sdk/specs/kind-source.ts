import type { ResourceType } from "../../provider/kubernetes/types";

/** Way to read one kind from a cluster, and to write a status back. */
export interface KindSource<K extends string = string> {
  kind: K;
  /** API types under which the server may have it, the best first. */
  types: readonly ResourceType[];
  /** The types are kinds of their own and not versions of one: all that the server has are read. */
  apart?: boolean;
  /** Every API server has it; else it is looked for first, and is absent where it is not installed. */
  builtIn?: boolean;
  /** Label selectors mean it: it asks for load balancing itself. What others refer to is always read. */
  selectable?: boolean;
  /** Only these objects of the kind are of any use. */
  fieldSelector?: string;
  /** On Arktos its objects are kept in this tenant, and in no namespace that a selection speaks of. */
  tenant?: string;
  /** An object that is being deleted asks for nothing any more. */
  endsAtOnce?: boolean;
  /**
   * Part that is written back: the status of the object, by its subresource or, if its definition has none, as a field. Default: nothing.
   */
  status?: "subresource" | "field";
}

/** A type of the API server in one version: in a namespace, and on Arktos in a tenant. */
export const resourceType = (
  group: string,
  version: string,
  plural: string,
  kind: string,
  more: Partial<ResourceType> = {},
): ResourceType => ({
  group,
  version,
  plural,
  kind,
  namespaced: true,
  tenanted: true,
  ...more,
});

/** Of a type without namespaces. */
export const CLUSTER_WIDE = { namespaced: false, tenanted: false } as const;
