/** The tenant that is always there, on Arktos, and has the nodes and Mizar's objects. */
export const SYSTEM_TENANT = "system";

/** All tenants at once, for lists and watches. */
export const ALL_TENANTS = "all";
