// Looks up the Services, ports and servers that routes of every front end lead to.

import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import {
  compare,
  diagnose,
  type EndpointAddress,
  type EndpointSubset,
  type Endpoints,
  isUnknown,
  keyOf,
  type PortRef,
  type Service,
  type ServicePort,
  type SpecSet,
  type Unknown,
} from "../specs";
import { serviceRemedy } from "./missing-service";
import type { Backend, HealthCheck, MemberServer, Members, MovingSpecs, ServerSource } from "./model";
import { preserveServers } from "./preserved-servers";

/** Looks up Services, ports and servers for the front ends. */
export interface BackendResolver {
  /**
   * @param preferTarget a number is looked up among target ports first (OpenShift Route), then among service ports
   * @param at JSON pointer of the backend, for messages
   */
  resolve(
    owner: ObjectRef,
    at: string,
    service: string,
    port: PortRef,
    report: (diagnostic: Diagnostic) => void,
    preferTarget?: boolean,
  ): Backend;
}

/** Settings of a target for the Services of routes. */
export interface BackendRules {
  /** Reason why routes may not lead to a Service. Default: they may. */
  refuses?(service: Service): string | undefined;
  /** The port for a route that names none of the Service. Default: none. */
  onlyPort?(service: Service, named: PortRef, now: MovingSpecs): ServicePort | undefined;
}

export function backendResolver(specs: SpecSet, members: MemberSource, rules: BackendRules = {}): BackendResolver {
  const withoutService = serviceRemedy(specs);
  return {
    resolve(owner, at, name, portRef, report, preferTarget = false) {
      const ref = { namespace: owner.namespace, name };
      const about = { service: keyOf(ref) };
      const service = specs.services.get(keyOf(ref));
      if (!service) {
        const message = `Service ${keyOf(ref)} is not among the specs`;
        const preserved = preserveServers(report, diagnose("LB1101", owner, at, message, { remedy: withoutService(ref), about }));
        return { service: ref, absent: "Service", ...preserved, ...portAsWritten(portRef, preferTarget) };
      }
      const findIn = (now: MovingSpecs) => {
        const result = findPort(service, portRef, preferTarget, now.endpoints.get(keyOf(ref))?.subsets);
        return { result, port: typeof result === "string" ? rules.onlyPort?.(service, portRef, now) : result };
      };
      const { result, port } = findIn(specs);
      const target = preferTarget && portRef && "number" in portRef ? portRef.number : undefined;
      const isByEndpoints = target !== undefined || (typeof result === "string" && rules.onlyPort !== undefined);
      const settled = (all: Members): Members =>
        isByEndpoints ? whileChosen(all, { service: keyOf(ref), target, isChosen: (now) => findIn(now).port === port }) : all;
      if (!port) {
        const preserved = preserveServers(report, diagnose(portRef ? "LB1102" : "LB1103", owner, at, String(result), { about }));
        return { service: ref, absent: "port", ...settled(preserved), ...portOfFault(service, portRef, preferTarget) };
      }
      if (typeof result === "string") {
        const message = `${result}; its only port serves the route, as AKO has it`;
        report(diagnose("LB1302", owner, at, message, { remedy: "Name the port that the Service has.", about }));
      }
      const reason = rules.refuses?.(service);
      if (reason !== undefined) {
        const fault = diagnose("LB1115", owner, at, `Service ${keyOf(ref)} ${reason}`, { about });
        return { service: ref, port, ...settled(preserveServers(report, fault)) };
      }
      return { service: ref, port, ...settled(members(service, port, report)) };
    },
  };
}

/** A port that the endpoints determine: by their port number, `target`, or because it is the only one. */
interface Choice extends Pick<ServerSource, "service"> {
  target: number | undefined;
  isChosen(now: MovingSpecs): boolean;
}

/** Servers of such a port, as long as the endpoints determine it. */
function whileChosen(members: Members, { service, target, isChosen }: Choice): Members {
  const { source } = members;
  const onTarget = (all: Members): Members => (target === undefined ? all : { ...all, servers: atPort(all.servers, target) });
  const read = (now: MovingSpecs) => {
    const others = isChosen(now) ? (source ? source.read(now) : members) : undefined;
    return others && onTarget(others);
  };
  return { ...onTarget(members), source: { service, read } };
}

/** A port name may stand for another number in each Pod: a number selects the servers on that port, if there are any. */
function atPort(servers: MemberServer[], port: number): MemberServer[] {
  const exact = servers.filter((server) => server.port === port);
  return exact.length > 0 ? exact : servers;
}

/**
 * The port of a faulty reference: a wrong name can only mean the single port of the Service; a number, wrong or removed, stays the number
 * of its pool.
 */
function portOfFault({ ports: [only, ...others] }: Service, ref: PortRef, preferTarget: boolean): Pick<Backend, "port"> {
  if (ref && "number" in ref) return portAsWritten(ref, preferTarget);
  return only && others.length === 0 ? { port: only } : {};
}

/** Without its Service, a port is known only if it is written as a service port number. */
function portAsWritten(ref: PortRef, preferTarget: boolean): Pick<Backend, "port"> {
  return ref && "number" in ref && !preferTarget ? { port: { name: "", port: ref.number, protocol: "TCP" } } : {};
}

/** The port of the Service, or the reason why there is none. */
function findPort(service: Service, ref: PortRef, preferTarget: boolean, subsets: readonly EndpointSubset[] = []): ServicePort | string {
  const { ports } = service;
  const named = `Service ${keyOf(service.ref)}`;
  if (!ref) {
    const [only, ...others] = ports;
    return only && others.length === 0 ? only : `${named} has ${ports.length} ports and the backend names none of: ${offerOf(service)}`;
  }
  if ("name" in ref) {
    return ports.find((port) => port.name === ref.name) ?? `${named} has no port named ${ref.name}, it has: ${offerOf(service)}`;
  }
  // UDP may use the same number (HTTP/3); routes use TCP
  const first = (is: (port: ServicePort) => boolean) => ports.find((port) => port.protocol === "TCP" && is(port)) ?? ports.find(is);
  // a target port number: the Service may have only its name, the endpoints have the number
  const shows = ({ name, protocol }: ServicePort) =>
    subsets.some((subset) => subset.ports.some((one) => one.port === ref.number && one.name === name && one.protocol === protocol));
  const byTarget = preferTarget ? (first(({ targetPort }) => targetPort === ref.number) ?? first(shows)) : undefined;
  return byTarget ?? first(({ port }) => port === ref.number) ?? `${named} has no port ${ref.number}, it has: ${offerOf(service)}`;
}

/** Ports of a Service, for messages. */
const offerOf = ({ ports }: Service): string =>
  ports.map((port) => (port.name ? `${port.name} (${port.port})` : port.port)).join(", ") || "none";

/** True if the servers speak TLS. */
export const speaksTls = ({ protocol, validation }: Pick<Backend, "protocol" | "validation">) =>
  validation !== undefined || protocol === "tls" || protocol === "h2";

const serviceAndPort = ({ service, port }: Backend) => [service.namespace, service.name, port?.protocol, port?.port].join("/");

/** One backend per Service and port, the first; repetitions add no weight. */
export function distinctBackends(backends: readonly Backend[]): Backend[] {
  const first = new Map<string, Backend>();
  for (const backend of backends) if (!first.has(serviceAndPort(backend))) first.set(serviceAndPort(backend), backend);
  return [...first.values()];
}

/** One backend per Service and port, with the sum of the weights. */
export function mergeBackends(backends: readonly Backend[]): Backend[] {
  if (new Set(backends.map(serviceAndPort)).size === backends.length) return [...backends];
  const merged = new Map<string, Backend>();
  for (const backend of backends) {
    const first = merged.get(serviceAndPort(backend));
    merged.set(serviceAndPort(backend), { ...(first ?? backend), weight: (first?.weight ?? 0) + (backend.weight ?? 1) });
  }
  return [...merged.values()];
}

/**
 * Fills in Contour's defaults (contour.md 1.2, "Health check"). A check must end before the next one begins, so a timeout longer than the
 * interval is shortened to it.
 */
export function completeHealthCheck({
  path,
  host,
  intervalSeconds = 10,
  timeoutSeconds = 2,
  unhealthyThresholdCount = 3,
  healthyThresholdCount = 2,
}: HealthCheck) {
  const [interval, timeout] = [Math.max(1, intervalSeconds), Math.max(1, timeoutSeconds)];
  return {
    path: path || "/",
    host,
    interval,
    timeout: Math.min(timeout, interval),
    /** True if the timeout was shortened. */
    cut: timeout > interval,
    unhealthy: Math.max(1, unhealthyThresholdCount),
    healthy: Math.max(1, healthyThresholdCount),
  };
}

/** Servers of a Service port, from the source that the target uses. Faults are reported about the Service. */
export type MemberSource = (service: Service, port: ServicePort, report: (diagnostic: Diagnostic) => void) => Members;

/** Selects the source of servers for given specs. */
export type MembersIn = (now: MovingSpecs) => MemberSource;

/** Options for servers from endpoints. */
export interface EndpointChoices {
  /** Requires the port name to match, as kube-proxy does. */
  byName?: boolean;
  /** Also returns endpoints that are not ready or terminating, marked as such. */
  unready?: boolean;
  /** Remedy for missing endpoints, in the settings of the target. */
  remedy?: string;
}

/**
 * Ready endpoints of the Service: of every subset with a port of that name, or of the only subset if it has a single port (ako.md 1.1).
 * Each server has the port of its subset.
 */
export function endpointMembers(
  specs: Pick<SpecSet, "endpoints">,
  { byName = false, unready = false, remedy }: EndpointChoices = {},
): MemberSource {
  return (service, port, report) => {
    const subsets = specs.endpoints.get(keyOf(service.ref))?.subsets;
    if (!subsets) return withoutEndpoints(service, report, remedy);
    const [first, ...others] = subsets;
    const single = !byName && others.length === 0 && first?.ports.length === 1 ? first.ports[0] : undefined;
    const servers = subsets.flatMap((subset) => {
      const match = subset.ports.find((candidate) => candidate.name === port.name) ?? single;
      const serversOf = (addresses: readonly EndpointAddress[], ready?: boolean) =>
        match
          ? addresses.map(({ ip, nodeName, target, ending }) => ({
              address: ip,
              port: match.port,
              node: nodeName,
              target,
              ...(ready === undefined ? {} : { ready: ready && !ending }),
            }))
          : [];
      return unready ? [...serversOf(subset.addresses, true), ...serversOf(subset.notReady, false)] : serversOf(subset.addresses);
    });
    const offered = single ? [] : portsOf(subsets);
    const otherwise = subsets.some(({ addresses }) => addresses.length > 0) && offered.length > 0 && !offered.includes(port.name);
    if (otherwise) return reportOtherNames(service, port, offered, report);
    if (!servers.some(({ ready = true }) => ready)) reportUnready(service, report);
    // an endpoint that moves between slices is in both: the slice where it is ready wins
    return { servers: sortServers(servers.sort((a, b) => Number(a.ready ?? true) - Number(b.ready ?? true))) };
  };
}

/** Port names in endpoints. */
const portsOf = (subsets: Endpoints["subsets"]) => [...new Set(subsets.flatMap(({ ports }) => ports.map(({ name }) => name)))];

/** Endpoints are matched by port name, not by number. */
function reportOtherNames(
  { ref }: Service,
  { name, port }: ServicePort,
  offered: readonly string[],
  report: (diagnostic: Diagnostic) => void,
): Members {
  const named = (text: string) => (text ? `"${text}"` : "without a name");
  const message = `the Endpoints of ${keyOf(ref)} have no port ${name ? named(name) : named("")} for port ${port} of the Service, only ${offered.map(named).join(", ")}; it has no servers`;
  return preserveServers(report, diagnose("LB1119", ref, "/spec/ports", message));
}

function reportUnready({ ref }: Service, report: (diagnostic: Diagnostic) => void): void {
  report(diagnose("LB1104", ref, "", `${keyOf(ref)} has no ready endpoints`));
}

/** Reports missing Endpoints. Kubernetes writes them even for a Service without Pods. */
export function withoutEndpoints({ ref, type }: Service, report: (diagnostic: Diagnostic) => void, remedy?: string): Members {
  const isExternal = type === "ExternalName";
  const message = `${isExternal ? "Service of type ExternalName" : "Service"} ${keyOf(ref)} has no Endpoints or EndpointSlice among the specs`;
  // no cluster has Endpoints for this type
  const ofExternal =
    "Write the Endpoints of a Service of type ExternalName yourself. Until then servers stay as they are, and new pools have none.";
  return preserveServers(report, diagnose("LB1112", ref, "", message, { remedy: isExternal ? ofExternal : remedy }));
}

/** Reports missing nodes, with the message of the OpenStack cloud provider. */
export function withoutNodes({ ref }: Service, report: (diagnostic: Diagnostic) => void): Members {
  return preserveServers(report, diagnose("LB1111", ref, "", `there are no available nodes for LoadBalancer service ${keyOf(ref)}`));
}

const text = (value: string | number | Unknown) => (isUnknown(value) ? "" : String(value));

/** Sorts by address and port, without duplicates. */
export function sortServers(servers: MemberServer[]): MemberServer[] {
  const keys = servers.map(({ address, port, node }) => `${text(address)} ${text(port)} ${isUnknown(address) ? node : ""}`);
  if (keys.every((key, at) => at === 0 || (keys[at - 1] ?? "") < key)) return servers;
  const unique = new Map(servers.map((server, at) => [keys[at] ?? "", server]));
  return [...unique.entries()].sort(([a], [b]) => compare(a, b)).map(([, server]) => server);
}

/** Greatest common divisor of two weights. */
export function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
