// Reads the actions of Avi policy rules: answers, redirects, rewritten paths and edited headers.

import { isRecord, textIn } from "../../resources/json";
import type { HeaderEdits, PathEdit, ServedAnswer, ServedForward, ServedRedirect } from "../table/routing-table";
import { type Body, type Lookup, recordIn, recordsIn, textsIn } from "./bodies";
import { forwardOf } from "./servers";

const UNAVAILABLE = { status: 503 };

/** Answer of a rule of a policy set; undefined for a rule that only changes requests. */
export function answerOf(cx: Lookup, rule: Body, response: HeaderEdits | undefined): ServedAnswer | undefined {
  if (isRecord(rule.redirect_action)) return redirectOf(rule.redirect_action, matchedPath(rule));
  const { action, pool_group_ref, pool_ref, status_code, other_status_code } = recordIn(rule.switching_action);
  if (action === "HTTP_SWITCHING_SELECT_LOCAL") return { status: Number(other_status_code ?? digitsOf(status_code)) };
  const to = forwardOf(cx, { ...(pool_group_ref === undefined ? { pool: pool_ref } : { group: pool_group_ref }) }, UNAVAILABLE);
  if (!to || !("forward" in to)) return to;
  return { ...to, ...changesOf(rule), ...(response ? { response } : {}) };
}

const digitsOf = (code: unknown): string => /(\d{3})$/.exec(textIn(code))?.[1] ?? "200";

/** Changes to a request before it reaches the servers. */
export function changesOf(rule: Body): Pick<ServedForward, "path" | "host" | "request"> {
  const rewrite = recordIn(rule.rewrite_url_action);
  const { host: replaced, ...edits } = editsOf(rule.hdr_action);
  const host = stringOf(rewrite.host_hdr) ?? replaced;
  const path = pathEdit(rewrite.path, matchedPath(rule));
  return {
    ...(path ? { path } : {}),
    ...(host === undefined ? {} : { host }),
    ...(Object.keys(edits).length > 0 ? { request: edits } : {}),
  };
}

/** Edits of headers; the Host header is returned as `host`. */
export function editsOf(actions: unknown): HeaderEdits & { host?: string } {
  const edits: { set?: Record<string, string>; add?: Record<string, string>; remove?: string[]; host?: string } = {};
  for (const { action, hdr } of recordsIn(actions)) {
    const name = textIn(recordIn(hdr).name).toLowerCase();
    const value = textIn(recordIn(recordIn(hdr).value).val);
    if (action === "HTTP_REMOVE_HDR") edits.remove = [...(edits.remove ?? []), name];
    else if (name === "host") edits.host = value;
    else if (action === "HTTP_ADD_HDR") edits.add = { ...edits.add, [name]: value };
    else edits.set = { ...edits.set, [name]: value };
  }
  edits.remove?.sort();
  return edits;
}

function redirectOf(redirect: Body, from: string): ServedRedirect {
  const { protocol, port, status_code, host, path, keep_query = true } = redirect;
  const scheme = protocol === "HTTPS" ? "https" : "http";
  const [to, edit] = [stringOf(host), pathEdit(path, from)];
  return {
    redirect: {
      scheme,
      ...(to === undefined ? {} : { host: to }),
      ...(port === undefined ? {} : { port: Number(port) }),
      ...(edit ? { path: edit } : {}),
      ...(keep_query === false ? { dropsQuery: true } : {}),
    },
    status: Number(digitsOf(status_code ?? "HTTP_REDIRECT_STATUS_CODE_302")),
  };
}

/** The path that a rule compares; `/` for a rule without a path. */
const matchedPath = ({ match }: Body): string => textsIn(recordIn(recordIn(match).path).match_str)[0] ?? "/";

/** A literal text for one part of a URL. */
function stringOf(part: unknown): string | undefined {
  const [first] = recordsIn(recordIn(part).tokens);
  return first?.type === "URI_TOKEN_TYPE_STRING" ? textIn(first.str_value) : undefined;
}

/** The new path: a text that replaces the whole path, or the segments that the rule compares. */
function pathEdit(part: unknown, from: string): PathEdit | undefined {
  const tokens = recordsIn(recordIn(part).tokens);
  if (tokens.length === 0) return undefined;
  const texts = tokens.filter(({ type }) => type === "URI_TOKEN_TYPE_STRING").map(({ str_value }) => textIn(str_value));
  const rest = tokens.find(({ type }) => type === "URI_TOKEN_TYPE_PATH");
  const to = `/${texts.join("/")}`;
  if (!rest) return { full: to };
  const kept = from
    .split("/")
    .filter(Boolean)
    .slice(0, Number(rest.start_index ?? 0));
  return { from: `/${kept.join("/")}`, to, by: "segments" };
}
