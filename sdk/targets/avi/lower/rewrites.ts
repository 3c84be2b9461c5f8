import type { Json } from "../../../../kinds/kind";
import { type RoutePath, stemOf } from "../../../routing";

const segments = (path: string) => path.split("/").filter(Boolean);

/**
 * The new path from tokens, which the controller joins by slashes: the given one, then the segments behind the prefix.
 *
 * @unverified avi/rewrite-joins
 */
export function rewritten(prefix: string, rewrite: string): Json {
  const given = segments(rewrite).join("/");
  return {
    type: "URI_PARAM_TYPE_TOKENIZED",
    tokens: [
      ...(given ? [{ type: "URI_TOKEN_TYPE_STRING", str_value: given }] : []),
      { type: "URI_TOKEN_TYPE_PATH", start_index: segments(prefix).length, end_index: 65535 },
    ],
  };
}

/** Effect of a {@link rewritten} path that the kind does not ask for: the kind replaces the characters of the prefix. */
export function rewritesDifferently({ path, type }: RoutePath, rewrite: string): string {
  const whole = path || "/";
  const stem = stemOf(whole);
  const requests = [...(type === "prefix" ? [`${whole}y`] : []), ...(type === "exact" ? [whole] : [stem, `${stem}/y`])].filter(Boolean);
  const rewritten = (request: string) => (rewrite + request.slice(whole.length)).replace(/\/{2,}/g, "/") || "/";
  const made = (request: string) => `/${[...segments(rewrite), ...segments(request).slice(segments(whole).length)].join("/")}`;
  const differs = requests.find((request) => request.startsWith(whole) && rewritten(request) !== made(request));
  if (differs === undefined) return "the prefix is replaced by whole path segments, and double slashes become one";
  return `the prefix is replaced by whole path segments: a request for ${differs} gets ${made(differs)}, not ${rewritten(differs)}`;
}
