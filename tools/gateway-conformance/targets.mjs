// The features of Gateway API that each target claims, and how a run reaches its product and load balancer.

/** Tests of Gateways, classes and Routes that look at statuses only: without traffic nothing else can be shown. */
const statusTests = [
  "GatewayClassObservedGenerationBump",
  "GatewayInvalidRouteKind",
  "GatewayInvalidTLSConfiguration",
  "GatewayListenerUnsupportedProtocol",
  "GatewayModifyListeners",
  "GatewayObservedGenerationBump",
  "GatewaySecretInvalidReferenceGrant",
  "GatewaySecretMissingReferenceGrant",
  "GatewaySecretReferenceGrantAllInNamespace",
  "GatewaySecretReferenceGrantSpecific",
  "GatewayWithAttachedRoutes",
  "HTTPRouteInvalidCrossNamespaceParentRef",
  "HTTPRouteInvalidParentRefNotMatchingSectionName",
  "HTTPRouteObservedGenerationBump",
];

/**
 * `profiles` and `features` are names of the suite; of core features it adds those of the profiles. `skipped` are tests that the target cannot
 * pass, `only` restricts a target to some. `gatewayClass` and `controllerName` are those of the GatewayClass that the lab creates.
 */
export const targets = {
  octavia: {
    gatewayClass: "k8s-lb-octavia",
    controllerName: "k8s-lb.io/octavia",
    profiles: ["GATEWAY-HTTP", "GATEWAY-TCP"],
    features: [
      "Gateway",
      "GatewayAddressEmpty",
      "GatewayFrontendClientCertificateValidation",
      "GatewayHTTPListenerIsolation",
      "GatewayPort8080",
      "GatewayStaticAddresses",
      "HTTPRoute",
      "HTTPRouteBackendProtocolWebSocket",
      "HTTPRouteDestinationPortMatching",
      "HTTPRouteNamedRouteRule",
      "HTTPRouteParentRefPort",
      "ListenerSet",
      "ReferenceGrant",
      "TCPRoute",
    ],
    skipped: ["HTTPRouteRequestHeaderModifier"], // HAProxy of an amphora sets headers of its own only
  },
  avi: {
    gatewayClass: "k8s-lb-avi",
    controllerName: "k8s-lb.io/avi",
    profiles: ["GATEWAY-HTTP"],
    features: ["Gateway", "HTTPRoute", "ReferenceGrant"],
    skipped: [],
    only: statusTests,
  },
};

/** Flags of the suite for a target. `only` are the tests to run, of `all`; `runTest` is one test, whatever is claimed. */
export function suiteFlags(target, { all, only = target.only, runTest, report, identity, maxTimeToConsistency }) {
  const skipped = only ? all.filter((name) => !only.includes(name)) : target.skipped;
  const flags = {
    "gateway-class": target.gatewayClass,
    "conformance-profiles": runTest ? undefined : target.profiles.join(","),
    "supported-features": target.features.join(","),
    "skip-tests": runTest ? undefined : skipped.join(","),
    "run-test": runTest,
    "cleanup-base-resources": "false",
    "usable-address": "10.0.0.200",
    "unusable-address": "192.0.2.1",
    "timeout-config-overrides": maxTimeToConsistency ? `MaxTimeToConsistency:${maxTimeToConsistency}` : undefined,
    "report-output": report,
    ...identity,
  };
  return Object.entries(flags).flatMap(([name, value]) => (value === undefined || value === "" ? [] : [`--${name}=${value}`]));
}
