// Decides which Gateway API features Octavia serves.

import { type GatewayRules, type RouteKind, refusedFilter } from "../../../routing";
import type { Spec } from "../../../specs";
import type { OctaviaCapabilities } from "../lower/context";
import { MAX_VALUE } from "../lower/l7/patterns";
import { inNetwork } from "../lower/source-ranges";
import { GROUP_ANNOTATION } from "../names";
import type { OctaviaSettings } from "../settings";
import { conditionsOf } from "./conditions";
import { refusedRule } from "./refusals";

const CONNECTIONS: Readonly<Record<string, readonly RouteKind[]>> = { TCP: ["TCPRoute"], UDP: ["UDPRoute"] };

/**
 * Everything that Octavia can serve of Gateway API. Listeners of protocol TLS are not served: Octavia hands connections on without a look
 * at the name that the client asks for.
 */
export function gatewayRules(settings: OctaviaSettings, can: OctaviaCapabilities): GatewayRules {
  const clients = can.has("clientTls") && !can.ovn;
  return {
    target: "Octavia",
    controllers: [settings.gatewayController],
    features: featuresOf(settings, can),
    routes: can.ovn ? CONNECTIONS : { HTTP: ["HTTPRoute"], HTTPS: ["HTTPRoute"], ...CONNECTIONS },
    refusesListener({ hostname }) {
      const longest = conditionsOf({ host: hostname, except: [], match: EVERYTHING }).find(({ rule }) => rule.value.length > MAX_VALUE);
      if (!longest) return undefined;
      return {
        at: "/hostname",
        message: `the hostname is too long for a rule of Octavia: its pattern has more than ${MAX_VALUE} characters`,
      };
    },
    refusesRule: (rule) => refusedFilter(rule) ?? refusedRule(can, rule),
    refusesConnection({ backends }) {
      if (!can.ovn || backends.filter(({ weight = 1 }) => weight > 0).length < 2) return undefined;
      return { at: "/backendRefs", message: "several backendRefs are not possible: the provider ovn does not weigh servers" };
    },
    speaks: ["ws"],
    backendTls: false,
    clientValidation: clients ? "port" : "none",
    insecureFallback: false,
    refusesAddress: (address) => refusedAddress(settings, address),
    annotations: [GROUP_ANNOTATION],
    share: ({ meta }: Spec) => meta.annotations[GROUP_ANNOTATION] || undefined,
  };
}

const EVERYTHING = { path: { is: "segments" as const, value: "/" }, headers: [], queryParams: [] };

/** Names that the conformance suite of the project has for them. */
function featuresOf({ responders }: OctaviaSettings, can: OctaviaCapabilities): string[] {
  const common = ["Gateway", "GatewayAddressEmpty", "GatewayPort8080", "GatewayStaticAddresses", "ListenerSet", "ReferenceGrant"];
  const routes = ["TCPRoute", "UDPRoute"];
  const requests = [
    "HTTPRoute",
    "HTTPRouteBackendProtocolWebSocket",
    "HTTPRouteDestinationPortMatching",
    "HTTPRouteNamedRouteRule",
    "HTTPRouteParentRefPort",
    ...(can.has("clientTls") ? ["GatewayFrontendClientCertificateValidation"] : []),
    // requests that a more specific listener does not take get 404, which only a responder answers
    ...(responders.notFound ? ["GatewayHTTPListenerIsolation"] : []),
  ];
  return [...common, ...routes, ...(can.ovn ? [] : requests)].sort();
}

/** The subnet of the VIPs is known by its range in the profile kuryr alone; what a floating IP may be, only Neutron knows. */
function refusedAddress({ naming, service_subnet_cidr: range, external_svc_net }: OctaviaSettings, address: string): string | undefined {
  if (naming !== "kuryr" || !range || external_svc_net || inNetwork(address, range)) return undefined;
  return `the address ${address} is outside the subnet of the VIPs, ${range}`;
}
