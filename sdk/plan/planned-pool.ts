// A pool whose servers change without a change of structure, for the endpoint sync of watch.

import type { ReadServers, ServerSource } from "../routing";

/** Servers of a pool as its resource has them; `kept` where the specs do not tell them. */
export type PoolServers = readonly unknown[] | "kept";

/** The servers of a pool as a function of the ports of Services that it is for. */
export interface PoolOfPorts {
  readonly sources: readonly ServerSource[];
  readonly servers: (read: ReadServers) => PoolServers;
}

/** A pool of a plan whose servers Pods and nodes can change, while all else of the plan stays. */
export interface PlannedPool extends PoolOfPorts {
  /** The resource that contains it, as `resourceKey` spells it. */
  readonly in: string;
  readonly name: string;
}
