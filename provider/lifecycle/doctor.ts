import { environmentName } from "./config";
import type { ConfigSource } from "./handler";

/** A rule as a role of Kubernetes holds it. */
export interface Right {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** One check; it returns its finding, and throws the fault with its remedy. */
export type Check = readonly [name: string, run: () => Promise<string>];

/** What `k8s-lb doctor` shows and checks of a back end. */
export interface Doctor {
  /** As the command names it. */
  readonly name: string;
  /** Namespaces of its keys in the stack configuration. */
  readonly namespaces: readonly string[];
  /** Key -> variables of the environment. */
  readonly variables: { readonly [key: string]: readonly string[] };
  /**
   * The checks in their order. Without the first, nothing else can be looked at.
   *
   * @param rightsFor rights in a cluster that a stack on this target needs
   */
  checks(config: ConfigSource, rightsFor: (target: "avi" | "mizar") => readonly Right[]): readonly Check[];
}

/** Variables of the environment by the usual rule: `AVI_CA_CERT` for `caCert` of `avi`. */
export const variablesOf = (namespace: string, keys: readonly string[]): Doctor["variables"] =>
  Object.fromEntries(keys.map((key) => [key, [environmentName(namespace, key)]]));
