import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "../shared/json";

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

/** An object type of the API: its message and how its objects are told apart. */
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

/** What a read shows in place of a field that is `x-sensitive`. */
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
