/** Who sends a request. */
export interface User {
  name: string;
  groups: string[];
  uid?: string;
  /** Arktos: the tenant of the credentials. */
  tenant?: string;
}

/** Members may do everything. */
export const MASTERS = "system:masters";

/** Who has no credentials at all; only RBAC knows such a user. */
export const ANONYMOUS: User = { name: "system:anonymous", groups: ["system:unauthenticated"] };
