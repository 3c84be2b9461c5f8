// Finds the objects that an API body refers to by name.

import { parseReference } from "../../../resources/avi/body";

/** `<type>/<name>` of everything that a body refers to by name. */
export function referencesIn(value: unknown): string[] {
  const references: string[] = [];
  findReferences(value, references);
  return references;
}

function findReferences(value: unknown, references: string[]): void {
  if (typeof value === "string") {
    const reference = value.startsWith("/api/") ? parseReference(value) : undefined;
    if (reference?.name) references.push(`${reference.type}/${reference.name}`);
  } else if (typeof value === "object" && value !== null) for (const member of Object.values(value)) findReferences(member, references);
}
