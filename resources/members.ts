// The members of pools, in the inputs or outputs of a resource.

/** Inputs or outputs of a resource, as a state has them. */
export type ResourceInputs = { readonly [property: string]: unknown };

/** The servers of each pool of a resource; `kept` where the specs do not give them, and the load balancer keeps those it has. */
export type PoolMembers = ReadonlyMap<string, readonly unknown[] | "kept">;

/** The servers in the pools of one kind of resource. */
export interface Members {
  read(inputs: ResourceInputs): PoolMembers;
  /** The inputs with other servers. Pools that are not named stay. */
  write(inputs: ResourceInputs, members: ReadonlyMap<string, readonly unknown[]>): ResourceInputs;
  /** The input that names pools which stay as the load balancer has them; none where a pool is one resource, which is not written at all. */
  readonly keepsIn?: string;
  /** True if the pools may be resources of their own: one without pools has no servers. */
  readonly optional?: true;
}
