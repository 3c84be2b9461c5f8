// Describes how to read a kind from a cluster and where to write its status.

import type { ResourceType } from "../../provider/kubernetes/types";

/** A kind of a cluster: how to read it, and where its status is written. */
export interface KindSource<K extends string = string> {
  kind: K;
  /** API types that a server may have, the preferred first. */
  types: readonly ResourceType[];
  /** The types are separate kinds, not versions of one: all available ones are read. */
  apart?: boolean;
  /** Every API server has it; other kinds are looked up first and skipped if they are not installed. */
  builtIn?: boolean;
  /** Label selectors apply: its objects request load balancing. Referenced kinds are always read. */
  selectable?: boolean;
  /** Only these objects of the kind are needed. */
  fieldSelector?: string;
  /** Arktos tenant of its objects, which selections of namespaces do not affect. */
  tenant?: string;
  /** An object that is being deleted counts as deleted. */
  endsAtOnce?: boolean;
  /** How the status is written: by the status subresource or, if the definition has none, as a field. Default: not at all. */
  status?: "subresource" | "field";
}

/** An API type in one version: namespaced, and on Arktos in a tenant. */
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

/** For types without namespaces. */
export const CLUSTER_WIDE = { namespaced: false, tenanted: false } as const;
