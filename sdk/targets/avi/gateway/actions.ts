// Policy actions for redirects, rewrites, header changes and fixed answers of Routes.

import type { Json } from "../../../../resources/kind";
import {
  type Forward,
  type HeaderChanges,
  type PathChange,
  type Redirect,
  type RequestPort,
  type RuleMatch,
  stemOf,
} from "../../../routing";
import { tokenized, withRest } from "../lower/rewrites";
import { isAtLeast } from "../settings";
import type { RuleForm } from "./matches";

type Action = { [action: string]: Json };

/** A matched path, and the part of it that the rule is for. */
interface Matched {
  path: RuleMatch["path"];
  form: RuleForm["form"];
}

/** First release that answers with any status; earlier ones have six. */
export const ANY_STATUS = [30, 2, 1] as const;

/** The answer of the load balancer itself. */
export function lowerAnswer(answer: 404 | 500, controllerVersion: string): Action {
  const status: Action =
    answer === 404
      ? { status_code: "HTTP_LOCAL_RESPONSE_STATUS_CODE_404" }
      : isAtLeast(controllerVersion, ANY_STATUS)
        ? { other_status_code: 500 }
        : { status_code: "HTTP_LOCAL_RESPONSE_STATUS_CODE_501" };
  return { switching_action: { action: "HTTP_SWITCHING_SELECT_LOCAL", ...status } };
}

/** A redirect. Avi requires the protocol; Location omits the default port. */
export function lowerRedirect({ redirect }: Redirect, matched: Matched, { protocol }: Pick<RequestPort, "protocol">): Action {
  const { scheme, hostname, path, port, statusCode } = redirect;
  const to = scheme ? scheme.toUpperCase() : protocol;
  return {
    redirect_action: {
      protocol: to,
      port: port ?? (to === "HTTPS" ? 443 : 80),
      status_code: `HTTP_REDIRECT_STATUS_CODE_${statusCode}`,
      keep_query: true,
      ...(hostname ? { host: tokenized(hostname) } : {}),
      ...(path ? { path: changedPath(path, matched) } : {}),
    },
  };
}

/** Changes of a request on the way to the servers; empty without any. */
export function lowerRewrite({ rewrite }: Pick<Forward, "rewrite">, matched: Matched): Action {
  if (!rewrite?.hostname && !rewrite?.path) return {};
  return {
    rewrite_url_action: {
      ...(rewrite.hostname ? { host_hdr: tokenized(rewrite.hostname) } : {}),
      ...(rewrite.path ? { path: changedPath(rewrite.path, matched) } : {}),
      query: { keep_query: true },
    },
  };
}

/** Changes of headers: replaced, then added, then removed ones. */
export function lowerHeaders(changes: HeaderChanges | undefined): Action {
  if (!changes) return {};
  const valued = (action: string) => (header: { name: string; value: string }) => ({
    action,
    hdr: { name: header.name, value: { val: header.value } },
  });
  const actions: Json[] = [
    ...changes.set.map(valued("HTTP_REPLACE_HDR")),
    ...changes.add.map(valued("HTTP_ADD_HDR")),
    ...changes.remove.map((name) => ({ action: "HTTP_REMOVE_HDR", hdr: { name } })),
  ];
  return actions.length > 0 ? { hdr_action: actions } : {};
}

/** The new path; a replaced prefix is followed by the remaining segments, if the rule matches any. */
function changedPath({ replaces, value }: PathChange, { path, form }: Matched): Json {
  const newPath = value.replace(/^\/+/, "");
  return replaces === "all" || form === "itself" ? tokenized(newPath) : withRest(path.value, stemOf(newPath));
}
