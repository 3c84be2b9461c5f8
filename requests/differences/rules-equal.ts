import { otherwiseOf } from "../answer/answer";
import type { ServedHost } from "../table/host-entries";
import type { ServedAnswer, ServedRule } from "../table/routing-table";
import { sameValue } from "./answers-equal";

/** True for two places whose clients get the same answers, whoever asked for them: nothing of them has to be compared. */
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

/** Some rule takes every request, so that nothing is left for the answer to the rest. */
const takesAll = ({ entry }: ServedHost): boolean => entry?.rules.some(({ match }) => match === undefined) === true;

const sameList = (a: readonly ServedRule[], b: readonly ServedRule[]): boolean =>
  a === b ||
  (a.length === b.length && a.every(({ match, to }, i) => sameValue(match, b[i]?.match) && sameValue(plain(to), plain(b[i]?.to))));

/** Ports that a location need not name. */
const USUAL = { http: 80, https: 443 };

/** A redirect without the usual port of its scheme. */
function plain(to: ServedAnswer | undefined): ServedAnswer | undefined {
  if (!to || !("redirect" in to) || to.redirect.port === undefined) return to;
  const { port, ...redirect } = to.redirect;
  return redirect.scheme && port === USUAL[redirect.scheme] ? { ...to, redirect } : to;
}
