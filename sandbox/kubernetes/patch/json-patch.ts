import { isObject, type Json, type JsonObject, sameJson, text } from "../../shared/json";

/** An operation that cannot be carried out; the text is that of the library the API server uses. */
export class PatchError extends Error {}

/** RFC 6902 on a copy. */
export function jsonPatch(document: JsonObject, operations: Json[]): Json {
  let root: Json = structuredClone(document);
  for (const operation of operations) {
    if (!isObject(operation)) throw new PatchError("Invalid JSON patch operation");
    root = apply(root, operation);
  }
  return root;
}

function apply(root: Json, operation: JsonObject): Json {
  const { op, path, from, value = null } = operation;
  const at = pointer(text(path));
  switch (op) {
    case "add":
      return put(root, at, value, text(path), true);
    case "remove":
      return remove(root, at, text(path));
    case "replace":
      return put(root, at, value, text(path), false);
    case "move": {
      const moved = need(root, pointer(text(from)), "move", text(from));
      return put(remove(root, pointer(text(from)), text(from)), at, moved, text(path), true);
    }
    case "copy":
      return put(root, at, structuredClone(need(root, pointer(text(from)), "copy", text(from))), text(path), true);
    case "test":
      if (sameJson(valueAt(root, at) ?? null, value)) return root;
      throw new PatchError(`testing value ${text(path)} failed: test failed`);
    default:
      throw new PatchError(`Unexpected kind: ${text(op)}`);
  }
}

const pointer = (path: string): string[] =>
  path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

function valueAt(root: Json, at: string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const part of at) {
    if (Array.isArray(value)) value = value[Number(part)];
    else if (isObject(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

function need(root: Json, at: string[], operation: string, path: string): Json {
  const value = valueAt(root, at);
  if (value !== undefined) return value;
  const parent = valueAt(root, at.slice(0, -1));
  const why = parent === undefined || typeof parent !== "object" ? "missing path" : "missing key";
  throw new PatchError(
    `${operation} operation does not apply: doc is missing ${why === "missing path" ? "path" : "key"}: ${path}: missing value`,
  );
}

function put(root: Json, at: string[], value: Json, path: string, inserts: boolean): Json {
  const last = at.at(-1);
  if (last === undefined) return value;
  const parent = valueAt(root, at.slice(0, -1));
  if (Array.isArray(parent)) {
    const index = last === "-" ? parent.length : Number(last);
    if (!Number.isInteger(index) || index < 0 || index > parent.length) {
      throw new PatchError(
        `add operation does not apply: doc is missing path: "${path}": Unable to access invalid index: ${last}: invalid index referenced`,
      );
    }
    parent.splice(index, inserts ? 0 : 1, value);
  } else if (isObject(parent)) parent[last] = value;
  else throw new PatchError(`add operation does not apply: doc is missing path: "${path}": missing value`);
  return root;
}

function remove(root: Json, at: string[], path: string): Json {
  const parent = valueAt(root, at.slice(0, -1));
  const last = at.at(-1) ?? "";
  if (Array.isArray(parent) && Number(last) < parent.length) parent.splice(Number(last), 1);
  else if (isObject(parent) && Object.hasOwn(parent, last)) delete parent[last];
  else if (isObject(parent)) throw new PatchError(`remove operation does not apply: doc is missing key: ${path}: missing value`);
  else throw new PatchError(`remove operation does not apply: doc is missing path: "${path}": missing value`);
  return root;
}
