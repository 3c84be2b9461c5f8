import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { failure } from "../../lifecycle/errors";
import type { ConfigSource } from "../../lifecycle/kind";

/** Everything a session needs to know. */
export interface Settings {
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
  /** How long the reads of one phase share a list. */
  listCacheMs: number;
  /** Same for two settings that may share a session. */
  key: string;
}

/** The settings in force. Cheap: called by every operation, so that a corrected configuration counts at once. */
export function readSettings(config: ConfigSource): Settings {
  const controller = config.get("controller");
  const username = config.get("username");
  const password = config.get("password");
  const token = config.get("token");
  const missing = [
    controller ? undefined : "controller",
    username ? undefined : "username",
    password || token ? undefined : "password",
  ].filter((key) => key !== undefined);
  if (missing.length > 0 || !controller || !username) {
    const named = missing.map((key) => `avi:${key} (AVI_${key.toUpperCase()})`).join(", ");
    throw failure("LB2001", {
      message: `no value for ${named}`,
      shared: `no value for ${named}`,
      remedy: `\`pulumi config set avi:${missing[0]} ...\`${missing.includes("password") ? " with --secret for avi:password or avi:token" : ""}, or set the environment variables named in brackets.`,
    });
  }
  const settings = {
    origin: controllerOrigin(controller),
    auth: choice(config, "auth", ["session", "basic"] as const),
    username,
    password,
    token,
    tenant: config.get("tenant") ?? "admin",
    version: version(config.get("version")),
    cloud: config.get("cloud") ?? "Default-Cloud",
    ca: authority(config),
    insecure: choice(config, "insecure", ["false", "true"] as const) === "true",
    rateLimit: config.get("rateLimit") === "off" ? 0 : amount(config, "rateLimit", 25),
    timeoutMs: amount(config, "timeout", 60) * 1000,
    retryDelayMs: amount(config, "retryDelay", 500),
    listCacheMs: amount(config, "listCache", 5000),
  };
  return { ...settings, key: createHash("sha256").update(JSON.stringify(settings)).digest("hex") };
}

function version(text: string | undefined): string | undefined {
  if (text === undefined || /^\d+\.\d+\.\d+$/.test(text)) return text;
  throw failure("LB2002", { message: `avi:version is "${text}", it has the form 20.1.1` });
}

function authority(config: ConfigSource): string | undefined {
  const file = config.get("caCertFile");
  const text = config.get("caCert");
  if (text || !file) return text;
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw failure("LB2002", { message: `avi:caCertFile cannot be read: ${error instanceof Error ? error.message : String(error)}` });
  }
}

function amount(config: ConfigSource, key: string, standard: number): number {
  const text = config.get(key);
  if (text === undefined) return standard;
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw failure("LB2002", { message: `avi:${key} is "${text}", a number is expected` });
}

function choice<T extends string>(config: ConfigSource, key: string, allowed: readonly [T, ...T[]]): T {
  const text = config.get(key) ?? allowed[0];
  const found = allowed.find((candidate) => candidate === text.toLowerCase());
  if (found) return found;
  throw failure("LB2002", { message: `avi:${key} is "${text}", one of ${allowed.join(", ")} is expected` });
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** `https://host[:port]` for `host`, `host:port` or a URL. Clear text is for the sandbox on this machine only. */
export function controllerOrigin(controller: string): string {
  const text = /^[a-z]+:\/\//i.test(controller) ? controller : `https://${controller}`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw failure("LB2002", { message: `avi:controller is "${controller}": a host, host:port or URL is expected` });
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && LOOPBACK.has(url.hostname))) {
    throw failure("LB2002", {
      message: `avi:controller is "${url.origin}": credentials do not travel in clear text`,
      remedy: "Use https://; http:// is accepted for 127.0.0.1 and localhost only.",
    });
  }
  if (url.username || url.password) {
    throw failure("LB2002", { message: "avi:controller holds credentials", remedy: "Set avi:username and avi:password instead." });
  }
  return url.origin;
}
