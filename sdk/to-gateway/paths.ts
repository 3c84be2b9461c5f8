import { type HttpRoute, stemOf } from "../routing";
import type { WrittenPath } from "./manifests";

/** A path as Gateway API has it, and what is different about it. */
export interface PathResult {
  path?: WrittenPath;
  /** Requests that go another way than the spec has it; reason for a path that cannot be written. */
  differs?: string;
}

/** Paths of the routes of one host on one port. */
export function writtenPaths(routes: readonly HttpRoute[]): Map<HttpRoute, PathResult> {
  const byCharacters = routes.filter(isByCharacters);
  const within = (route: HttpRoute, outer: readonly HttpRoute[]) =>
    outer.some(({ match }) => match.path.length < route.match.path.length && route.match.path.startsWith(match.path));
  // a regular expression comes before all prefixes: the longer paths below it must be expressions too
  const below = routes.filter((route) => route.match.type !== "exact" && !isByCharacters(route) && within(route, byCharacters));
  return new Map(
    routes.map((route) => {
      const fault = faultOf(route.match.path);
      if (fault) return [route, { differs: fault }];
      const padded = below.some((outer) => isBySegments(outer) && route.match.path.startsWith(`${stemOf(outer.match.path)}/`));
      if (!below.includes(route)) return [route, plainPath(route, padded)];
      if (hasRewrite(route))
        return [
          route,
          {
            ...plainPath(route, false),
            differs: "a shorter path that matches by characters takes its requests: write that one with a slash at its end",
          },
        ];
      return [route, { path: expression(route, padded) }];
    }),
  );
}

const hasRewrite = ({ to }: HttpRoute) => "backends" in to && to.rewrite !== undefined;
const isBySegments = ({ match }: HttpRoute) => match.type === "segments";

/** A prefix that ends within a segment. One with a rewrite must be a prefix of segments, whose rewrites Gateway API knows alone. */
const isByCharacters = (route: HttpRoute) =>
  route.match.type === "prefix" && route.match.path !== "" && !route.match.path.endsWith("/") && !hasRewrite(route);

/** @param padded the expression must be longer than one for segments that contains it: the longest comes first */
function plainPath({ match: { path, type }, ...route }: HttpRoute, padded: boolean): PathResult {
  if (type === "exact") return { path: { type: "Exact", value: path } };
  const prefix: WrittenPath = { type: "PathPrefix", value: stemOf(path) || "/" };
  if (type === "segments" || prefix.value === "/") return { path: prefix };
  if (path.endsWith("/")) return { path: prefix, differs: `${prefix.value} without the slash is taken too` };
  if (hasRewrite({ match: { path, type }, ...route }))
    return { path: prefix, differs: `only whole segments can be rewritten: ${path}x is not taken any longer` };
  return { path: expression({ ...route, match: { path, type } }, padded) };
}

function expression({ match: { path, type } }: HttpRoute, padded: boolean): WrittenPath {
  const rest = type === "segments" ? `${escaped(stemOf(path))}(/.*)?` : `${escaped(path)}${padded ? "(.*)?" : ".*"}`;
  return { type: "RegularExpression", value: `^${rest}` };
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** The path that a written expression is for; the expression itself where it was not written here. */
export function pathOfExpression(value: string): string {
  const [, inner] = /^\^((?:\\.|[^\\^$.*+?()[\]{}|])*)(?:\.\*|\(\.\*\)\?|\(\/\.\*\)\?)$/.exec(value) ?? [];
  return inner === undefined ? value : inner.replace(/\\(.)/g, "$1");
}

/** Rules of the definitions for paths. */
function faultOf(path: string): string | undefined {
  if (path === "") return undefined;
  if (!path.startsWith("/")) return `the path ${path} does not begin with a slash, as Gateway API has it; it is not written`;
  const stem = stemOf(path);
  const hasWrongPart = /\/\/|\/\.{1,2}(\/|$)|%2f|#/i.test(stem);
  if (hasWrongPart || !/^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})*$/.test(stem) || stem.length > 900)
    return `Gateway API does not allow the path ${path}; it is not written`;
  return undefined;
}
