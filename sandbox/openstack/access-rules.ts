import type { HttpRequest } from "../shared/http";
import { asArray, asObject, type JsonObject } from "../shared/json";

/**
 * Whether access rules of an application credential let a request through, as keystonemiddleware judges (`validate_allowed_request`):
 * `{tag}` and `*` stand for one part of the path, `**` for any number. Without rules everything is allowed, with an empty list nothing.
 */
export function allows(rules: unknown, service: string, { method, written }: HttpRequest): boolean {
  if (!Array.isArray(rules)) return true;
  const path = written.split("?")[0] ?? "";
  return asArray(rules)
    .map(asObject)
    .some((rule) => rule.service === service && rule.method === method && pattern(rule).test(path));
}

function pattern({ path }: JsonObject): RegExp {
  const parts = String(path).split(/(\{[^}]*\}|\*\*|\*)/);
  const source = parts.map((part) =>
    part === "**" ? ".*" : /^(\*|\{.*\})$/.test(part) ? "[^/]+" : part.replace(/[.+?^$()[\]|\\]/g, "\\$&"),
  );
  return new RegExp(`^${source.join("")}$`);
}
