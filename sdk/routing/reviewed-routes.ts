// Describes the routes and servers of a model for a review.

import { type ReviewFacts, type ReviewRoute, UNREADY } from "../../requests/review/facts";
import { faultText } from "../../requests/review/findings";
import { isUnknown, keyOf } from "../specs";
import type { Backend, MemberServer, Members } from "./model";
import { type Route, routesOf } from "./routes";
import type { RoutedParts } from "./routing-model";
import type { Forward, Redirect, Rule } from "./rule";

/** Routes and servers in a review. */
export type ReviewedRoutes = Pick<ReviewFacts, "routes" | "servers">;

/**
 * Routes by key and servers by Service, in names from the specs. Values that a preview does not know are `?`.
 *
 * @param isServed whether the target serves backends with missing inputs
 */
export function reviewedRoutes(model: RoutedParts, isServed: (backends: readonly Backend[]) => boolean = () => true): ReviewedRoutes {
  const review: ReviewedRoutes = { routes: {}, servers: {} };
  for (const route of routesOf(model)) {
    const { backends } = route;
    if (!isServed(backends)) continue;
    const key = reviewedKey(route);
    const [existing, reviewed] = [review.routes[key], reviewedRoute(route)];
    review.routes[key] = existing ? merged(existing, reviewed) : reviewed;
    for (const backend of backends) if (!backend.missing) review.servers[servicePortText(backend)] = serversOf(backend);
  }
  return review;
}

/** The fault of a route whose servers the specs do not give: an existing pool preserves its servers. */
function preservationFault(members: readonly Members[]): Pick<ReviewRoute, "kept"> {
  const fault = members.find(({ missing }) => missing);
  return fault ? { kept: fault.because ? faultText(fault.because) : "" } : {};
}

/** Key of a route; exact paths are marked. */
const reviewedKey = ({ key, rule, gateway }: Route): string => (rule?.match.path.is === "exact" && !gateway ? `${key} (exact)` : key);

function reviewedRoute({ to, backends, rule, gateway }: Route): ReviewRoute {
  if ("redirect" in to) return { to: { [redirectText(to, rule, gateway)]: 1 } };
  if ("answer" in to) return { to: { [`answer ${to.answer}`]: 1 } };
  const failed = rule ? "answer 500" : "no answer";
  return { to: sharesOf(to.backends, failed), ...(rule && !gateway ? termsOf(to) : {}), ...preservationFault(backends) };
}

/** A redirect in words; that of a Route with its URL. */
function redirectText({ redirect }: Redirect, rule: Rule | undefined, gateway: unknown): string {
  const { statusCode, scheme, hostname, port, path } = redirect;
  if (!gateway) return `redirect ${statusCode} to ${scheme}`;
  const host = `${hostname ?? (rule?.host || "the same host")}${port === undefined ? "" : `:${port}`}`;
  return `redirect ${statusCode} to ${scheme ?? rule?.listener.protocol.toLowerCase()}://${host}${path?.value ?? ""}`;
}

/** Shares of the requests by Service; invalid backends share one entry. */
function sharesOf(backends: readonly Backend[], failed: string): ReviewRoute["to"] {
  const shares: ReviewRoute["to"] = {};
  for (const backend of backends) {
    const name = backend.invalid ? failed : servicePortText(backend);
    shares[name] = (shares[name] ?? 0) + (backend.weight ?? 1);
  }
  return shares;
}

/** Properties of a route: those that rules of requests contain on targets that serve them, and those that only routes have. */
function termsOf({ timeouts, retry, rewrite, websockets, backends }: Forward): Pick<ReviewRoute, "terms" | "served"> {
  const routeTerms = backends.flatMap(({ protocol, healthCheck }) => [
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
  return nonEmptyTerms({ terms: [...(websockets ? ["websockets"] : []), ...new Set(routeTerms)], served });
}

const nonEmptyTerms = ({ terms, served }: Required<Pick<ReviewRoute, "terms" | "served">>): Pick<ReviewRoute, "terms" | "served"> => ({
  ...(terms.length > 0 ? { terms } : {}),
  ...(served.length > 0 ? { served } : {}),
});

/** Two routes with the same key, merged. */
function merged(route: ReviewRoute, more: ReviewRoute): ReviewRoute {
  const joined = (field: "terms" | "served") => [...new Set([...(route[field] ?? []), ...(more[field] ?? [])])];
  const because = route.kept ?? more.kept;
  const terms = nonEmptyTerms({ terms: joined("terms"), served: joined("served") });
  return { to: { ...route.to, ...more.to }, ...terms, ...(because === undefined ? {} : { kept: because }) };
}

/** `default/web:80`, or only the Service if its port is unknown. */
const servicePortText = ({ service, port }: Backend): string => (port ? `${keyOf(service)}:${port.port}` : keyOf(service));

const serversOf = ({ servers }: Members): string[] => servers.map(serverText).sort();

const serverText = ({ address, port, drained, ready }: MemberServer): string =>
  `${isUnknown(address) ? "?" : address.includes(":") ? `[${address}]` : address}:${isUnknown(port) ? "?" : port}${drained ? "(drained)" : ready === false ? UNREADY : ""}`;
