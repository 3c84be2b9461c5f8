// The components that the plugin offers to other languages.

import * as pulumi from "@pulumi/pulumi";
import { LbError } from "../resources/diagnostic";
import { nearest } from "../resources/nearest";
import { NATIVE } from "../resources/resource-type";
import { SpecComponent } from "../sdk/components/component";
import type { SpecSource } from "../sdk/components/sources";
import { LiveCluster } from "../sdk/kubernetes/resources";
import * as avi from "../sdk/targets/avi";
import * as mizar from "../sdk/targets/mizar";
import * as octavia from "../sdk/targets/octavia";
import { packageSchema } from "./schema";

/** Class of a component, as programs use it. */
type ComponentClass = new (name: string, args: pulumi.Inputs, opts: pulumi.ComponentResourceOptions) => pulumi.ComponentResource;

const ENTRIES: { readonly [target: string]: object } = { avi, octavia, mizar };

/** Every component by its token, `k8s-lb:avi:KubernetesCluster`: the classes that the entries of the package give out. */
const COMPONENTS: ReadonlyMap<string, ComponentClass> = new Map(
  Object.entries(ENTRIES).flatMap(([target, entry]) =>
    Object.entries(entry)
      .filter((exported): exported is [string, ComponentClass] => isComponent(exported[1]))
      .map(([name, component]) => [`${NATIVE}${target}:${name}`, component] as const),
  ),
);

function isComponent(exported: unknown): boolean {
  return typeof exported === "function" && exported.prototype instanceof SpecComponent;
}

/**
 * Makes a component of a program in any language.
 *
 * @throws LbError LB2026 for a component, or an input, that it does not have
 */
export function makeComponent(type: string, name: string, inputs: pulumi.Inputs, opts: pulumi.ComponentResourceOptions) {
  const Component = COMPONENTS.get(type);
  if (!Component) throw unknown(`component "${type}"`, type, [...COMPONENTS.keys()]);
  const inputNames = Object.keys(packageSchema().resources[type]?.inputProperties ?? {});
  const wrong = Object.keys(inputs).find((input) => !inputNames.includes(input));
  if (wrong !== undefined) throw unknown(`input "${wrong}" of ${name}`, wrong, inputNames);
  refuseMisspelt(inputs.settings, packageSchema().resources[type]?.inputProperties?.settings?.$ref, name);
  if (inputs.specs === undefined) throw unknown(`specs of ${name}: the input is missing`, "", inputNames);
  return new Component(name, { ...inputs, specs: withClusters(inputs.specs) }, opts);
}

/** Refuses unknown keys of settings. Hosts that know the schema (YAML) do the same; nothing else checks a dictionary of Python. */
function refuseMisspelt(value: unknown, ref: string | undefined, path: string): void {
  const properties = packageSchema().types[ref?.replace(/^#\/types\//, "") ?? ""]?.properties;
  if (!properties || typeof value !== "object" || value === null || Array.isArray(value) || pulumi.Output.isInstance(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (!property) throw unknown(`setting "${key}" of ${path}`, key, Object.keys(properties));
    refuseMisspelt(inner, property.$ref, `${path}.${key}`);
  }
}

function unknown(what: string, word: string, names: readonly string[]): LbError {
  const meant = nearest(word, names);
  return new LbError({
    code: "LB2026",
    message: `there is no ${what}`,
    remedy: `${meant ? `Meant is ${meant}? ` : ""}Known: ${names.join(", ")}.`,
  });
}

/** Outputs of a component, as the schema has them. */
export function outputsOf(type: string, component: pulumi.ComponentResource): pulumi.Inputs {
  const names = Object.keys(packageSchema().resources[type]?.properties ?? {});
  return Object.fromEntries(names.map((name) => [name, Reflect.get(component, name)]));
}

/** Sources in which `{liveCluster: {kubeconfig, context, ...}}` is a live cluster: other languages have no `liveCluster()`. */
function withClusters(source: SpecSource): SpecSource {
  if (Array.isArray(source)) return source.map(withClusters);
  if (typeof source !== "object" || source === null) return source;
  const selection: unknown = Reflect.get(source, "liveCluster");
  return typeof selection === "object" && selection !== null ? new LiveCluster(selection) : source;
}
