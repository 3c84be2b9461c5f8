// Interface that a back end implements for `k8s-lb orphans`: find objects by owner mark, delete one.

import type { ConfigSource } from "../lifecycle/handler";

/** An object on a load balancer that carries our mark. */
export interface Marked {
  /** As people call it: `LoadBalancer`, `Pool`, `FloatingIP`. */
  type: string;
  name: string;
  /** The id that the API knows it by. */
  id: string;
  /** The whole mark, e.g. `pulumi-k8s-lb:my-project/dev/my-cluster`; empty for what can only be known by its name. */
  owner: string;
  /** When it was last changed, in ISO form; absent where the server does not tell. */
  changed?: string;
}

/** Result of a search, with the places where it could not look. */
export interface Found {
  marked: Marked[];
  /** Sentences for a person. */
  notes: string[];
}

/** Facts from the states that were given. */
export interface KnownStates {
  /** Ids of everything they hold, by their UUID part. */
  ids: ReadonlySet<string>;
  /** Names under which they hold something: ids of resources (`admin/web`, `default/pod`), and `pool/web`. */
  names: ReadonlySet<string>;
  /** `project/stack` of all that is in them. */
  stacks: ReadonlySet<string>;
  /** True when a run was cut off: the next one finds what it has made again. */
  pending: boolean;
}

/** Outcome of deleting one object. */
export interface Removed {
  outcome: "deleted" | "gone" | "refused" | "failed";
  reason?: string;
}

/** Objects of one back end that carry an owner mark. */
export interface MarkedObjects {
  /** Lists everything that carries our mark; with `mark` what carries that one, whosever it is. */
  find(config: ConfigSource, mark?: string): Promise<Found>;
  readonly remove: Removal;
  /** Types in the order of deletion. */
  readonly order: readonly string[];
  /** Names under which a state may hold an object of this name. */
  namesInState?(object: Pick<Marked, "type" | "name">): string[];
}

/** Deletes one object, after another look at it. */
export type Removal = (config: ConfigSource, object: Marked, states: KnownStates) => Promise<Removed>;
