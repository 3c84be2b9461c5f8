/**
 * What the program of this run declares, and which resources do. The engine checks every resource that a program registers, and deletes
 * what is registered no more when all of that is done: by then an object of a resource that goes may be part of one that came. A change
 * of the generation of names does that, for example: a certificate that was part of a child becomes a resource of its own.
 */
const declaredBy = new Map<string, Set<string>>();

/** Notes what a resource declares; one without a URN cannot be told from others. */
export function declare(urn: string, parts: readonly string[]): void {
  if (urn === "") return;
  for (const part of parts) {
    const urns = declaredBy.get(part) ?? new Set();
    declaredBy.set(part, urns.add(urn));
  }
}

/** True when another resource of the program declares the part: then it is that one's, and not to be deleted with this one. */
export function isDeclaredElsewhere(urn: string, part: string): boolean {
  return urn !== "" && [...(declaredBy.get(part) ?? [])].some((other) => other !== urn);
}
