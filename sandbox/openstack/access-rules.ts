// Access rules of application credentials.
import type { HttpRequest } from "../shared/http";
import { asArray, asObject, type JsonObject } from "../shared/json";
import { patternTest } from "../shared/pattern";

/**
 * True if the access rules of an application credential let a request through, by the rules of keystonemiddleware
 * (`validate_allowed_request`): `{tag}` and `*` match one part of the path, `**` any number. Without rules everything is allowed, with an
 * empty list nothing.
 */
export function allows(rules: unknown, service: string, { method, written }: HttpRequest): boolean {
  if (!Array.isArray(rules)) return true;
  const path = written.split("?")[0] ?? "";
  return asArray(rules)
    .map(asObject)
    .some((rule) => rule.service === service && rule.method === method && isPath(rule, path));
}

function isPath({ path }: JsonObject, asked: string): boolean {
  const parts = String(path).split(/(\{[^}]*\}|\*\*|\*)/);
  const source = parts.map((part) =>
    part === "**" ? ".*" : /^(\*|\{.*\})$/.test(part) ? "[^/]+" : part.replace(/[.+?^$()[\]{}|\\]/g, "\\$&"),
  );
  return patternTest(`^${source.join("")}$`)?.(asked) ?? false;
}
