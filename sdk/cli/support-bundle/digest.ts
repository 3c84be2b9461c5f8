import { createHmac } from "node:crypto";
import { isRecord } from "../../specs";
import type { Objects } from "../diff/changes";

/** A plan without its contents: two with the same digests have the same objects. */
export interface PlanDigest {
  target: string;
  /** Digest of the whole. */
  digest: string;
  /** Number of objects by API type. */
  counts: { [type: string]: number };
  /** Digest of each object, by API type and name. */
  objects: { [type: string]: { [name: string]: string } };
}

/**
 * @param salt of the bundle: without it nobody finds the content of a digest by guessing
 */
export function planDigest(target: string, objects: Objects, salt: Buffer): PlanDigest {
  const byType = Object.entries(objects).map(([type, bodies = []]) => {
    const all = (Array.isArray(bodies) ? bodies : [bodies]).filter(isRecord);
    return [type, Object.fromEntries(all.map((body) => [String(body.name ?? body.id ?? ""), digestOf(body, salt)]))] as const;
  });
  const digests = Object.fromEntries(byType.filter(([, all]) => Object.keys(all).length > 0));
  return {
    target,
    digest: digestOf(digests, salt),
    counts: Object.fromEntries(Object.entries(digests).map(([type, all]) => [type, Object.keys(all).length])),
    objects: digests,
  };
}

function digestOf(value: unknown, salt: Buffer): string {
  return `h${createHmac("sha256", salt).update(sortedText(value)).digest("hex").slice(0, 16)}`;
}

/** Text that does not depend on the order of keys. */
const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  ) ?? "";
