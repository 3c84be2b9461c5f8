// Names of the sets of kinds that translations read.

/** A set of kinds: those of routing, with AKO's custom resources, with Pods, or those of Mizar. */
type KindFamily = "routing" | "ako" | "ako-node-port-local" | "mizar";

/** A set of kinds, optionally with the workloads behind Services. */
export type Family = KindFamily | `${Exclude<KindFamily, "mizar">}-workloads`;

/** Set of kinds of a target for its setting `readWorkloads`. */
export const withWorkloads = (family: Exclude<KindFamily, "mizar">, readWorkloads: unknown): Family =>
  /^true$/i.test(String(readWorkloads)) ? `${family}-workloads` : family;
