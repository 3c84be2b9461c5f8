import * as pulumi from "@pulumi/pulumi";
import { LbError } from "../kinds/diagnostic";
import { packageVersion } from "./own-package";

/** Environment variable that chooses the plugin without a change of the program. */
const VARIABLE = "K8S_LB_NATIVE";

const WORDS: { readonly [word: string]: boolean } = {
  "": false,
  0: false,
  false: false,
  no: false,
  off: false,
  1: true,
  true: true,
  yes: true,
  on: true,
};

let version: string | undefined;
let settled = false;

/**
 * Lets the native plugin run the resources of this program, in place of dynamic providers: `pulumi import` works, and `--diff` names the element
 * of a list that changes. `k8s-lb plugin install` puts the plugin where Pulumi looks for it. The environment variable `K8S_LB_NATIVE=1` does the
 * same. A stack of dynamic resources goes on with the plugin, without a write; the way back is a new stack (docs/upgrades.md). Call it before the
 * first resource of this package.
 *
 * @throws RunError LB1123 after the first resource
 *
 * @example
 * ```ts
 * import { useNativePlugin } from "pulumi-k8s-lb";
 * import * as avi from "pulumi-k8s-lb/avi";
 *
 * useNativePlugin();
 * new avi.KubernetesCluster("prod", { specs: "manifests", settings: { clusterName: "prod" } });
 * ```
 */
export function useNativePlugin(): void {
  if (settled && version === undefined) throw new pulumi.RunError(tooLate());
  version = packageVersion();
}

/** The release of the plugin that runs the resources; undefined where they are dynamic. The first resource settles it. */
export function nativeVersion(): string | undefined {
  if (!settled && version === undefined && isChosen(process.env[VARIABLE] ?? "")) version = packageVersion();
  settled = true;
  return version;
}

function isChosen(word: string): boolean {
  const chosen = WORDS[word.toLowerCase()];
  if (chosen === undefined) throw new pulumi.RunError(notAWord(word));
  return chosen;
}

const tooLate = () =>
  new LbError({
    code: "LB1123",
    message: "useNativePlugin() is called after the first resource of the program: one part would be dynamic, another native",
    remedy: `Call it at the top of the program, or set ${VARIABLE}=1.`,
  }).message;

const notAWord = (word: string) =>
  new LbError({
    code: "LB1123",
    message: `${VARIABLE} is "${word}", which is neither yes nor no`,
    remedy: `Set ${VARIABLE}=1 to use the native plugin, or remove it.`,
  }).message;
