import type { Json } from "../../../contract/json";
import type { PathMatch } from "../../routing";

/** Requests for one of these hosts. */
export const hostMatch = (hosts: readonly string[]) => ({ host_hdr: { match_criteria: "HDR_EQUALS", value: [...hosts] } });

/** One path match per rule; no match at all for an empty path. A path of segments is itself, or begins with itself and `/`. */
export function lowerMatch({ path, type }: PathMatch): (Json | undefined)[] {
  const begins = (text: string) => ({ match_criteria: "BEGINS_WITH", match_str: [text] });
  const equals = (text: string) => ({ match_criteria: "EQUALS", match_str: [text] });
  if (!path) return [undefined];
  if (type === "exact") return [equals(path)];
  if (type === "prefix") return [begins(path)];
  const bare = path.replace(/\/+$/, "");
  return bare ? [equals(bare), begins(`${bare}/`)] : [begins("/")];
}
