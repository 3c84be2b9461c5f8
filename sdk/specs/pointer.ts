// Writes JSON pointers (RFC 6901).

/** A JSON pointer (RFC 6901) of these parts. */
export function pointer(...parts: PropertyKey[]): string {
  return parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
