// The settings of the connection to an Avi controller.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type LbError, reasonOf } from "../../../resources/diagnostic";
import { withoutUserInfo } from "../../../resources/quoted";
import { refuseClearText } from "../../http/clear-text";
import { amount, choice, environmentName, flag, readConfig } from "../../lifecycle/config";
import type { ConfigSource } from "../../lifecycle/handler";
import { failure } from "../../lifecycle/messages/errors";

/** Everything a session needs to know. */
export interface AviConnection {
  /** `https://host[:port]`. */
  origin: string;
  auth: "session" | "basic";
  username: string;
  password?: string;
  token?: string;
  /** Tenant of objects that name none. */
  tenant: string;
  /** Fixed API version; else the controller's own. */
  version?: string;
  /** Cloud of objects that name none. */
  cloud: string;
  ca?: string;
  insecure: boolean;
  /** Requests per second, 0 for no limit. */
  rateLimit: number;
  timeoutMs: number;
  /** First pause before a request is repeated; all waits scale with it. */
  retryDelayMs: number;
  /** Time for which the reads of one phase share a list. */
  listCacheMs: number;
  /** Credentials of the environment, where it has all of them and those in use are others: tried once if the controller refuses these. */
  inEnvironment?: AviCredentials;
  /** Same for two settings that may share a session. */
  key: string;
}

/** A user and what it logs in with. */
export type AviCredentials = Pick<AviConnection, "username" | "password" | "token">;

/** The keys of `avi:`, or of the environment as `AVI_...`. */
const configSchema = z.object({
  controller: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  token: z.string().optional(),
  auth: choice("session", "basic").default("session"),
  tenant: z.string().default("admin"),
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/, "it has the form 20.1.1")
    .optional(),
  cloud: z.string().default("Default-Cloud"),
  caCert: z.string().optional(),
  caCertFile: z.string().optional(),
  insecure: flag.default(false),
  rateLimit: z
    .string()
    .transform((text) => (text === "off" ? "0" : text))
    .pipe(amount())
    .default(25),
  timeout: amount().default(60),
  retryDelay: amount().default(500),
  listCache: amount().default(5000),
});

/** All configuration keys of Avi. */
export const AVI_KEYS: readonly string[] = Object.keys(configSchema.shape);

/** The settings in force. Cheap: called by every operation, so that a corrected configuration counts at once. */
export function readSettings(source: ConfigSource): AviConnection {
  const config = readConfig("avi", source, configSchema);
  const inEnvironment = credentialsIn(source, config);
  const cachedSettings = settingsOf.get(config);
  if (cachedSettings && isDeepStrictEqual(cachedSettings.inEnvironment, inEnvironment)) return cachedSettings;
  const { controller, username, password, token } = config;
  if (!controller || !username || !(password || token)) {
    throw missing({ controller, username, password: password ?? token });
  }
  const settings = {
    origin: controllerOrigin(controller),
    auth: config.auth,
    username,
    password,
    token,
    tenant: config.tenant,
    version: config.version,
    cloud: config.cloud,
    ca: config.caCert ?? (config.caCertFile && authorityIn(config.caCertFile)),
    insecure: config.insecure,
    rateLimit: config.rateLimit,
    timeoutMs: config.timeout * 1000,
    retryDelayMs: config.retryDelay,
    listCacheMs: config.listCache,
    inEnvironment,
  };
  const read = { ...settings, key: createHash("sha256").update(JSON.stringify(settings)).digest("hex") };
  // A file may say something else next time.
  if (!config.caCertFile) settingsOf.set(config, read);
  return read;
}

/** The credentials of the environment alone, if they are whole, others than the configured ones, and not for another controller. */
function credentialsIn({ env = {} }: ConfigSource, used: z.output<typeof configSchema>): AviCredentials | undefined {
  const [controller, username, password, token] = ["controller", "username", "password", "token"].map(
    (key) => env[environmentName("avi", key)] || undefined,
  );
  if (!username || !(password || token) || (controller !== undefined && controller !== used.controller)) return undefined;
  const isUsed = username === used.username && password === used.password && token === used.token;
  return isUsed ? undefined : { username, password, token };
}

/** Connections by their settings: the same values are parsed once, and give the same connection. */
const settingsOf = new WeakMap<z.output<typeof configSchema>, AviConnection>();

function missing(values: { [key: string]: string | undefined }): LbError {
  const keys = Object.keys(values).filter((key) => !values[key]);
  const message = `no value for ${keys.map((key) => `avi:${key} (${environmentName("avi", key)})`).join(", ")}`;
  const secret = keys.includes("password") ? " with --secret for avi:password or avi:token" : "";
  const remedy = `\`pulumi config set avi:${keys[0]} ...\`${secret}, or set the environment variables named in brackets.`;
  return failure("LB2001", { message, shared: message, remedy });
}

function authorityIn(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw failure("LB2002", { message: `avi:caCertFile cannot be read: ${reasonOf(error)}` });
  }
}

/** `https://host[:port]` for `host`, `host:port` or a URL. Clear text is for the sandbox on this machine only. */
export function controllerOrigin(controller: string): string {
  const text = /^[a-z]+:\/\//i.test(controller) ? controller : `https://${controller}`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw failure("LB2002", { message: `avi:controller is "${withoutUserInfo(controller)}": a host, host:port or URL is expected` });
  }
  refuseClearText(url.href, { setting: "avi:controller" });
  if (url.username || url.password) {
    throw failure("LB2002", { message: "avi:controller holds credentials", remedy: "Set avi:username and avi:password instead." });
  }
  return url.origin;
}
