import { asObject, isObject, type Json, type JsonObject, text } from "../shared/json";
import { AviError } from "./errors";

/** RFC 6902 `add`, `replace` and `remove`, the three a controller takes. */
export function applyJsonPatch(body: JsonObject, steps: Json[]): JsonObject {
  const out = structuredClone(body);
  for (const step of steps.map(asObject)) {
    const path = text(step.path).split("/").slice(1).map(unescapeToken);
    const last = path.pop();
    if (last === undefined) throw new AviError(400, "json_patch: the path must lead to a field");
    const parent = path.reduce<Json | undefined>(child, out);
    change(parent, last, text(step.op), step.value as Json, text(step.path));
  }
  return out;
}

function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

function child(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(token)];
  return isObject(value) ? value[token] : undefined;
}

function change(parent: Json | undefined, key: string, op: string, value: Json, path: string): void {
  const missing = new AviError(400, `json_patch: ${path} does not exist`);
  if (!["add", "replace", "remove"].includes(op)) throw new AviError(400, `json_patch: operation '${op}' is not supported`);
  if (Array.isArray(parent)) {
    const at = key === "-" ? parent.length : Number(key);
    const end = op === "add" ? parent.length : parent.length - 1;
    if (!Number.isInteger(at) || at < 0 || at > end) throw missing;
    if (op === "add") parent.splice(at, 0, value);
    else if (op === "replace") parent[at] = value;
    else parent.splice(at, 1);
    return;
  }
  if (!isObject(parent) || (op !== "add" && !(key in parent))) throw missing;
  if (op === "remove") delete parent[key];
  else parent[key] = value;
}
