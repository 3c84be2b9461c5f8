/** Name of a set of kinds that a translation reads: those of routing, with the custom resources of AKO, with Pods as well, or those of Mizar. */
type KindFamily = "routing" | "ako" | "ako-node-port-local" | "mizar";

/** The same, with the workloads behind Services where the settings ask for them. */
export type Family = KindFamily | `${Exclude<KindFamily, "mizar">}-workloads`;

/** The family of a target by its setting `readWorkloads`, as it is written. */
export const withWorkloads = (family: Exclude<KindFamily, "mizar">, readWorkloads: unknown): Family =>
  /^true$/i.test(String(readWorkloads)) ? `${family}-workloads` : family;
