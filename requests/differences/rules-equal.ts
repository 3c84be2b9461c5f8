// Decides without a full comparison whether two host entries have the same rules.

import { defaultPort } from "../../resources/default-port";
import { otherwiseOf } from "../answer/answer";
import type { ServedHost } from "../table/host-entries";
import type { ServedAnswer, ServedRule } from "../table/routing-table";
import { sameValue } from "./answers-equal";

/** True if clients of both entries get the same answers, whichever object the rules come from: the entries need no comparison. */
export function sameRules(a: ServedHost, b: ServedHost): boolean {
  return (
    (a.entry?.certificate === undefined) === (b.entry?.certificate === undefined) &&
    a.port.protocol === b.port.protocol &&
    a.port.clientCertificate === b.port.clientCertificate &&
    sameValue(a.port.clients, b.port.clients) &&
    (takesAll(a) || sameValue(otherwiseOf(a), otherwiseOf(b))) &&
    sameList(a.entry?.rules ?? [], b.entry?.rules ?? [])
  );
}

/** A rule matches every request, so the fallback answer is never used. */
const takesAll = ({ entry }: ServedHost): boolean => entry?.rules.some(({ match }) => match === undefined) === true;

const sameList = (a: readonly ServedRule[], b: readonly ServedRule[]): boolean =>
  a === b ||
  (a.length === b.length && a.every(({ match, to }, i) => sameValue(match, b[i]?.match) && sameValue(plain(to), plain(b[i]?.to))));

/** A redirect without the default port of its scheme. */
function plain(to: ServedAnswer | undefined): ServedAnswer | undefined {
  if (!to || !("redirect" in to) || to.redirect.port === undefined) return to;
  const { port, ...redirect } = to.redirect;
  return redirect.scheme && port === defaultPort(redirect.scheme) ? { ...to, redirect } : to;
}
