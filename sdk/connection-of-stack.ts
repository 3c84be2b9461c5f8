import * as pulumi from "@pulumi/pulumi";
import * as runtime from "@pulumi/pulumi/runtime";
import { PACKAGE } from "../kinds/resource-type";
import { currentProgram } from "./native";

/** Namespaces in which the stack configures a connection. The engine hands the plugin those keys alone that begin with the name of the package. */
const NAMESPACES = ["avi", "octavia", "openstack", "mizar", "kubernetes"];

/** By program: its connection. */
const programs = new WeakMap<object, pulumi.ProviderResource | undefined>();

/** Key of a program without an engine. */
const ALONE = {};

class StackConnection extends pulumi.ProviderResource {
  constructor(props: pulumi.Inputs) {
    super(PACKAGE, "stack", props);
  }
}

/**
 * The connection that the stack configures (`avi:controller`) as a provider of the plugin, so that a program changes to the plugin with its
 * configuration as it is. Undefined where the stack configures none: then the plugin has `k8s-lb:avi.controller`, or the environment.
 */
export function connectionOfStack(): pulumi.ProviderResource | undefined {
  const program = currentProgram() ?? ALONE;
  if (!programs.has(program)) programs.set(program, connection());
  return programs.get(program);
}

function connection(): pulumi.ProviderResource | undefined {
  const keys = Object.entries(runtime.allConfig()).filter(([key]) => NAMESPACES.includes(key.split(":")[0] ?? ""));
  if (keys.length === 0) return undefined;
  return new StackConnection(Object.fromEntries(keys.map(([key, value]) => [key, isConfigSecret(key) ? pulumi.secret(value) : value])));
}

/** Function of the SDK that its types leave out; without it every value is a secret. */
function isConfigSecret(key: string): boolean {
  const known: unknown = Reflect.get(runtime, "isConfigSecret");
  return typeof known === "function" ? known(key) === true : true;
}
