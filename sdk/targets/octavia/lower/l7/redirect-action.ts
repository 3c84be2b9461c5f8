// The action of an L7 policy for a redirect, whatever the kind of the object that asks for it.
import type { L7PolicyBody } from "../../../../../resources/octavia/types";
import type { Redirect, RuleListener } from "../../../../routing";

export type RedirectAction = Pick<L7PolicyBody, "action" | "redirect_prefix" | "redirect_url" | "redirect_http_code">;

/**
 * Path and query of the request are kept, but for a redirect to another path, which has no query. 302 is the status without a code.
 *
 * @param host of the request, where the redirect names none
 */
export function redirectAction({ redirect }: Redirect, host: string, { protocol }: Pick<RuleListener, "protocol">): RedirectAction {
  const { scheme, hostname, port, path, statusCode } = redirect;
  const origin = `${scheme ?? protocol.toLowerCase()}://${hostname ?? host}${port === undefined ? "" : `:${port}`}`;
  const code = statusCode === 302 ? {} : { redirect_http_code: statusCode };
  if (!path) return { action: "REDIRECT_PREFIX", redirect_prefix: origin, ...code };
  return { action: "REDIRECT_TO_URL", redirect_url: `${origin}${path.value.startsWith("/") ? "" : "/"}${path.value}`, ...code };
}
