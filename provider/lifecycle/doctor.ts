// Interface that a back end implements for `k8s-lb doctor`: settings to show, and checks.

import type { BackEndName } from "../../resources/kind";
import { environmentName } from "./config";
import type { ConfigSource } from "./handler";

/** A rule as a role of Kubernetes holds it. */
export interface Right {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** Only the objects of these names. Absent: all. */
  readonly resourceNames?: readonly string[];
}

/** One check; it returns its finding, and throws the fault with its remedy. */
export type Check = readonly [name: string, run: () => Promise<string>];

/** Settings that `k8s-lb doctor` shows of a back end, and its checks. */
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
  checks(config: ConfigSource, rightsFor: (target: BackEndName) => readonly Right[]): readonly Check[];
}

/** Variables of the environment by the usual rule: `AVI_CA_CERT` for `caCert` of `avi`. */
export const variablesOf = (namespace: string, keys: readonly string[]): Doctor["variables"] =>
  Object.fromEntries(keys.map((key) => [key, [environmentName(namespace, key)]]));
