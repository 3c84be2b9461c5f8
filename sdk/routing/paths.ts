import type { PathMatch } from "./model";

/** A path of segments without the slashes at its end, which mean nothing there. */
export const stemOf = (path: string): string => path.replace(/\/+$/, "");

/** Whether everything that `inner` matches is matched by `outer` too. */
export function covers(outer: PathMatch, inner: PathMatch): boolean {
  if (outer.type === "exact") return inner.type === "exact" && inner.path === outer.path;
  const least = inner.type === "segments" ? stemOf(inner.path) : inner.path;
  if (outer.type === "prefix") return least.startsWith(outer.path);
  const stem = stemOf(outer.path);
  return least.startsWith(`${stem}/`) || (least === stem && (inner.type !== "prefix" || stem === ""));
}

/**
 * Which of two paths that match a request counts: the whole path, then longer before shorter, then by segments before by characters.
 * 0 for two that match the same.
 */
export function bySpecificity(a: PathMatch, b: PathMatch): number {
  const rank = { exact: 0, segments: 1, prefix: 2 };
  const exact = Number(b.type === "exact") - Number(a.type === "exact");
  const [first, second] = [a, b].map(({ path, type }) => (type === "segments" ? stemOf(path) || "/" : path)) as [string, string];
  return exact || second.length - first.length || rank[a.type] - rank[b.type] || (first < second ? -1 : first > second ? 1 : 0);
}
