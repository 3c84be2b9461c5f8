// Reads lines that are JSON objects.

export type JsonLine = Readonly<Record<string, unknown>>;

/** The object of a line; undefined for anything else. */
export function parsed(line: string): JsonLine | undefined {
  if (line.charCodeAt(0) !== BRACE && line.trimStart().charCodeAt(0) !== BRACE) return undefined;
  try {
    return JSON.parse(line) as JsonLine;
  } catch {
    return undefined;
  }
}

const BRACE = 123;

/** Limit of nested levels. */
const LEVELS = 8;

/** A field by its name, or by a path of names: `request.host`. A list gives its first value. */
function fieldIn(all: unknown, path: string, levels = LEVELS): unknown {
  if (typeof all !== "object" || all === null || levels === 0) return undefined;
  if (Object.hasOwn(all, path)) {
    const value = (all as JsonLine)[path];
    return Array.isArray(value) ? value[0] : value;
  }
  const dot = path.indexOf(".");
  if (dot < 0 || !Object.hasOwn(all, path.slice(0, dot))) return undefined;
  return fieldIn((all as JsonLine)[path.slice(0, dot)], path.slice(dot + 1), levels - 1);
}

/** A field as text; undefined where it is absent. */
export function textIn(all: unknown, path: string): string | undefined {
  const value = fieldIn(all, path);
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;
}

/** Fields whose names begin with the prefix, as headers. */
export function headersWithPrefix(all: JsonLine, prefix: string): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = Object.create(null);
  for (const name of Object.keys(all)) if (name.startsWith(prefix)) headers[name.slice(prefix.length).toLowerCase()] = textIn(all, name);
  return headers;
}
