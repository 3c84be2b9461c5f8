import { isObject, type JsonObject } from "../../../provider/lifecycle/bodies/json";
import { ANY_OBJECT } from "../../../resources/avi/any-object";
import type { AviType } from "../../../resources/avi/body";
import { AVI_TYPES } from "../../../resources/avi/body";
import { FIELDS, SECRET_FIELDS } from "../../../resources/avi/fields";
import { factAt, fieldsWith } from "../../../resources/field-table";
import type { Json } from "../../../resources/kind";
import { type FieldSchema, type MessageSchema, type Model, messageOf, modelOf } from "../../../sandbox/avi/schema";

/** One field of an object that somebody can set by hand, and another value for it. */
export interface FieldByHand {
  /** Names and positions from the root: `["servers", 1, "ratio"]`. */
  path: (string | number)[];
  /** Without positions: `servers.ratio`. */
  field: string;
  value: Json;
  /** It tells the element of its list from others: with another value it is another element. */
  identity: boolean;
}

/** Every field of an object, by the schema of its type: each that is in it, each that is absent, and those inside its messages. */
export function fieldsByHand(type: AviType, held: JsonObject, reference: (type: string) => string): FieldByHand[] {
  const model = modelOf(type);
  if (!model) throw new Error(`the sandbox has no schema of ${type}`);
  const fixed = new Set(["name", ...fieldsWith(FIELDS[type], "fixed"), AVI_TYPES[type].ownerField ?? ""]);
  const isRefused = (field: string) => REFUSED.test(field) || (held.type === "VS_TYPE_VH_CHILD" && OF_LISTENERS.test(field));
  const fields = new SchemaWalk(model, reference).fields(model.message, held, [], fixed);
  // rules of layer 4 for one port each are a set: their numbers mean nothing
  const isNumber = (field: string) => field === "l4_connection_policy.rules.index";
  return fields.filter(({ field }) => !isParsed(type, field) && !isRefused(field) && !isNumber(field));
}

/** A VIP keeps its id and its address; of equal authorities the controller picks the object itself. */
const REFUSED = /^vip\.(vip_id|ip6?_address)(\.|$)|^ca_certs\.ca_ref$/;

/** A child has no address of its own. */
const OF_LISTENERS = /^(vip|vsvip_ref)$/;

/** True for fields that the controller parses from the text of a certificate, and for its answers about keys that it never gives back. */
function isParsed(type: AviType, field: string): boolean {
  return (
    type === "sslkeyandcertificate" && (/^certificate\../.test(field) || /^(key_params|enckey_|key_base64|certificate_base64)/.test(field))
  );
}

class SchemaWalk {
  constructor(
    private readonly model: Model,
    private readonly reference: (type: string) => string,
  ) {}

  fields(message: MessageSchema, held: JsonObject, path: FieldByHand["path"], fixed: ReadonlySet<string> = new Set()): FieldByHand[] {
    const keys = identityOf(path);
    return Object.entries(message.properties).flatMap(([name, schema]) => {
      const isServers = factAt(ANY_OBJECT, [...names(path), name], "assigned") || SECRET_FIELDS.has(name);
      if (schema.readOnly || schema["x-only-until"] || isServers || fixed.has(name)) return [];
      const below = [...path, name];
      const now = held[name];
      const inside = messageOf(this.model, schema.items ?? schema);
      if (inside && Array.isArray(now)) {
        const at = now.findLastIndex(isObject);
        const element = now[at];
        if (isObject(element)) return this.fields(inside, element, [...below, at]);
      }
      if (inside && isObject(now)) return this.fields(inside, now, below);
      const field = fieldOf(below);
      const value = this.other(schema, now);
      if (value === now) return [];
      return [{ path: below, field, value, identity: keys.some((key) => field.endsWith(`.${key}`)) }];
    });
  }

  /** Another value than the one that is there, and than the default. */
  private other(schema: FieldSchema, now: Json | undefined, depth = 0): Json {
    const inside = messageOf(this.model, schema);
    if (inside) return this.message(inside, depth);
    if (schema.type === "array") {
      const element = { ...schema.items, "x-ref": schema["x-ref"] ?? schema.items?.["x-ref"] };
      return [...(Array.isArray(now) ? now : []), this.other(element, undefined, depth + 1)];
    }
    if (schema["x-ref"]) return this.reference(schema["x-ref"].toLowerCase());
    const taken = [now, schema.default ?? (schema.type === "boolean" ? false : 0), now === undefined ? undefined : schema.default];
    if (schema.enum) return schema.enum.find((value) => !taken.includes(value)) ?? (schema.enum[0] as Json);
    if (schema.type === "boolean") return !(now ?? schema.default ?? false);
    if (schema.type === "integer" || schema.type === "number") return numberIn(schema, taken);
    return `by-hand-${String(now ?? "").length}`;
  }

  /** Body with the fields that the message needs, or one field of it. */
  private message(message: MessageSchema, depth: number): JsonObject {
    const usable = Object.entries(message.properties).filter(([, { readOnly, "x-only-until": old }]) => !readOnly && !old);
    const needed = usable.filter(([name]) => message.required?.includes(name));
    const simple = usable.filter(([, schema]) => !messageOf(this.model, schema.items ?? schema));
    const chosen = needed.length > 0 ? needed : depth > 3 ? [] : (simple.length > 0 ? simple : usable).slice(0, 1);
    return Object.fromEntries(chosen.map(([name, schema]) => [name, this.other(schema, undefined, depth + 1)]));
  }
}

function numberIn({ minimum, maximum, anyOf }: FieldSchema, taken: readonly (Json | undefined)[]): number {
  const range = anyOf?.find((one) => one.minimum !== undefined) ?? { minimum, maximum };
  const start = Math.max(1, range.minimum ?? 1);
  return [start, start + 1, start + 2].find((value) => !taken.includes(value) && value <= (range.maximum ?? value)) ?? start;
}

const names = (path: FieldByHand["path"]): string[] => path.filter((step) => typeof step === "string");

const fieldOf = (path: FieldByHand["path"]): string => names(path).join(".");

/** The fields that tell the elements of the innermost list on the way apart. */
function identityOf(path: FieldByHand["path"]): readonly string[] {
  const at = path.findLastIndex((step) => typeof step === "number");
  const list = path[at - 1];
  if (path[at - 2] === "l4_connection_policy") return ["port.ports", "protocol.protocol"];
  return typeof list === "string" ? (factAt(ANY_OBJECT, [list], "key") ?? []) : [];
}
