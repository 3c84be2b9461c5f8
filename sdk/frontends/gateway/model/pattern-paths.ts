// Warns about literal paths of HTTPRoutes that look like regular expressions.

import type { Diagnostic } from "../../../../resources/diagnostic";
import { looksLikePattern } from "../../../routing/unreachable-paths";
import { diagnose, pointer } from "../../../specs";
import type { HTTPRoute } from "../http-route-reader";

/** Warnings for paths that look like a regular expression but have another type, so that no request matches. */
export function patternPaths({ ref, spec }: HTTPRoute): Diagnostic[] {
  return spec.rules.flatMap(({ matches }, rule) =>
    matches.flatMap(({ path: { type, value } }, match): Diagnostic[] => {
      if (type === "RegularExpression" || !looksLikePattern(value)) return [];
      const at = pointer("spec", "rules", rule, "matches", match, "path");
      const message = `${value} looks like a pattern, but is compared as it is written (${type}): no request has this path`;
      return [diagnose("LB1219", ref, at, message, { remedy: "Set type RegularExpression, or write the path as in requests." })];
    }),
  );
}
