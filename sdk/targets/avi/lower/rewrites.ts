// Tokens of URL rewrites.

import type { Json } from "../../../../resources/kind";
import { type PathMatch, stemOf } from "../../../routing";

const segments = (path: string) => path.split("/").filter(Boolean);

const text = (value: string): Json => ({ type: "URI_TOKEN_TYPE_STRING", str_value: value });

/** Text from tokens. */
export const tokenized = (...texts: string[]): Json => ({ type: "URI_PARAM_TYPE_TOKENIZED", tokens: texts.map(text) });

/**
 * The new path from tokens, which the controller joins by slashes: the given one, then the segments behind the prefix.
 *
 * @param given without slashes at its beginning and end
 * @unverified avi/rewrite-joins
 * @unverified avi/empty-path-token
 */
export const withRest = (prefix: string, given: string): Json => ({
  type: "URI_PARAM_TYPE_TOKENIZED",
  tokens: [...(given ? [text(given)] : []), { type: "URI_TOKEN_TYPE_PATH", start_index: segments(prefix).length, end_index: 65535 }],
});

/** The path of a rule whose prefix is replaced, double slashes in it made one. */
export const rewritten = (prefix: string, rewrite: string): Json => withRest(prefix, segments(rewrite).join("/"));

/** Effect of a {@link rewritten} path that the kind does not ask for: the kind replaces the characters of the prefix. */
export function rewritesDifferently({ value: path, is }: PathMatch, rewrite: string): string {
  const whole = path || "/";
  const stem = stemOf(whole);
  const requests = [...(is === "characters" ? [`${whole}y`] : []), ...(is === "exact" ? [whole] : [stem, `${stem}/y`])].filter(Boolean);
  const rewritten = (request: string) => (rewrite + request.slice(whole.length)).replace(/\/{2,}/g, "/") || "/";
  const made = (request: string) => `/${[...segments(rewrite), ...segments(request).slice(segments(whole).length)].join("/")}`;
  const differs = requests.find((request) => request.startsWith(whole) && rewritten(request) !== made(request));
  if (differs === undefined) return "the prefix is replaced by whole path segments, and double slashes become one";
  return `the prefix is replaced by whole path segments: a request for ${differs} gets ${made(differs)}, not ${rewritten(differs)}`;
}
