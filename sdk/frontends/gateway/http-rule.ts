// Schema of the rules of an HTTPRoute.

import { z } from "zod";
import { ignoredField } from "../../specs";
import { type Breach, obeys, type Rule, unique } from "./checks";
import { type HTTPRouteFilter, httpFilters } from "./filters";
import { httpMatches } from "./http-match";
import { backendFields, backendRule } from "./references";
import { duration, milliseconds, sectionName } from "./words";

const backend = z.object({ ...backendFields, filters: httpFilters }).check(backendRule);

const notLonger: Rule<{ request?: string; backendRequest?: string }> = ({ request, backendRequest }) => {
  const [requestTime, backendTime] = [milliseconds(request ?? "0s"), milliseconds(backendRequest ?? "0s")];
  return requestTime > 0 && backendTime > requestTime
    ? [{ at: ["backendRequest"], must: `be at most ${request}, the time for the request` }]
    : [];
};

const retry = z.object({
  codes: z
    .array(z.number().int().min(400).max(599))
    .check(obeys(unique((code: number) => String(code))))
    .default([]),
  attempts: z.number().int().min(0).default(1),
  backoff: duration.optional(),
});

const ruleFields = z.object({
  name: sectionName.optional(),
  matches: httpMatches,
  filters: httpFilters,
  backendRefs: z.array(backend).max(16).default([]),
  timeouts: z.object({ request: duration.optional(), backendRequest: duration.optional() }).check(obeys(notLonger)).optional(),
  retry: retry.optional(),
  sessionPersistence: ignoredField,
});

/** A rule of an HTTPRoute: requests that meet one of its matches pass its filters and go to its backends. */
export type HTTPRouteRule = z.output<typeof ruleFields>;

const redirectsAlone: Rule<HTTPRouteRule> = ({ backendRefs, filters }) => {
  const redirect = filters.findIndex(({ requestRedirect }) => requestRedirect);
  if (redirect < 0 || backendRefs.length === 0) return [];
  return [{ at: ["filters", redirect, "type"], must: "not be RequestRedirect, because the rule has backendRefs" }];
};

/** The only filter that replaces the prefix; several are another fault. */
function prefixReplacement(filters: readonly HTTPRouteFilter[], member: "requestRedirect" | "urlRewrite"): number | undefined {
  const indices = filters.flatMap((filter, i) => (filter[member]?.path?.replacePrefixMatch === undefined ? [] : [i]));
  return indices.length === 1 ? indices[0] : undefined;
}

/** A prefix can be replaced only if the rule has exactly one match. */
const replacesKnownPrefix: Rule<HTTPRouteRule> = ({ matches, filters, backendRefs }) => {
  if (matches.length === 1 && matches[0]?.path.type === "PathPrefix") return [];
  return (["requestRedirect", "urlRewrite"] as const).flatMap((member): Breach[] => {
    const ruleFilter = prefixReplacement(filters, member);
    const below = backendRefs.flatMap((ref, i) => {
      const filter = prefixReplacement(ref.filters, member);
      return filter === undefined ? [] : [["backendRefs", i, "filters", filter]];
    });
    // the API server checks backends only if exactly one of them has such a filter
    const places = [...(ruleFilter === undefined ? [] : [["filters", ruleFilter]]), ...(below.length === 1 ? below : [])];
    const must = "not be ReplacePrefixMatch, unless the rule has exactly one match, of type PathPrefix";
    return places.map((place) => ({ at: [...place, member, "path", "type"], must }));
  });
};

/** A rule of an HTTPRoute. */
export const httpRule = ruleFields.check(obeys(redirectsAlone, replacesKnownPrefix));
