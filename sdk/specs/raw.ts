/** An object as it was given, before any check, and where it came from. */
export interface RawObject {
  value: unknown;
  /** Absent for objects that a program gives. */
  source?: { file: string; document?: number };
}

/** Takes `List`, `ServiceList` and the like apart; everything else is one object. */
export function flattenList(raw: RawObject): RawObject[] {
  const { value } = raw;
  if (!isRecord(value) || typeof value.kind !== "string" || !value.kind.endsWith("List") || !Array.isArray(value.items)) return [raw];
  const itemKind = value.kind.slice(0, -"List".length);
  const typeMeta = itemKind ? { apiVersion: value.apiVersion, kind: itemKind } : {};
  return value.items.flatMap((item) => flattenList({ ...raw, value: isRecord(item) ? { ...typeMeta, ...item } : item }));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
