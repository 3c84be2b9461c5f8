import type { Json } from "../json";

/** A reference in any of the forms the API accepts or answers. */
export interface Reference {
  type: string;
  name?: string;
  uuid?: string;
}

const FORM = /^(?:https?:\/\/[^/]+)?\/{1,2}api\/([a-z0-9]+)(?:\/([^/?#]*))?\/?(?:\?([^#]*))?(?:#(.*))?$/s;

/**
 * Reads `https://h/api/pool/pool-1#web`, `/api/pool/pool-1`, `/api/pool?name=web` and `/api/pool/?name=web&cloud=C`.
 * Undefined for any other text.
 */
export function parseReference(text: Json | undefined): Reference | undefined {
  if (typeof text !== "string") return undefined;
  const found = FORM.exec(text);
  if (!found) return undefined;
  const [, type = "", uuid, query, fragment] = found;
  const queried = query
    ?.split("&")
    .find((part) => part.startsWith("name="))
    ?.slice("name=".length);
  const name = queried === undefined ? fragment : decoded(queried);
  if (!uuid && !name) return undefined;
  return { type, ...(uuid ? { uuid } : {}), ...(name ? { name } : {}) };
}

/** True when both name one object: by name where both have one, else by uuid. */
export function sameReference(left: Reference, right: Reference): boolean {
  if (left.type !== right.type) return false;
  if (left.name !== undefined && right.name !== undefined) return left.name === right.name;
  return left.uuid !== undefined && left.uuid === right.uuid;
}

/** Characters of a name that would end or change it in a query; everything else stays readable, as AKO writes it. */
const SPECIAL = /[#&%+]/g;

/** The form in which references stand in inputs; the controller takes both `?name=` and `/?name=`, and we treat them alike. */
export function referenceTo(type: string, name: string): string {
  return `/api/${type}?name=${name.replace(SPECIAL, encodeURIComponent)}`;
}

// Names are often written raw into the query; a "%" that starts no escape is then part of the name.
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
