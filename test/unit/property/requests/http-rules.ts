import { PATHS, SERVICES } from "./routes-world";
import type { Draw } from "./world";

/** Random rules of HTTPRoutes, with every sort of match and filter. */

/** Every printable character; no space at an end. */
const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
const word = (draw: Draw): string =>
  draw.pick([
    "1",
    "a",
    "1,a",
    Array.from({ length: 1 + draw.below(3) }, () => draw.pick(printable))
      .join("")
      .trim() || "!",
  ]);

export const pathEdit = (draw: Draw) =>
  draw.chance(0.5)
    ? { type: "ReplacePrefixMatch", replacePrefixMatch: draw.pick(["/", "/new"]) }
    : { type: "ReplaceFullPath", replaceFullPath: draw.pick(["/", "/other"]) };

const redirect = (draw: Draw) => ({
  type: "RequestRedirect",
  requestRedirect: {
    ...(draw.chance(0.5) ? { scheme: draw.pick(["http", "https"]) } : {}),
    ...(draw.chance(0.4) ? { hostname: draw.pick(["new.com", "h.com"]) } : {}),
    ...(draw.chance(0.3) ? { path: pathEdit(draw) } : {}),
    ...(draw.chance(0.2) ? { port: 8443 } : {}),
    statusCode: draw.pick([301, 302]),
  },
});

const headers = (draw: Draw) =>
  draw.pick([
    { set: [{ name: "x-a", value: word(draw) }] },
    { add: [{ name: "x-a", value: word(draw) }] },
    { remove: [draw.pick(["x-a", "x-b"])] },
  ]);

const filter = (draw: Draw) =>
  draw.pick([
    { type: "RequestHeaderModifier", requestHeaderModifier: headers(draw) },
    { type: "ResponseHeaderModifier", responseHeaderModifier: headers(draw) },
    { type: "URLRewrite", urlRewrite: draw.chance(0.7) ? { path: pathEdit(draw) } : { hostname: draw.pick(["inner.com", "other.com"]) } },
    { type: "RequestMirror", requestMirror: { backendRef: { name: draw.pick(SERVICES), port: 80 } } },
  ]);

const value = (draw: Draw, name: string) => ({
  name: draw.pick(["x-a", "x-b"].map((one) => (name === "query" ? one.slice(2) : one))),
  ...(draw.chance(0.2) ? { type: "RegularExpression", value: draw.pick(["^1", "a$", "[0-9]+"]) } : { value: word(draw) }),
});

const match = (draw: Draw) => ({
  ...(draw.chance(0.9)
    ? { path: { type: draw.pick(["PathPrefix", "PathPrefix", "Exact", "RegularExpression"]), value: draw.pick(PATHS) } }
    : {}),
  ...(draw.chance(0.2) ? { method: draw.pick(["GET", "POST"]) } : {}),
  ...(draw.chance(0.35) ? { headers: [value(draw, "header")] } : {}),
  ...(draw.chance(0.25) ? { queryParams: [value(draw, "query")] } : {}),
});

/** A rule; most lead to Services. */
export function httpRule(draw: Draw): object {
  const isRedirect = draw.chance(0.2);
  const filters = [...(isRedirect ? [redirect(draw)] : []), ...(!isRedirect && draw.chance(0.35) ? [filter(draw)] : [])];
  const backend = () => ({ name: draw.pick(SERVICES), port: 80, weight: draw.pick([1, 1, 9, 0]) });
  return {
    matches: Array.from({ length: 1 + draw.below(2) }, () => match(draw)),
    ...(filters.length > 0 ? { filters } : {}),
    ...(isRedirect ? {} : { backendRefs: Array.from({ length: 1 + draw.below(2) }, backend) }),
    ...(draw.chance(0.1) && !isRedirect ? { timeouts: { request: draw.pick(["5s", "9s"]) } } : {}),
  };
}
