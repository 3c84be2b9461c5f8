import type { Json } from "../../../kinds/json";
import { type PathMatch, stemOf } from "../../routing";

/** Requests for one of these hosts. */
export const hostMatch = (hosts: readonly string[]) => ({ host_hdr: { match_criteria: "HDR_EQUALS", value: [...hosts] } });

/**
 * One path match per rule; no match at all for an empty path. A path of segments is itself, or begins with itself and `/`. Case
 * counts where the kind promises it; the controller's default is that it does not.
 */
export function lowerMatch({ path, type, longestWins }: PathMatch): (Json | undefined)[] {
  const criterion = (match_criteria: string, text: string) => ({
    match_criteria,
    ...(longestWins ? { match_case: "SENSITIVE" } : {}),
    match_str: [text],
  });
  const begins = (text: string) => criterion("BEGINS_WITH", text);
  const equals = (text: string) => criterion("EQUALS", text);
  if (!path) return [undefined];
  if (type === "exact") return [equals(path)];
  if (type === "prefix") return [begins(path)];
  const bare = stemOf(path);
  return bare ? [equals(bare), begins(`${bare}/`)] : [begins("/")];
}
