import type { KindReader } from "./kind";

/** Finds the reader of a kind in a table of them. */
export function readers(table: readonly KindReader[]): (apiVersion: string, kind: string) => KindReader | undefined {
  const byTypeMeta = new Map(table.flatMap((reader) => reader.apiVersions.map((apiVersion) => [`${apiVersion} ${reader.kind}`, reader])));
  return (apiVersion, kind) => byTypeMeta.get(`${apiVersion} ${kind}`);
}
