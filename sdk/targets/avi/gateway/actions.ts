import type { Json } from "../../../../kinds/kind";
import type { GatewayForward, GatewayRedirect, HeaderChanges, PathChange, RequestMatch, RequestPort } from "../../../routing";
import { isAtLeast } from "../settings";
import { type RuleForm, stemOf } from "./matches";

type Action = { [action: string]: Json };

/** A matched path, and the part of it that the rule is for. */
interface Matched {
  path: RequestMatch["path"];
  form: RuleForm["form"];
}

/** First release that answers with any status; those before have six. */
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

/** A redirect. The protocol is required; Location leaves out the usual port of it. */
export function lowerRedirect({ redirect }: GatewayRedirect, matched: Matched, { protocol }: Pick<RequestPort, "protocol">): Action {
  const { scheme, hostname, path, port, statusCode } = redirect;
  const to = scheme ? scheme.toUpperCase() : protocol;
  return {
    redirect_action: {
      protocol: to,
      port: port ?? (to === "HTTPS" ? 443 : 80),
      status_code: `HTTP_REDIRECT_STATUS_CODE_${statusCode}`,
      keep_query: true,
      ...(hostname ? { host: tokens([text(hostname)]) } : {}),
      ...(path ? { path: changedPath(path, matched) } : {}),
    },
  };
}

/** Changes of a request on the way to the servers; empty without any. */
export function lowerRewrite({ rewrite }: Pick<GatewayForward, "rewrite">, matched: Matched): Action {
  if (!rewrite?.hostname && !rewrite?.path) return {};
  return {
    rewrite_url_action: {
      ...(rewrite.hostname ? { host_hdr: tokens([text(rewrite.hostname)]) } : {}),
      ...(rewrite.path ? { path: changedPath(rewrite.path, matched) } : {}),
      query: { keep_query: true },
    },
  };
}

/** Changes of headers: what is set, then what is added, then what is taken away. */
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

const tokens = (list: Json[]): Json => ({ type: "URI_PARAM_TYPE_TOKENIZED", tokens: list });
const text = (value: string): Json => ({ type: "URI_TOKEN_TYPE_STRING", str_value: value });

/** The new path from tokens, which the controller joins by slashes. Of a prefix the segments behind it follow, if the rule takes any. */
function changedPath(change: PathChange, { path, form }: Matched): Json {
  const given = change.value.replace(/^\/+/, "");
  if (change.type === "ReplaceFullPath") return tokens([text(given)]);
  if (form === "itself") return tokens([text(given)]);
  const prefix = stemOf(given);
  const segments = stemOf(path.value).split("/").filter(Boolean).length;
  // @unverified avi/empty-path-token
  return tokens([...(prefix ? [text(prefix)] : []), { type: "URI_TOKEN_TYPE_PATH", start_index: segments, end_index: 65535 }]);
}
