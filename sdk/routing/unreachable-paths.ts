// Reports paths that no request can have.

import type { Diagnostic } from "../../resources/diagnostic";
import { diagnose } from "../specs";
import type { RouteCandidate, TargetCapabilities } from "./candidates";

/** Characters that no path of a request contains; in names of objects they would cause harm. */
const UNREACHABLE = /[\0-\x20\x7f?]/;
const UNREACHABLE_IN_PATTERN = /[\0-\x20\x7f]/;

/**
 * Signs of a regular expression or wildcard. Request paths contain `\ ^
 * [ ] { }` only escaped (RFC 3986, 3.3); `( ) . + $` are literal unless they form an expression.
 */
const PATTERN = /[\\^|[\]{}*]|\.\+|\(\?|[)\]}]\?|\)\+|\$(?=$|\))/;

/** True for a path that looks like a pattern. */
export const looksLikePattern = (path: string) => PATTERN.test(path);

const REMEDY = "Write the path as in requests, or use an HTTPRoute with a path of type RegularExpression.";

/** Reports unreachable paths. False for those that must not reach a load balancer. */
export function canMatch(
  { match, fqdn, to, listener, owner, at }: RouteCandidate,
  { patterns }: Pick<TargetCapabilities, "patterns">,
  report: (diagnostic: Diagnostic) => void,
): boolean {
  const path = match.path.value;
  const isTls = listener.protocol === "HTTPS";
  const isRead = patterns?.reads(fqdn, isTls ? "tls" : "clear") ?? false;
  const isPattern = !isRead && looksLikePattern(path);
  const isFirst = isTls || "backends" in to; // its redirect repeats the report
  const remedy = isPattern ? (patterns?.remedy(fqdn) ?? REMEDY) : "Write the path as in requests, for example %20 for a space.";
  const [character] = (isRead ? UNREACHABLE_IN_PATTERN : UNREACHABLE).exec(path) ?? [];
  if (character !== undefined) {
    const message = `${JSON.stringify(path)} contains ${JSON.stringify(character)}, which no request path can have; it is ignored`;
    if (isFirst) report(diagnose("LB1208", owner.ref, at, message, { remedy, about: { host: fqdn, path } }));
    return false;
  }
  if (!isRead && path.includes("#") && isFirst) {
    const message = `no request has the path ${JSON.stringify(path)}: what follows # stays in the browser, and clients send it as %23`;
    report(
      diagnose("LB1219", owner.ref, at, message, {
        remedy: "Write the path without the fragment: an application reads it by itself.",
        about: { host: fqdn, path },
      }),
    );
  }
  if (isPattern && isFirst) {
    const message = `${fqdn}${path} looks like a pattern, but is compared as it is written: no request has this path${patterns?.harm ?? ""}`;
    report(diagnose("LB1219", owner.ref, at, message, { remedy, about: { host: fqdn, path } }));
  }
  return true;
}
