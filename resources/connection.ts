// Reads connections to load balancers and clusters from the inputs of a provider of the plugin.

import { PACKAGE } from "./resource-type";

/** Connections in the inputs of a provider of the plugin, each an object with the keys of the stack configuration: `avi: {controller, ...}`. */
export const CONNECTIONS: readonly string[] = ["avi", "octavia", "mizar", "kubernetes"];

/** Keys of a stack, `avi:controller`, as programs in TypeScript give them. */
export const KEY_OF_STACK = /^(avi|octavia|openstack|mizar|kubernetes):/;

/** Name of the provider in which a program hands the plugin the connection that its stack configures. */
export const STACK_CONNECTION = "stack-configuration";

/** A connection in the form of a stack: `avi:controller` -> text. */
export type Connection = { readonly [key: string]: string };

/** Values by name, in clear. */
type Values = { readonly [name: string]: unknown };

/** A value of the configuration that is an object, as such or as JSON text. */
export function objectIn(value: unknown): Values | undefined {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Values;
  if (typeof value !== "string" || !value.trimStart().startsWith("{")) return undefined;
  try {
    return JSON.parse(value) as Values;
  } catch {
    return undefined;
  }
}

/** The connection in the inputs of a provider resource, of either form: `{avi: {controller}}` becomes `avi:controller`. */
export function connectionIn(inputs: Values): Connection {
  const nested = CONNECTIONS.flatMap((name) =>
    Object.entries(objectIn(inputs[name]) ?? {}).map(([key, value]) => [`${name}:${key}`, value] as const),
  );
  const entries = Object.entries(inputs).filter(([key]) => KEY_OF_STACK.test(key));
  const present = [...entries, ...nested].filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(present.map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]));
}

/** The connections that a stack configures for the plugin, `k8s-lb:avi.controller`, as inputs of its provider. */
export const pluginInputs = <V>(config: { readonly [key: string]: V }): { readonly [connection: string]: V } =>
  Object.fromEntries(
    CONNECTIONS.flatMap((name) => {
      const value = config[`${PACKAGE}:${name}`];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

/** The connection of a plugin in the form of a stack. */
export const pluginConnection = (config: { readonly [key: string]: string }): Connection => connectionIn(pluginInputs(config));
