/** Name of a set of kinds that a translation reads: those of routing, with the custom resources of AKO, with Pods as well, or those of Mizar. */
export type Family = "routing" | "ako" | "ako-node-port-local" | "mizar";
