// Reads configuration from the provider, the stack and the environment.

import { z } from "zod";
import { isObject } from "./bodies/json";
import type { ConfigSource, ConfigureRequest } from "./handler";
import { failure } from "./messages/errors";

/**
 * Namespaces that are read as well: `openstack:` and `kubernetes:` are shared with pulumi-openstack and pulumi-kubernetes, which
 * refuse keys they do not know: our own keys are in `octavia:` and `mizar:`.
 */
const SHARED_NAMESPACES: { readonly [namespace: string]: readonly string[] } = {
  octavia: ["openstack"],
  mizar: ["kubernetes"],
  kubernetes: ["mizar"],
};

/**
 * Explicit provider or stack configuration first (`avi:caCert`), then the environment (`AVI_CA_CERT`). Nothing is read
 * before it is needed: the host calls `configure` once per process, a failure in there would stick.
 */
export function configSource(namespace: string, request: ConfigureRequest | undefined, env: NodeJS.ProcessEnv = process.env): ConfigSource {
  const namespaces = [namespace, ...(SHARED_NAMESPACES[namespace] ?? [])];
  const explicit = (key: string) =>
    namespaces.map((one) => request?.config.get(`${one}:${key}`)).find((value) => typeof value === "string" && value !== "");
  return {
    get: (key) => explicit(key) ?? (env[environmentName(namespace, key)] || undefined),
    explicit,
    env,
    keys: () => Object.keys(isObject(request?.config.rawConfig) ? request.config.rawConfig : {}),
  };
}

/** `AVI_CA_CERT` for `caCert` of `avi`. */
export function environmentName(namespace: string, key: string): string {
  return `${namespace}_${key.replace(/[A-Z]/g, (capital) => `_${capital}`)}`.toUpperCase();
}

/**
 * The values of the keys that a target knows, each read by its schema. A value that cannot be read is refused, because what it was
 * meant to change would stay as it is without a word.
 */
export function readConfig<S extends z.ZodObject>(namespace: string, config: ConfigSource, schema: S): z.output<S> {
  const texts = Object.keys(schema.shape).map((key) => config.get(key));
  const before = lastRead.get(schema);
  if (before?.texts.every((text, index) => text === texts[index])) return before.values as z.output<S>;
  const values: { [key: string]: unknown } = {};
  for (const [index, [key, type]] of Object.entries<z.core.$ZodType>(schema.shape).entries()) {
    const text = texts[index];
    const read = z.safeParse(type, text);
    if (!read.success) throw failure("LB2002", { message: `${namespace}:${key} is "${text}", ${read.error.issues[0]?.message}` });
    values[key] = read.data;
  }
  lastRead.set(schema, { texts, values });
  return values as z.output<S>;
}

/** Every operation asks for the configuration, which hardly ever changes while a process lives. */
const lastRead = new WeakMap<z.ZodObject, { texts: (string | undefined)[]; values: { readonly [key: string]: unknown } }>();

/** A number from `least` on. */
export function amount(least = 0) {
  const fits = (text: string) => text.trim() !== "" && Number.isFinite(Number(text)) && Number(text) >= least;
  return z.string().refine(fits, `a number from ${least} on is expected`).transform(Number);
}

const FLAGS: { readonly [text: string]: boolean } = {
  1: true,
  true: true,
  yes: true,
  on: true,
  0: false,
  false: false,
  no: false,
  off: false,
};

/** `true` or `false`, and what else people write for it. */
export const flag = z
  .string()
  .refine((text) => text.toLowerCase() in FLAGS, "true or false is expected")
  .transform((text) => FLAGS[text.toLowerCase()] === true);

/** One of some words, in any case. */
export function choice<const T extends string>(...words: readonly T[]) {
  const match = (text: string) => words.find((word) => word === text.toLowerCase());
  return z
    .string()
    .refine((text) => match(text) !== undefined, `one of ${words.join(", ")} is expected`)
    .transform((text) => match(text) as T);
}
