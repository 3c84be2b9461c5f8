// Groups the rules of a host by port.

import { bySpecificity, HTTP_LISTENER, HTTPS_LISTENER, pathOnly, type Rule, type RuleListener, type VirtualHost } from "../routing";
import type { Spec } from "../specs";
import type { Writing } from "./context";
import { pointerOf } from "./losses";
import type { WrittenRule } from "./manifests";
import { type PathResult, writtenPaths } from "./paths";
import { loseRoute, type RulePlace, ruleOf } from "./rules";

/** Rules of a host on one port. */
export interface Entry {
  /** In lower case; empty for every host. */
  host: string;
  from: VirtualHost;
  rules: { owner: Spec; rule: WrittenRule }[];
}

/** The listener of each protocol: the model has two. */
export const PORTS = { HTTP: HTTP_LISTENER, HTTPS: HTTPS_LISTENER };

/** @param anywhere whether rules without a host take what the paths of a host leave */
export function entryOf(
  cx: Writing,
  from: VirtualHost,
  on: RuleListener["protocol"],
  { anywhere }: { anywhere: boolean },
): Entry | undefined {
  const place: RulePlace = { host: from.fqdn === "*" ? "" : from.fqdn.toLowerCase(), ...PORTS[on] };
  const routes = ofPort(from, on, anywhere);
  const paths = writtenPaths(routes);
  const taken = new Map<string, Rule>();
  const rules = routes.toSorted(byPrecedence).flatMap((route): Entry["rules"] => {
    const { path, differs } = paths.get(route) as PathResult;
    if (!path) {
      loseRoute(cx, place, route, String(differs));
      return [];
    }
    const key = `${path.type} ${path.value}`;
    const other = taken.get(key);
    if (other) {
      if (!isSame(other, route))
        loseRoute(cx, place, route, `with Gateway API the path is that of ${other.match.path.value || "/"}, which takes its requests`);
      return [];
    }
    taken.set(key, route);
    const rule = ruleOf(cx, place, route, path);
    if (!rule) {
      if (!from.routes.includes(route)) loseOthers(cx, place, from, route);
      return [];
    }
    noteDifferences(cx, from, route, differs);
    return [{ owner: route.owner, rule }];
  });
  return rules.length > 0 ? { host: place.host, from, rules } : undefined;
}

/**
 * Routes of a port. One redirect is for a host as a whole where none of its paths is served in clear text, and no rules without a host are
 * beside it.
 */
function ofPort({ routes }: VirtualHost, on: RuleListener["protocol"], anywhere: boolean): Rule[] {
  const listenerRoutes = routes.filter((route) => route.listener.protocol === on);
  const [first] = listenerRoutes;
  const isOne = first && "redirect" in first.to && listenerRoutes.every((route) => isSame(route, first));
  return isOne && !anywhere ? [{ ...first, match: pathOnly({ is: "characters", value: "" }) }] : listenerRoutes;
}

/** Records the lost redirect of a whole host for each of its objects. */
function loseOthers(cx: Writing, place: RulePlace, { routes }: VirtualHost, { listener }: Rule): void {
  for (const route of routes)
    if (route.listener.protocol === listener.protocol) loseRoute(cx, place, route, "the host cannot be redirected as a whole");
}

/** Of two rules with the same text the longer path counts, and a redirect before Services. */
const byPrecedence = (a: Rule, b: Rule) =>
  bySpecificity(a.match.path, b.match.path) || Number("backends" in a.to) - Number("backends" in b.to);

const isSame = (a: Rule, b: Rule) => JSON.stringify(a.to) === JSON.stringify(b.to);

function noteDifferences({ losses, view }: Writing, host: VirtualHost, route: Rule, differs: string | undefined): void {
  const { owner, match } = route;
  const at = pointerOf(route, "path");
  if (differs) losses.add(owner.ref, at, `${host.fqdn}${match.path.value}: ${differs}`, "notice");
  const otherwise = view.matchesOtherwise?.(route, host);
  if (otherwise) losses.add(owner.ref, at, `${host.fqdn}${match.path.value}: ${otherwise}`, "notice");
  if (host.fqdn.startsWith("*.")) {
    const message = `${host.fqdn} takes one label in the place of the asterisk, and any number of labels with Gateway API`;
    losses.add(owner.ref, route.at ?? "", message, "notice");
  }
}
