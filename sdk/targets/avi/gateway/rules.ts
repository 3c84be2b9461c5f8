// Decides which filters and other features of Gateway API Avi serves, and why it refuses the others, for example RequestMirror.

import { type Forward, type GatewayRules, type Rule, refusedFilter, type UnsupportedFeature } from "../../../routing";
import { LONGEST_TIMEOUT } from "../lower/pools";
import { MOST_PARAMS, queryExpression } from "../lower/query";
import { type AviSettings, isAtLeast } from "../settings";

/** First release whose policies compare a query string with a regular expression. */
const QUERY_EXPRESSIONS = [21, 1] as const;

/** Names of the conformance suite for what Avi serves with any release. */
const FEATURES = [
  "BackendTLSPolicy",
  "Gateway",
  "GatewayAddressEmpty",
  "GatewayHTTPListenerIsolation",
  "GatewayPort8080",
  "GatewayStaticAddresses",
  "HTTPRoute",
  "HTTPRoute307RedirectStatusCode",
  "HTTPRouteBackendProtocolWebSocket",
  "HTTPRouteBackendTimeout",
  "HTTPRouteDestinationPortMatching",
  "HTTPRouteHostRewrite",
  "HTTPRouteMethodMatching",
  "HTTPRouteNamedRouteRule",
  "HTTPRouteParentRefPort",
  "HTTPRoutePathRedirect",
  "HTTPRoutePathRewrite",
  "HTTPRoutePortRedirect",
  "HTTPRouteRequestTimeout",
  "HTTPRouteResponseHeaderModification",
  "HTTPRouteSchemeRedirect",
  "ListenerSet",
  "ReferenceGrant",
  "TCPRoute",
  "TLSRoute",
  "UDPRoute",
];

/** Everything that Avi can serve of Gateway API, as the front end asks for it (gateway-api.md 6). */
export function gatewayRules({ gatewayController, controllerVersion }: AviSettings): GatewayRules {
  const readsQueries = isAtLeast(controllerVersion, QUERY_EXPRESSIONS);
  return {
    target: "Avi",
    controllers: [gatewayController],
    features: [...FEATURES, ...(readsQueries ? ["HTTPRouteQueryParamMatching"] : [])].sort(),
    routes: { HTTP: ["HTTPRoute"], HTTPS: ["HTTPRoute"], TCP: ["TCPRoute"], TLS: ["TLSRoute"], UDP: ["UDPRoute"] },
    refusesListener: ({ protocol, mode }) =>
      protocol === "TLS" && mode === "Terminate"
        ? { at: "/tls/mode", message: "mode Terminate of protocol TLS is not served on Avi: write Passthrough, or protocol HTTPS" }
        : undefined,
    refusesRule: (rule) => refusedFilter(rule) ?? refusedMatch(rule, controllerVersion, readsQueries) ?? refusedAction(rule),
    speaks: ["ws"],
    backendTls: true,
    clientValidation: "none",
    insecureFallback: false,
  };
}

function refusedMatch({ match, index }: Rule, controllerVersion: string, readsQueries: boolean): UnsupportedFeature | undefined {
  const at = (field: string) => `/matches/${index}/${field}`;
  if (match.headers.some(({ is }) => is === "regex"))
    return { at: at("headers"), message: "type RegularExpression of a header is not supported by Avi's policies: write Exact" };
  if (match.queryParams.length === 0) return undefined;
  if (!readsQueries)
    return {
      at: at("queryParams"),
      message: `queryParams are not compared by a controller of version ${controllerVersion}, only from ${QUERY_EXPRESSIONS.join(".")} on (setting controllerVersion)`,
    };
  if (match.queryParams.length > MOST_PARAMS)
    return { at: at("queryParams"), message: `a match must have at most ${MOST_PARAMS} queryParams: Avi allows no more` };
  if (queryExpression(match.queryParams) === undefined)
    return { at: at("queryParams"), message: "queryParams have a regular expression that cannot be kept within one parameter on Avi" };
  return undefined;
}

function refusedAction({ to }: Rule): UnsupportedFeature | undefined {
  if ("answer" in to) return undefined;
  if ("backends" in to) return refusedForward(to);
  const { statusCode } = to.redirect;
  if (statusCode === 303 || statusCode === 308)
    return { at: "/filters", message: `statusCode ${statusCode} is not supported by Avi's redirects: write 301, 302 or 307` };
  return undefined;
}

function refusedForward({ backends, timeouts = {}, retry }: Forward): UnsupportedFeature | undefined {
  if (retry && timeouts.request)
    return { at: "/timeouts/request", message: "request limits all tries together, which Avi cannot: leave it or retry out" };
  for (const field of ["request", "backendRequest"] as const)
    if ((timeouts[field] ?? 0) > LONGEST_TIMEOUT)
      return { at: `/timeouts/${field}`, message: `${field} must be at most ${LONGEST_TIMEOUT / 3600}h: Avi allows no longer timeout` };
  if (backends.some(({ validation, invalid }) => !invalid && validation && !validation.caCertificate))
    return {
      at: "/backendRefs",
      message: "wellKnownCACertificates of a BackendTLSPolicy are not on the controller: name a ConfigMap with the authority",
    };
  return undefined;
}
