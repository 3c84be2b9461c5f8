// Compares two bodies of one Avi type by meaning: defaults, references, identity of list elements.

import { ANY_OBJECT, SENSITIVE } from "../../resources/avi/any-object";
import { AVI_TYPES, type AviType, parseReference, referenceTo, sameReference } from "../../resources/avi/body";
import { FIELDS } from "../../resources/avi/fields";
import { type FieldPath, factAt } from "../../resources/field-table";
import type { Json } from "../../resources/kind";
import { hasUnknown, isObject, type JsonObject } from "../lifecycle/bodies/json";
import { fieldRules, type Shape, stable } from "../lifecycle/bodies/shape";

/** Comparison of bodies of one type. It leaves out the owner mark: users do not declare it. */
export function aviShape(type: AviType): Shape {
  const { ownerField } = AVI_TYPES[type];
  const rules = fieldRules(FIELDS[type]);
  return {
    ...rules,
    identity: elementKey,
    same: isSame,
    empty: (path, value) => isDefault(type, path, value),
    owned: (path, held) => rules.owned(path, held) && !isDefaultCertificate(path, held),
    ignored: (path) => (path.length === 1 && path[0] === ownerField) || rules.ignored(path),
    canonicalKey: (key) => NAMES.get(key) ?? key,
    presentable,
  };
}

/** Fields by their earlier names. */
const NAMES = new Map(Object.entries(ANY_OBJECT).flatMap(([field, { alias }]) => (alias ? [[alias, field.slice("*.".length)]] : [])));

const last = (path: FieldPath): string => path.at(-1) ?? "";

/** Rules of layer 4 for one port each are a set: AKO numbers those of Services that share a VIP in the order it handles them. */
const L4_RULES = "l4_connection_policy.rules";

/** `TCP/80` for a rule that is for connections to one port; any other is known by its place. */
function l4RuleKey({ index, match }: JsonObject): string | undefined {
  const { port, protocol } = isObject(match) ? match : {};
  const ports = isObject(port) && Array.isArray(port.ports) ? port.ports : [];
  const isOne = isObject(protocol) && ports.length === 1;
  return isOne ? `${String(protocol.protocol).replace("PROTOCOL_", "")}/${String(ports[0])}` : meaningOf(index);
}

/** Key that identifies one element of a list; undefined if only its position does. */
function elementKey(path: FieldPath, element: Json): string | undefined {
  if (!isObject(element)) return Array.isArray(element) ? undefined : meaningOf(element);
  if (path.join(".") === L4_RULES) return l4RuleKey(element);
  const fields = factAt(ANY_OBJECT, path, "key");
  if (!fields) return undefined;
  const [first = "", ...others] = fields.map((field) => meaningOf(valueAt(element, field)) ?? "");
  // `10.0.0.1:80`, as people write servers.
  if (last(path) === "servers") return first && `${first}:${others.join()}`;
  if (last(path) === "vip") return first || "0";
  return first === "" ? undefined : [first, ...others].filter(Boolean).join("/");
}

function valueAt(element: JsonObject, field: string): Json | undefined {
  return field.split(".").reduce<Json | undefined>((value, step) => (isObject(value) ? value[step] : undefined), element);
}

/** A scalar without what does not matter of its spelling. */
function meaningOf(value: Json | undefined): string | undefined {
  const reference = parseReference(value);
  if (reference) return reference.name ?? reference.uuid;
  if (typeof value === "string") return isPem(value) ? pemContent(value) : value;
  return typeof value === "number" || typeof value === "boolean" ? `${value}` : undefined;
}

/** True for PEM text. */
function isPem(text: string): boolean {
  return text.includes("-----BEGIN ");
}

/** The content of PEM text: line breaks and blanks do not matter, the order of blocks does. */
function pemContent(text: string): string {
  return text.replace(/\s+/g, "");
}

function isSame(path: FieldPath, a: Json, b: Json): boolean {
  if (a === b) return true;
  if (last(path) === "service_metadata") return stable(parsed(a)) === stable(parsed(b));
  if (typeof a !== "object" && typeof b !== "object" && typeof a !== typeof b) return String(a) === String(b);
  if (typeof a !== "string" || typeof b !== "string") return false;
  const referenceA = parseReference(a);
  const referenceB = parseReference(b);
  if (referenceA && referenceB) return sameReference(referenceA, referenceB);
  return isPem(a) && isPem(b) && pemContent(a) === pemContent(b);
}

/** `service_metadata` is JSON inside a string: by value, so that blanks and the order of keys do not matter. */
function parsed(value: Json): Json {
  if (typeof value !== "string") return value;
  try {
    const inside: Json = JSON.parse(value);
    return inside;
  } catch {
    return value;
  }
}

/** True when a value means the same as none. */
function isDefault(type: AviType, path: FieldPath, value: Json): boolean {
  if (value === "" || value === SENSITIVE) return true;
  if (last(path) === "rules" && path.at(-2) === "vh_matches") return Array.isArray(value) && value.every(takesEveryPath);
  if (value === false) return factAt(FIELDS[type], path, "default") !== true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** A rule of an EVH child that matches every request: the host alone decides, as without rules. */
function takesEveryPath(rule: Json): boolean {
  const { matches } = isObject(rule) ? rule : {};
  const { path, ...others } = isObject(matches) ? matches : {};
  if (!isObject(path) || Object.keys(others).length > 0 || hasUnknown(rule)) return false;
  return path.match_criteria === "BEGINS_WITH" && Array.isArray(path.match_str) && path.match_str.includes("/");
}

/** True for the certificate that the controller itself puts on a listener with TLS that names none. */
function isDefaultCertificate(path: FieldPath, held: Json | undefined): boolean {
  if (last(path) !== "ssl_key_and_certificate_refs" || !Array.isArray(held)) return false;
  return held.every((reference) => parseReference(reference)?.name === "System-Default-Cert");
}

/** References by name, secrets left out. */
function presentable(value: Json): Json {
  if (Array.isArray(value)) return value.map(presentable);
  if (isObject(value)) {
    const shown = Object.entries(value).filter(([, member]) => member !== null && member !== SENSITIVE);
    return Object.fromEntries(shown.map(([key, member]) => [key, presentable(member)]));
  }
  const reference = parseReference(value);
  return reference?.name ? referenceTo(reference.type, reference.name) : value;
}
