// Checks the configuration of a provider resource.

import { isDeepStrictEqual } from "node:util";
import { CODES } from "../provider";
import { CONNECTIONS, type Connection, connectionIn, KEY_OF_STACK, objectIn } from "../resources/connection";
import { LbError } from "../resources/diagnostic";
import { nearest } from "../resources/nearest";
import { connectionKeys } from "./schema";
import { opened } from "./secrets";
import type { Properties } from "./stubs";

/** Inputs of a provider resource that the engine adds. */
const OF_ENGINE = ["version", "pluginDownloadURL", "pluginChecksums"];

/**
 * Finds the faults of the inputs of a provider, in words. None names the input to the engine, which would print its value: that may hold a
 * password.
 */
export function configFaults(inputs: Properties, version: string): string[] {
  const plain = opened(inputs);
  const isSet = (name: string) => plain[name] !== undefined && plain[name] !== null;
  return [
    ...Object.keys(plain)
      .filter((key) => !key.startsWith("__") && !isKnown(key))
      .map(unknownKey),
    ...CONNECTIONS.filter((name) => isSet(name) && objectIn(plain[name]) === undefined).map(notAnObject),
    ...CONNECTIONS.flatMap((name) => misspelt(name, objectIn(plain[name]) ?? {})),
    ...otherVersion(plain.version, version),
  ];
}

const notAnObject = (name: string): string =>
  fault("LB2002", `the connection "${name}" is no object`, `Write ${name}: {...}, or pulumi config set --path 'k8s-lb:${name}.KEY' VALUE.`);

/** Keys that a connection does not have, by its type in the schema. */
function misspelt(connection: string, keys: Properties): string[] {
  const allowedKeys = connectionKeys(connection);
  return Object.keys(keys)
    .filter((key) => !allowedKeys.includes(key))
    .map((key) => {
      const meant = nearest(key, allowedKeys);
      const remedy = `${meant ? `Meant is ${connection}.${meant}? ` : ""}It has ${allowedKeys.join(", ")}.`;
      return fault("LB2078", `the connection ${connection} has no key "${key}"`, remedy);
    });
}

/**
 * Refuses keys of the stack (`avi:controller`) that only programs in TypeScript read: the engine gives the plugin those alone that begin with its
 * own name.
 *
 * @throws LbError LB2078
 */
export function refuseUnknownKeys(stack: readonly string[], config: { readonly [key: string]: string }): void {
  const unread = stack.filter((key) => /^(avi|octavia|mizar):/.test(key) && config[key] === undefined);
  const [first] = unread;
  if (first === undefined) return;
  const [connection = "", key = ""] = first.split(":");
  throw new LbError({
    code: "LB2078",
    message: `the stack configures ${unread.join(", ")}, which the plugin does not get`,
    remedy: `Write pulumi config set --path 'k8s-lb:${connection}.${key}' VALUE, and remove ${first}.`,
  });
}

const isKnown = (key: string): boolean => [...CONNECTIONS, ...OF_ENGINE].includes(key) || KEY_OF_STACK.test(key);

function unknownKey(key: string): string {
  const meant = nearest(key, CONNECTIONS);
  return fault(
    "LB2078",
    `the plugin knows no connection "${key}"`,
    `${meant ? `Meant is ${meant}? ` : ""}It knows ${CONNECTIONS.join(", ")}.`,
  );
}

function otherVersion(programVersion: unknown, version: string): string[] {
  if (typeof programVersion !== "string" || programVersion === "" || programVersion === version) return [];
  return [fault("LB2025", `the program was made for release ${programVersion} of pulumi-k8s-lb, and the plugin is of release ${version}`)];
}

const fault = (code: keyof typeof CODES, message: string, remedy = CODES[code].remedy): string =>
  new LbError({ code, message, remedy }).message;

/** Configuration in the form of the stack: `{avi: {controller}}` becomes `avi:controller`. */
export const flattened = (inputs: Properties): Connection => connectionIn(opened(inputs));

/** Another connection never replaces what was made with the last one. */
export const isSameConfig = (olds: Properties, news: Properties): boolean => isDeepStrictEqual(flattened(olds), flattened(news));
