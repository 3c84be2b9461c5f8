import type { Diagnostic } from "../../../../resources/diagnostic";
import { looksLikePattern } from "../../../routing/unreachable-paths";
import { diagnose, pointer } from "../../../specs";
import type { HTTPRoute } from "../http-route-reader";

/** A warning for each path that looks like a regular expression and is of another type, so that no request has it. */
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
