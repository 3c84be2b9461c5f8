import { parseReference } from "../../../kinds/avi/body";

/** `<type>/<name>` of everything that a body refers to by name. */
export function referencesIn(value: unknown): string[] {
  if (typeof value === "string") {
    const reference = value.startsWith("/api/") ? parseReference(value) : undefined;
    return reference?.name ? [`${reference.type}/${reference.name}`] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(referencesIn);
}
