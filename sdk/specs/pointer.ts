/** A JSON pointer (RFC 6901) from its parts. */
export function pointer(...parts: PropertyKey[]): string {
  return parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
