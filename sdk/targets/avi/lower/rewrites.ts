// Writes the tokens of which Avi composes a rewritten path.

import type { Json } from "../../../../resources/kind";
import { type PathMatch, stemOf } from "../../../routing";

const segments = (path: string) => path.split("/").filter(Boolean);

const text = (value: string): Json => ({ type: "URI_TOKEN_TYPE_STRING", str_value: value });

/** Text from tokens. */
export const tokenized = (...texts: string[]): Json => ({ type: "URI_PARAM_TYPE_TOKENIZED", tokens: texts.map(text) });

/**
 * The new path from tokens, which the controller joins by slashes: `path`, then the segments after the prefix.
 *
 * @param path without slashes at its beginning and end
 * @unverified avi/rewrite-joins
 * @unverified avi/empty-path-token
 */
export const withRest = (prefix: string, path: string): Json => ({
  type: "URI_PARAM_TYPE_TOKENIZED",
  tokens: [...(path ? [text(path)] : []), { type: "URI_TOKEN_TYPE_PATH", start_index: segments(prefix).length, end_index: 65535 }],
});

/** The path of a rule with its prefix replaced, without double slashes. */
export const rewritten = (prefix: string, rewrite: string): Json => withRest(prefix, segments(rewrite).join("/"));

/** Deviation of a {@link rewritten} path from the kind, which replaces the characters of the prefix. */
export function rewritesDifferently({ value: path, is }: PathMatch, rewrite: string): string {
  const prefix = path || "/";
  const stem = stemOf(prefix);
  const requests = [...(is === "characters" ? [`${prefix}y`] : []), ...(is === "exact" ? [prefix] : [stem, `${stem}/y`])].filter(Boolean);
  const rewritten = (request: string) => (rewrite + request.slice(prefix.length)).replace(/\/{2,}/g, "/") || "/";
  const made = (request: string) => `/${[...segments(rewrite), ...segments(request).slice(segments(prefix).length)].join("/")}`;
  const differs = requests.find((request) => request.startsWith(prefix) && rewritten(request) !== made(request));
  if (differs === undefined) return "the prefix is replaced by whole path segments, and double slashes become one";
  return `the prefix is replaced by whole path segments: a request for ${differs} gets ${made(differs)}, not ${rewritten(differs)}`;
}
