import { type ReviewFacts, type ReviewPlace, UNREADY } from "../../kinds/review/facts";
import { faultText } from "../../kinds/review/findings";
import { isUnknown, keyOf } from "../specs";
import { gatewayPlaces } from "./gateway/places";
import type { Backend, MemberServer, Members } from "./model";
import type { RoutedParts } from "./routing-model";
import type { Forward, Rule } from "./rule";

/** Routes and servers of a model as a reviewer reads them. */
export type ReviewedRoutes = Pick<ReviewFacts, "places" | "servers">;

/**
 * Routes by place and servers by Service, named by specs and by no object of a target. Values that preview cannot know stand as `?`.
 *
 * @param isServed whether the target serves a backend whose specs lack something
 */
export function reviewedRoutes(
  { hosts, l4, defaults, gateways = [] }: RoutedParts,
  isServed: (backends: readonly Backend[]) => boolean = () => true,
): ReviewedRoutes {
  const found: ReviewedRoutes = { places: {}, servers: {} };
  const add = (place: string, route: ReviewPlace) => {
    const known = found.places[place];
    found.places[place] = known ? merged(known, route) : route;
  };
  const serve = (backends: readonly Backend[]) => {
    for (const one of backends) if (!one.missing) found.servers[nameOf(one)] = serversOf(one);
  };
  for (const { fqdn, routes, tcp } of hosts) {
    const host = fqdn.toLowerCase();
    for (const route of routes) {
      if ("backends" in route.to && !isServed(route.to.backends)) continue;
      add(placeOf(host, route), routeOf(route));
      if ("backends" in route.to) serve(route.to.backends);
    }
    if (!tcp || !isServed(tcp.backends)) continue;
    add(`tls://${host}`, { to: sharesOf(tcp.backends), ...keptBy(tcp.backends) });
    serve(tcp.backends);
  }
  for (const { owner, ports } of l4)
    for (const { port, ...members } of ports) {
      const service = `${keyOf(owner.ref)}:${port.port}`;
      add(`Service ${keyOf(owner.ref)} ${port.protocol} ${port.port}`, {
        to: { [service]: 1 },
        ...keptBy([members]),
      });
      if (!members.missing) found.servers[service] = serversOf(members);
    }
  for (const { scope, backend } of defaults) {
    if (!isServed([backend])) continue;
    add(`http://*/ of ${scope}`, { to: sharesOf([backend]), ...keptBy([backend]) });
    serve([backend]);
  }
  for (const { place, backends, route } of gateways.flatMap(gatewayPlaces)) {
    if (!isServed(backends)) continue;
    add(place, { ...route, ...keptBy(backends) });
    serve(backends);
  }
  return found;
}

/** A route whose servers the specs do not tell: an existing pool is left alone. */
function keptBy(members: readonly Members[]): Pick<ReviewPlace, "kept"> {
  const fault = members.find(({ missing }) => missing);
  return fault ? { kept: fault.because ? faultText(fault.because) : "" } : {};
}

function placeOf(host: string, { listener, match }: Rule): string {
  const path = `${listener.protocol.toLowerCase()}://${host}${match.path.value || "/"}`;
  return match.path.is === "exact" ? `${path} (exact)` : path;
}

const routeOf = ({ to }: Rule): ReviewPlace =>
  "redirect" in to
    ? { to: { [`redirect ${to.redirect.statusCode} to ${to.redirect.scheme}`]: 1 } }
    : "answer" in to
      ? { to: { [`answer ${to.answer}`]: 1 } }
      : { to: sharesOf(to.backends), ...termsOf(to), ...keptBy(to.backends) };

function sharesOf(backends: readonly Backend[]): ReviewPlace["to"] {
  const shares: ReviewPlace["to"] = {};
  for (const one of backends) shares[nameOf(one)] = (shares[nameOf(one)] ?? 0) + (one.weight ?? 1);
  return shares;
}

/** Terms that rules of requests have too, where a target serves them, and those that only routes have. */
function termsOf({ timeouts, retry, rewrite, websockets, backends }: Forward): Pick<ReviewPlace, "terms" | "served"> {
  const own = backends.flatMap(({ protocol, healthCheck }) => [
    ...(protocol && protocol !== "tls" ? [`servers speak ${protocol}`] : []),
    ...(healthCheck ? [`health check ${healthCheck.path ?? "/"}`] : []),
  ]);
  const inRules = backends.flatMap(({ protocol, strategy, validation }) => [
    ...(protocol === "tls" ? ["servers speak tls"] : []),
    ...(strategy ? [`balanced by ${strategy}`] : []),
    ...(validation ? ["certificates of the servers are verified"] : []),
  ]);
  const served = [
    ...(timeouts?.request === undefined ? [] : [`timeout ${timeouts.request === 0 ? "infinite" : `${timeouts.request} s`}`]),
    ...(retry ? [`${retry.attempts} retries on ${retry.on}`] : []),
    ...(rewrite?.path === undefined ? [] : [`prefix rewritten to ${rewrite.path.value || "/"}`]),
    ...new Set(inRules),
  ];
  return given({ terms: [...(websockets ? ["websockets"] : []), ...new Set(own)], served });
}

const given = ({ terms, served }: Required<Pick<ReviewPlace, "terms" | "served">>): Pick<ReviewPlace, "terms" | "served"> => ({
  ...(terms.length > 0 ? { terms } : {}),
  ...(served.length > 0 ? { served } : {}),
});

/** Two routes of one place: the result names both. */
function merged(one: ReviewPlace, more: ReviewPlace): ReviewPlace {
  const joined = (field: "terms" | "served") => [...new Set([...(one[field] ?? []), ...(more[field] ?? [])])];
  const because = one.kept ?? more.kept;
  const terms = given({ terms: joined("terms"), served: joined("served") });
  return { to: { ...one.to, ...more.to }, ...terms, ...(because === undefined ? {} : { kept: because }) };
}

/** `default/web:80`, or the Service alone where its port is not found. */
const nameOf = ({ service, port }: Backend): string => (port ? `${keyOf(service)}:${port.port}` : keyOf(service));

const serversOf = ({ servers }: Members): string[] => servers.map(serverText).sort();

const serverText = ({ address, port, drained, ready }: MemberServer): string =>
  `${isUnknown(address) ? "?" : address.includes(":") ? `[${address}]` : address}:${isUnknown(port) ? "?" : port}${drained ? "(drained)" : ready === false ? UNREADY : ""}`;
