import { bySpecificity, type HttpRoute, type VirtualHost } from "../routing";
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

/** The port of each kind of routes, as the model has two. */
export const PORTS = { clear: { protocol: "HTTP", port: 80 }, tls: { protocol: "HTTPS", port: 443 } } as const;

/** @param anywhere whether rules without a host take what the paths of a host leave */
export function entryOf(cx: Writing, from: VirtualHost, on: HttpRoute["on"], { anywhere }: { anywhere: boolean }): Entry | undefined {
  const place: RulePlace = { host: from.fqdn === "*" ? "" : from.fqdn.toLowerCase(), ...PORTS[on] };
  const routes = ofPort(from, on, anywhere);
  const paths = writtenPaths(routes);
  const taken = new Map<string, HttpRoute>();
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
        loseRoute(cx, place, route, `with Gateway API the path is that of ${other.match.path || "/"}, which takes its requests`);
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

/** Routes of a port. One redirect is for a host as a whole where none of its paths is served in clear text, and no rules without a host are beside it. */
function ofPort({ routes }: VirtualHost, on: HttpRoute["on"], anywhere: boolean): HttpRoute[] {
  const own = routes.filter((route) => route.on === on);
  const [first] = own;
  const isOne = first && "redirect" in first.to && own.every((route) => isSame(route, first));
  return isOne && !anywhere ? [{ ...first, match: { path: "", type: "prefix" } }] : own;
}

/** The redirect of a host as a whole is lost for each of its objects. */
function loseOthers(cx: Writing, place: RulePlace, { routes }: VirtualHost, { on }: HttpRoute): void {
  for (const one of routes) if (one.on === on) loseRoute(cx, place, one, "the host cannot be redirected as a whole");
}

/** Of two that are written alike the longer path counts, and a redirect before Services. */
const byPrecedence = (a: HttpRoute, b: HttpRoute) =>
  bySpecificity(a.match, b.match) || Number("backends" in a.to) - Number("backends" in b.to);

const isSame = (a: HttpRoute, b: HttpRoute) => JSON.stringify(a.to) === JSON.stringify(b.to);

function noteDifferences({ losses, view }: Writing, host: VirtualHost, route: HttpRoute, differs: string | undefined): void {
  const { owner, match } = route;
  const at = pointerOf(route, "path");
  if (differs) losses.add(owner.ref, at, `${host.fqdn}${match.path}: ${differs}`, "notice");
  const otherwise = view.matchesOtherwise?.(route, host);
  if (otherwise) losses.add(owner.ref, at, `${host.fqdn}${match.path}: ${otherwise}`, "notice");
  if (host.fqdn.startsWith("*.")) {
    const message = `${host.fqdn} takes one label in the place of the asterisk, and any number of labels with Gateway API`;
    losses.add(owner.ref, route.at ?? "", message, "notice");
  }
}
