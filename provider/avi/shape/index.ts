import { AVI_TYPES, type AviType } from "../../../kinds/avi/body";
import { FIELD_ALIASES, OWNED_LISTS, SECRET_FIELDS, SENSITIVE, TRUE_BY_DEFAULT } from "../../../kinds/avi/fields";
import { parseReference, referenceTo, sameReference } from "../../../kinds/avi/reference";
import type { Json } from "../../../kinds/json";
import { isObject } from "../../lifecycle/json";
import { type FieldPath, type Shape, stable } from "../../lifecycle/shape";
import { identityOf } from "./identity";
import { isPem, pemContent } from "./pem";

/** How bodies of one type are compared. The owner mark stands apart: it is not the user's to declare. */
export function aviShape(type: AviType): Shape {
  const mark = AVI_TYPES[type].ownerField;
  return {
    identity: identityOf,
    same,
    empty,
    owned: (path, held) => OWNED_LISTS.has(path.at(-1) ?? "") && !isDefaultCertificate(path, held),
    guarded: (path, held) => isGuarded(AVI_TYPES[type].guarded, path, held),
    ignored: (path) => path.length === 1 && path[0] === mark,
    canonicalKey: (key) => FIELD_ALIASES.get(key) ?? key,
    // Certificate authorities are stored once per content: the answer may name another object of the same content.
    // Secrets are never given back, so there is nothing to compare them with.
    tolerated: (path) => path.at(-1) === "ca_ref" || (path.length === 1 && SECRET_FIELDS.has(path[0] as string)),
    presentable,
  };
}

function isGuarded(table: { readonly [field: string]: Json } = {}, path: FieldPath, held: Json | undefined): boolean {
  const field = path.join(".");
  return Object.hasOwn(table, field) && held !== table[field];
}

/** What the controller itself puts on a listener with TLS that names no certificate. */
function isDefaultCertificate(path: FieldPath, held: Json | undefined): boolean {
  if (path.at(-1) !== "ssl_key_and_certificate_refs" || !Array.isArray(held)) return false;
  return held.every((reference) => parseReference(reference)?.name === "System-Default-Cert");
}

function same(path: FieldPath, left: Json, right: Json): boolean {
  if (left === right) return true;
  if (path.at(-1) === "service_metadata") return stable(parsed(left)) === stable(parsed(right));
  if (typeof left !== "object" && typeof right !== "object" && typeof left !== typeof right) return String(left) === String(right);
  if (typeof left !== "string" || typeof right !== "string") return false;
  const one = parseReference(left);
  const other = parseReference(right);
  if (one && other) return sameReference(one, other);
  return isPem(left) && isPem(right) && pemContent(left) === pemContent(right);
}

function empty(path: FieldPath, value: Json): boolean {
  if (value === "" || value === SENSITIVE) return true;
  if (value === false) return !TRUE_BY_DEFAULT.has(path.at(-1) ?? "");
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

// service_metadata is JSON inside a string: by value, so that blanks and the order of keys do not matter.
function parsed(value: Json): Json {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

/** References by name, secrets and server-computed parts left out. */
function presentable(value: Json): Json {
  if (Array.isArray(value)) return value.map(presentable);
  if (isObject(value)) {
    const shown = Object.entries(value).filter(([, member]) => member !== null && member !== SENSITIVE);
    return Object.fromEntries(shown.map(([key, member]) => [key, presentable(member)]));
  }
  const reference = parseReference(value);
  return reference?.name ? referenceTo(reference.type, reference.name) : value;
}
