// Chooses between dynamic resources and the native plugin.

import * as pulumi from "@pulumi/pulumi";
import { LbError } from "../resources/diagnostic";
import { DYNAMIC, NATIVE } from "../resources/resource-type";
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

interface Choice {
  version?: string;
  /** A resource has been made by it. */
  settled?: boolean;
}

/** By program: a process that stays loaded runs several, one after the other. */
const programs = new WeakMap<object, Choice>();

/** Key of what is chosen outside any program, or in a program without an engine. */
const ALONE = {};

let serves = false;

/**
 * The program that runs: its stack, or in the process of the plugin all components that the process makes. Undefined without an engine, where a
 * unit test may make the same component as often as it likes.
 */
export const currentProgram = (): object | undefined => pulumi.runtime.getStackResource() ?? (serves ? ALONE : undefined);

/** True in the process of the plugin: it never knows all components of its program. */
export const isPlugin = (): boolean => serves;

/** Says that this process is the plugin, which makes components for programs in any language. */
export function servePlugin(): void {
  serves = true;
  choiceOf(ALONE).version ??= packageVersion();
}

function choiceOf(program: object): Choice {
  const choice = programs.get(program) ?? {};
  programs.set(program, choice);
  return choice;
}

/**
 * Lets the native plugin run the resources of this program, in place of dynamic providers: `pulumi import` works, and `--diff` names the element
 * of a list that changes. `k8s-lb plugin install` puts the plugin where Pulumi looks for it. The environment variable `K8S_LB_NATIVE=1` does the
 * same. A stack of dynamic resources goes on with the plugin, without a write, and `adopt: true` for one run takes it back
 * (docs/install.md#move-a-stack-to-the-native-plugin). Call it before the first resource of this package.
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
  const choice = choiceOf(currentProgram() ?? ALONE);
  if (choice.settled && choice.version === undefined) throw new pulumi.RunError(tooLate());
  choice.version = packageVersion();
}

/** The release of the plugin that runs the resources; undefined where they are dynamic. The first resource settles it. */
export function nativeVersion(): string | undefined {
  const choice = choiceOf(currentProgram() ?? ALONE);
  if (!choice.settled) choice.version ??= choiceOf(ALONE).version ?? (isChosen(process.env[VARIABLE] ?? "") ? packageVersion() : undefined);
  choice.settled = true;
  return choice.version;
}

/** The type with which this program registers a resource of a kind, `avi:Pool`. */
export const registeredType = (kind: string): string => `${nativeVersion() === undefined ? DYNAMIC : NATIVE}${kind}`;

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
