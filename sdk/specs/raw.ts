/** An object as it was given, before any check, and where it came from. */
export interface RawObject {
  value: unknown;
  /** Absent for objects that a program gives. */
  source?: { file: string; document?: number };
}

/** More than any object needs: whoever walks through a deeper one runs out of stack. */
export const MAX_DEPTH = 200;

/** Takes `List`, `ServiceList` and the like apart; everything else is one object. */
export function flattenList(raw: RawObject): RawObject[] {
  return isTooDeep(raw.value) ? [raw] : flatten(raw);
}

function flatten(raw: RawObject): RawObject[] {
  const { value } = raw;
  if (!isRecord(value) || typeof value.kind !== "string" || !value.kind.endsWith("List") || !Array.isArray(value.items)) return [raw];
  const itemKind = value.kind.slice(0, -"List".length);
  const typeMeta = itemKind ? { apiVersion: value.apiVersion, kind: itemKind } : {};
  return value.items.flatMap((item) => flatten({ ...raw, value: isRecord(item) ? { ...typeMeta, ...item } : item }));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value has more levels than anybody may walk through; one that holds itself has. */
export function isTooDeep(value: unknown): boolean {
  let level = new Set([value]);
  for (let depth = 0; level.size > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    const below = new Set<unknown>();
    for (const one of level)
      if (typeof one === "object" && one !== null)
        for (const member of Object.values(one)) if (typeof member === "object" && member !== null) below.add(member);
    level = below;
  }
  return false;
}
