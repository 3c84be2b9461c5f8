import { isUnknown } from "../../specs";

/** The value at a path of a JSON body; nothing where the body has no such place. */
function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[key] : undefined),
    value,
  );
}

/** The text at a path of a body, empty where there is none; what a preview cannot know yet says so. */
export function text(body: unknown, ...path: string[]): string {
  const value = at(body, path);
  if (isUnknown(value)) return "(not known yet)";
  return value === undefined || value === null ? "" : String(value);
}

/** The list at a path of a body, empty where there is none. */
// biome-ignore lint/suspicious/noExplicitAny: bodies are JSON of any shape, read by path
export function items(body: unknown, ...path: string[]): any[] {
  const value = at(body, path);
  return Array.isArray(value) ? value : [];
}

/** The name in a reference of Avi: `/api/pool?name=X`. */
export function nameIn(reference: string): string {
  const name = reference.slice(reference.indexOf("?name=") + "?name=".length);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
