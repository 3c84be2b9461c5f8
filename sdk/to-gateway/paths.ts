// Converts the path matches of rules.

import { type Rule, stemOf } from "../routing";
import type { WrittenPath } from "./manifests";

/** A path as Gateway API has it, and what is different about it. */
export interface PathResult {
  path?: WrittenPath;
  /** Requests that go another way than the spec has it; reason for a path that cannot be written. */
  differs?: string;
}

const pathOf = ({ match }: Rule): string => match.path.value;

/** Paths of the routes of one host on one port. */
export function writtenPaths(routes: readonly Rule[]): Map<Rule, PathResult> {
  const byCharacters = routes.filter(isByCharacters);
  const within = (route: Rule, outer: readonly Rule[]) =>
    outer.some((one) => pathOf(one).length < pathOf(route).length && pathOf(route).startsWith(pathOf(one)));
  // a regular expression comes before all prefixes: the longer paths below it must be expressions too
  const below = routes.filter((route) => route.match.path.is !== "exact" && !isByCharacters(route) && within(route, byCharacters));
  return new Map(
    routes.map((route) => {
      const fault = faultOf(route.match.path.value);
      if (fault) return [route, { differs: fault }];
      const padded = below.some((outer) => isBySegments(outer) && pathOf(route).startsWith(`${stemOf(pathOf(outer))}/`));
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

const hasRewrite = ({ to }: Rule) => "backends" in to && to.rewrite !== undefined;
const isBySegments = ({ match }: Rule) => match.path.is === "segments";

/** A prefix that ends within a segment. One with a rewrite must be a prefix of segments, whose rewrites Gateway API knows alone. */
const isByCharacters = (route: Rule) =>
  route.match.path.is === "characters" && pathOf(route) !== "" && !pathOf(route).endsWith("/") && !hasRewrite(route);

/** @param padded the expression must be longer than one for segments that contains it: the longest comes first */
function plainPath(route: Rule, padded: boolean): PathResult {
  const { is, value: path } = route.match.path;
  if (is === "exact") return { path: { type: "Exact", value: path } };
  const prefix: WrittenPath = { type: "PathPrefix", value: stemOf(path) || "/" };
  if (is === "segments" || prefix.value === "/") return { path: prefix };
  if (path.endsWith("/")) return { path: prefix, differs: `${prefix.value} without the slash is taken too` };
  if (hasRewrite(route)) return { path: prefix, differs: `only whole segments can be rewritten: ${path}x is not taken any longer` };
  return { path: expression(route, padded) };
}

function expression(route: Rule, padded: boolean): WrittenPath {
  const { is, value: path } = route.match.path;
  const rest = is === "segments" ? `${escaped(stemOf(path))}(/.*)?` : `${escaped(path)}${padded ? "(.*)?" : ".*"}`;
  return { type: "RegularExpression", value: `^${rest}` };
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

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
