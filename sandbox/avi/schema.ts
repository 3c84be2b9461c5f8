// Reads the schema files of the Avi API.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "../shared/json";
import { AviError } from "./http";

/** One field of a message, in the words of the schema files. */
export interface FieldSchema {
  type?: "string" | "integer" | "number" | "boolean" | "array" | "object";
  format?: string;
  $ref?: string;
  items?: FieldSchema;
  enum?: Json[];
  default?: Json;
  minimum?: number;
  maximum?: number;
  anyOf?: { minimum?: number; maximum?: number; enum?: number[] }[];
  minItems?: number;
  maxItems?: number;
  readOnly?: boolean;
  "x-ref"?: string;
  "x-since"?: string;
  "x-only-until"?: string;
  "x-default-20.1.1"?: Json;
  "x-sensitive"?: boolean;
}

export interface MessageSchema {
  properties: { [field: string]: FieldSchema };
  required?: string[];
}

/** An object type of the API: its message and what distinguishes its objects. */
export interface Model {
  /** As in `/api/<type>`. */
  type: string;
  /** As in error texts, e.g. `VirtualService`. */
  title: string;
  message: MessageSchema;
  definitions: { [name: string]: MessageSchema };
  tenantScoped: boolean;
  cloudScoped: boolean;
  /** The text of a 409. */
  duplicate: string;
  /** Without a schema every field is stored as it comes. */
  open: boolean;
}

interface MetaEntry {
  tenantScoped: boolean;
  cloudScoped: boolean;
  duplicate409: string;
}

interface SchemaFile extends MessageSchema {
  title: string;
  $defs?: { [name: string]: MessageSchema };
}

const FOLDER = join(__dirname, "schema");
let models: Map<string, Model> | undefined;

function read<T>(file: string): T {
  return JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
}

function load(): Map<string, Model> {
  const meta = read<{ objects: { [title: string]: MetaEntry } }>("_meta.json").objects;
  const loaded = new Map<string, Model>();
  for (const file of readdirSync(FOLDER)) {
    if (file.startsWith("_") || !file.endsWith(".json")) continue;
    const { title, properties, required, $defs } = read<SchemaFile>(file);
    const entry = meta[title];
    if (!entry) continue;
    const { tenantScoped, cloudScoped, duplicate409 } = entry;
    const type = title.toLowerCase();
    const message = { properties, required };
    loaded.set(type, { type, title, message, definitions: $defs ?? {}, tenantScoped, cloudScoped, duplicate: duplicate409, open: false });
  }
  for (const model of OPEN_MODELS) loaded.set(model.type, model);
  return loaded;
}

/** All object types the sandbox serves, by their name in the URL. */
export function allModels(): Map<string, Model> {
  models ??= load();
  return models;
}

export function modelOf(type: string): Model | undefined {
  return allModels().get(type);
}

/** Text that a read shows in place of a field that is `x-sensitive`. */
export const MASK = "<sensitive>";

/** The message a field (or an element of a list field) holds, if it holds one. */
export function messageOf(model: Model, field: FieldSchema): MessageSchema | undefined {
  const name = field.$ref?.slice("#/$defs/".length);
  return name === undefined ? undefined : model.definitions[name];
}

/**
 * Types that clients refer to or touch in passing, without a schema of ours: every field is stored as it comes,
 * references are recognised by their `_ref` and `_refs` keys.
 */
const TITLES = [
  "ProtocolParser",
  "ErrorPageProfile",
  "WafPolicy",
  "AlertConfig",
  "AlertScriptConfig",
  "ActionGroupConfig",
  "AuthProfile",
  "Role",
  "User",
  "UserAccountProfile",
  "CertificateManagementProfile",
  "CloudConnectorUser",
  "Webhook",
  "ServerAutoScalePolicy",
  "AutoScaleLaunchConfig",
  "TrafficCloneProfile",
  "DnsPolicy",
  "SSOPolicy",
  "Gslb",
  "GslbService",
  "Backup",
  "BackupConfiguration",
  "Scheduler",
];

/** `SSOPolicy` -> `Sso policy`, the way 409 texts name a type. */
function verbose(title: string): string {
  const words = title.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const UNSCOPED = ["User", "UserAccountProfile", "CloudConnectorUser"];

const OPEN_MODELS: Model[] = TITLES.map((title) => ({
  type: title.toLowerCase(),
  title,
  message: { properties: {}, required: ["name"] },
  definitions: {},
  tenantScoped: !UNSCOPED.includes(title),
  cloudScoped: false,
  duplicate: `${verbose(title)} with this Name${UNSCOPED.includes(title) ? "" : " and Tenant ref"} already exists.`,
  open: true,
}));

/** The model a controller speaks when a client sends no `X-Avi-Version`. */
export const OLDEST_VERSION = "16.4.2";

/** Fields marked `x-only-until` are gone for clients that speak this version or a newer one. */
export const OLD_FIELDS_GONE = "22.1.1";

/** Compares `a.b.c` by its numbers: negative when the first is older. */
export function compareVersions(version: string, other: string): number {
  const a = numbers(version);
  const b = numbers(other);
  for (let i = 0; i < 3; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const parsed = new Map<string, number[]>();

function numbers(version: string): number[] {
  const cached = parsed.get(version);
  if (cached) return cached;
  const parts = (version.split("-")[0] ?? "").split(".").map((part) => Number.parseInt(part, 10) || 0);
  if (parsed.size < 1000) parsed.set(version, parts);
  return parts;
}

/** The version of one request; a client may be older than the controller, never newer. */
export function negotiate(header: string | undefined, controller: string): string {
  if (!header) return OLDEST_VERSION;
  const wellFormed = /^\d+\.\d+(\.\d+)?/.test(header);
  if (!wellFormed || compareVersions(header, controller) > 0 || compareVersions(header, OLDEST_VERSION) < 0) {
    throw new AviError(400, `Invalid version ${header}. Supported versions are ${OLDEST_VERSION} to ${controller}.`);
  }
  return header;
}

/** The version block of login, `initial-data` and `cluster/version`. */
export function versionInfo(version: string): JsonObject {
  return {
    Version: version,
    build: 9000,
    Tag: `${version}-9000-sandbox`,
    ProductName: "NSX Advanced Load Balancer",
    Product: "controller",
    Date: "2022-07-01T00:00:00+00:00",
    min_version: OLDEST_VERSION.split(".").slice(0, 2).join("."),
  };
}
