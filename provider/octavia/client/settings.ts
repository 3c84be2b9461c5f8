// The settings of the connection to an OpenStack cloud.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { LbError, reasonOf } from "../../../resources/diagnostic";
import { type ApiVersion, parseVersion } from "../../../resources/octavia/versions";
import { type Proxies, proxiesIn } from "../../http/connection";
import { amount, flag, readConfig } from "../../lifecycle/config";
import type { ConfigSource } from "../../lifecycle/handler";
import { failure } from "../../lifecycle/messages/errors";
import { credentialsIn, type KeystoneCredentials, missing, withProjectOf } from "./credentials";
import { endpointsIn, type OpenStackService, rootOf } from "./keystone";
import { cloudLayer, environmentLayer, explicitLayer, first, type Layer } from "./sources";

/** Everything a session needs to know. */
export interface OctaviaConnection {
  credentials: KeystoneCredentials;
  /** Credentials of the environment, where it has all of them and those in use are others: tried once if Keystone refuses these. */
  inEnvironment?: KeystoneCredentials;
  /** Root of Keystone, without `/v3`; `` when no token is needed. */
  authUrl: string;
  region?: string;
  interface: "public" | "internal" | "admin";
  /** Roots of services that the catalogue is not asked for. */
  endpoints: { readonly [S in OpenStackService]?: string };
  /** Fixed API version of Octavia, for servers that do not tell. */
  apiVersion?: ApiVersion;
  ca?: string;
  insecure: boolean;
  proxies: Proxies;
  /** A populated create on a busy cloud takes more than a minute. */
  timeoutMs: number;
  /** First pause before a request is repeated; all waits scale with it. */
  retryDelayMs: number;
  /** Time for which the reads of one phase share a list. */
  listCacheMs: number;
  /** Same for two settings that may share a session. */
  key: string;
}

/** Keys of `octavia:` that are numbers: a timeout in seconds, pauses in milliseconds. */
const OWN_KEYS = z.object({
  timeout: amount().default(120),
  retryDelay: amount().default(500),
  listCache: amount().default(5000),
});

/** All keys of `octavia:` that are read here. */
export const OCTAVIA_KEYS: readonly string[] = [...Object.keys(OWN_KEYS.shape), "apiVersion"];

/** The settings in force. Cheap: called by every operation, so that a corrected configuration counts at once. */
export function readSettings(config: ConfigSource): OctaviaConnection {
  const layers = layersOf(config);
  const credentials = credentialsIn(layers);
  const endpoints = endpointsIn(layers, credentials.method === "none" ? first(layers, "endpoint") : undefined);
  if (credentials.method === "none" && !endpoints["load-balancer"]) missing("endpoint");
  const authUrl = credentials.method === "none" ? "" : rootOf(first(layers, "authUrl") ?? missing("authUrl"), "authUrl");
  const inEnvironment = environmentCredentials(config, credentials, authUrl);
  const { timeout, retryDelay, listCache } = readConfig("octavia", config, OWN_KEYS);
  const settings = {
    credentials,
    inEnvironment,
    authUrl,
    region: first(layers, "region"),
    interface: interfaceOf(first(layers, "endpointType")),
    endpoints,
    apiVersion: apiVersion(config.get("apiVersion")),
    ca: authority(first(layers, "cacertFile")),
    insecure: isInsecure(first(layers, "insecure")),
    proxies: proxiesIn(config.env ?? {}),
    timeoutMs: timeout * 1000,
    retryDelayMs: retryDelay,
    listCacheMs: listCache,
  };
  return { ...settings, key: createHash("sha256").update(JSON.stringify(settings)).digest("hex") };
}

/** The credentials of the environment alone, if they are whole, others than those in use, and not for another Keystone. */
function environmentCredentials({ env = {} }: ConfigSource, used: KeystoneCredentials, authUrl: string): KeystoneCredentials | undefined {
  const environment = environmentLayer(env);
  const cloud = environment.get("cloud");
  try {
    const layers = cloud ? [environment, cloudLayer(cloud, env)] : [environment];
    const credentials = credentialsIn(layers);
    const address = first(layers, "authUrl");
    const isOther = credentials.method === "none" || (address !== undefined && rootOf(address, "authUrl") !== authUrl);
    if (used.method === "none" || isOther) return undefined;
    const completed = withProjectOf(credentials, used);
    return isDeepStrictEqual(completed, used) ? undefined : completed;
  } catch (error) {
    if (error instanceof LbError) return undefined;
    throw error;
  }
}

/** A cloud that the configuration names comes before the environment, one that the environment names after it. */
function layersOf(config: ConfigSource): Layer[] {
  const env = config.env ?? {};
  const explicit = explicitLayer(config);
  const environment = environmentLayer(env);
  const chosen = explicit.get("cloud");
  if (chosen) return [explicit, cloudLayer(chosen, env), environment];
  const usual = environment.get("cloud");
  return usual ? [explicit, environment, cloudLayer(usual, env)] : [explicit, environment];
}

function interfaceOf(text = "public"): OctaviaConnection["interface"] {
  const match = (["public", "internal", "admin"] as const).find((one) => one === text.replace(/URL$/i, "").toLowerCase());
  if (match) return match;
  throw failure("LB2002", { message: `openstack:endpointType is "${text}", one of public, internal, admin is expected` });
}

function isInsecure(text = "false"): boolean {
  const read = flag.safeParse(text);
  if (read.success) return read.data;
  throw failure("LB2002", { message: `openstack:insecure is "${text}", true or false is expected` });
}

function apiVersion(text: string | undefined): ApiVersion | undefined {
  const version = text === undefined ? undefined : parseVersion(text);
  if (text === undefined || version) return version;
  throw failure("LB2002", { message: `octavia:apiVersion is "${text}", it has the form 2.26` });
}

function authority(text: string | undefined): string | undefined {
  if (text === undefined || text.includes("-----BEGIN")) return text;
  try {
    return readFileSync(text, "utf8");
  } catch (error) {
    throw failure("LB2002", { message: `openstack:cacertFile cannot be read: ${reasonOf(error)}` });
  }
}
