// The connection of a stack without an explicit provider, from its configuration.

import * as pulumi from "@pulumi/pulumi";
import * as runtime from "@pulumi/pulumi/runtime";
import { type Connection, KEY_OF_STACK, pluginConnection, pluginInputs, STACK_CONNECTION } from "../resources/connection";
import { PACKAGE } from "../resources/resource-type";
import { currentProgram, nativeVersion } from "./native";

/** By program: its connection. */
const programs = new WeakMap<object, pulumi.ProviderResource | undefined>();

/** Key of a program without an engine. */
const ALONE = {};

class StackConnection extends pulumi.ProviderResource {
  constructor(props: pulumi.Inputs) {
    super(PACKAGE, STACK_CONNECTION, props);
  }
}

/**
 * The connection that the stack configures (`avi:controller`) as a provider of the plugin, so that a program changes to the plugin with its
 * configuration as it is: the engine hands the plugin those keys alone that begin with the name of the package. Undefined where the stack
 * configures none: then the plugin has `k8s-lb:avi.controller`, or the environment.
 */
export function connectionOfStack(): pulumi.ProviderResource | undefined {
  const program = currentProgram() ?? ALONE;
  if (!programs.has(program)) programs.set(program, connection());
  return programs.get(program);
}

function connection(): pulumi.ProviderResource | undefined {
  const config = runtime.allConfig();
  const shown = Object.fromEntries(Object.entries(config).map(([key, value]) => [key, isConfigSecret(key) ? pulumi.secret(value) : value]));
  const keys = Object.entries(shown).filter(([key]) => KEY_OF_STACK.test(key));
  // beside them the engine would not hand over `k8s-lb:avi`
  return keys.length === 0 ? undefined : new StackConnection({ ...Object.fromEntries(keys), ...pluginInputs(shown) });
}

/** The connections that the stack configures for the plugin, `k8s-lb:avi.controller`; none where resources are dynamic. */
export const configuredForPlugin = (): Connection => (nativeVersion() === undefined ? {} : pluginConnection(runtime.allConfig()));

/** Function of the SDK that its types leave out; without it every value is a secret. */
function isConfigSecret(key: string): boolean {
  const isSecret: unknown = Reflect.get(runtime, "isConfigSecret");
  return typeof isSecret === "function" ? isSecret(key) === true : true;
}
