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
   * @param preferTarget a number is first looked for among target ports (OpenShift Route), not only service ports
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
  /** The port that serves a route which names none that the Service has. Default: none does. */
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
        const kept = preserveServers(report, diagnose("LB1101", owner, at, message, { remedy: withoutService(ref), about }));
        return { service: ref, absent: "Service", ...kept, ...portAsWritten(portRef, preferTarget) };
      }
      const findIn = (now: MovingSpecs) => {
        const found = findPort(service, portRef, preferTarget, now.endpoints.get(keyOf(ref))?.subsets);
        return { found, port: typeof found === "string" ? rules.onlyPort?.(service, portRef, now) : found };
      };
      const { found, port } = findIn(specs);
      const target = preferTarget && portRef && "number" in portRef ? portRef.number : undefined;
      const isByEndpoints = target !== undefined || (typeof found === "string" && rules.onlyPort !== undefined);
      const settled = (all: Members): Members =>
        isByEndpoints ? whileChosen(all, { service: keyOf(ref), target, isChosen: (now) => findIn(now).port === port }) : all;
      if (!port) {
        const kept = preserveServers(report, diagnose(portRef ? "LB1102" : "LB1103", owner, at, String(found), { about }));
        return { service: ref, absent: "port", ...settled(kept), ...portOfFault(service, portRef, preferTarget) };
      }
      if (typeof found === "string") {
        const message = `${found}; its only port serves the route, as AKO has it`;
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

/** A port that endpoints choose: by a number of theirs, `target`, or because it is the only one. */
interface Choice extends Pick<ServerSource, "service"> {
  target: number | undefined;
  isChosen(now: MovingSpecs): boolean;
}

/** The servers of such a port, as long as endpoints choose it. */
function whileChosen(members: Members, { service, target, isChosen }: Choice): Members {
  const { source } = members;
  const onTarget = (all: Members): Members => (target === undefined ? all : { ...all, servers: atPort(all.servers, target) });
  const read = (now: MovingSpecs) => {
    const others = isChosen(now) ? (source ? source.read(now) : members) : undefined;
    return others && onTarget(others);
  };
  return { ...onTarget(members), source: { service, read } };
}

/** One name may mean another port in each Pod: a number means the servers on that port, where there are any. */
function atPort(servers: MemberServer[], port: number): MemberServer[] {
  const exact = servers.filter((server) => server.port === port);
  return exact.length > 0 ? exact : servers;
}

/** A wrong name can mean the only port that there is. A number, wrong or no longer there, names the pool that it had. */
function portOfFault({ ports: [only, ...others] }: Service, ref: PortRef, preferTarget: boolean): Pick<Backend, "port"> {
  if (ref && "number" in ref) return portAsWritten(ref, preferTarget);
  return only && others.length === 0 ? { port: only } : {};
}

/** Without its Service the port is known only where it is written as the number that a Service has. */
function portAsWritten(ref: PortRef, preferTarget: boolean): Pick<Backend, "port"> {
  return ref && "number" in ref && !preferTarget ? { port: { name: "", port: ref.number, protocol: "TCP" } } : {};
}

/** The port of the Service that is meant, or why there is none. */
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
  // one number may stand on UDP as well (HTTP/3); requests of a route come over TCP
  const first = (is: (port: ServicePort) => boolean) => ports.find((port) => port.protocol === "TCP" && is(port)) ?? ports.find(is);
  // the number of a port of Pods: the Service may know it by name only, the endpoints show it
  const shows = ({ name, protocol }: ServicePort) =>
    subsets.some((subset) => subset.ports.some((one) => one.port === ref.number && one.name === name && one.protocol === protocol));
  const byTarget = preferTarget ? (first(({ targetPort }) => targetPort === ref.number) ?? first(shows)) : undefined;
  return byTarget ?? first(({ port }) => port === ref.number) ?? `${named} has no port ${ref.number}, it has: ${offerOf(service)}`;
}

/** The ports of a Service, for a message. */
const offerOf = ({ ports }: Service): string =>
  ports.map((port) => (port.name ? `${port.name} (${port.port})` : port.port)).join(", ") || "none";

/** True if the servers speak TLS. */
export const speaksTls = ({ protocol, validation }: Pick<Backend, "protocol" | "validation">) =>
  validation !== undefined || protocol === "tls" || protocol === "h2";

const serviceAndPort = ({ service, port }: Backend) => [service.namespace, service.name, port?.protocol, port?.port].join("/");

/** One backend per Service and port, the first: how often one is there is no weight. */
export function distinctBackends(backends: readonly Backend[]): Backend[] {
  const first = new Map<string, Backend>();
  for (const backend of backends) if (!first.has(serviceAndPort(backend))) first.set(serviceAndPort(backend), backend);
  return [...first.values()];
}

/** One backend per Service and port: where one is there twice, the first with the weights of all. */
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
 * Contour's defaults where a check leaves something out (contour.md 1.2, "Health check"). A check must have ended before the next one
 * begins, so a timeout longer than the interval is cut to it.
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
    /** True if the timeout was cut. */
    cut: timeout > interval,
    unhealthy: Math.max(1, unhealthyThresholdCount),
    healthy: Math.max(1, healthyThresholdCount),
  };
}

/** Source of the servers of a Service port; the target chooses it. Problems go to `report`, about the Service. */
export type MemberSource = (service: Service, port: ServicePort, report: (diagnostic: Diagnostic) => void) => Members;

/** Choice of a target: the source of servers in the specs of a moment. */
export type MembersIn = (now: MovingSpecs) => MemberSource;

/** Choices among endpoints. */
export interface EndpointChoices {
  /** Insist on the name of the port, as kube-proxy does. */
  byName?: boolean;
  /** Give also those that take no requests yet, or soon no longer, and mark which of them do. */
  unready?: boolean;
  /** Remedy where there are no endpoints at all, in the settings of the target. */
  remedy?: string;
}

/**
 * The ready endpoints of the Service: every subset with a port of the wanted name, or the only port of the only subset
 * whatever its name (ako.md 1.1). Each server gets the port of its own subset.
 *
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
    // while an endpoint moves from slice to slice it is in both: the slice that calls it ready wins
    return { servers: sortServers(servers.sort((a, b) => Number(a.ready ?? true) - Number(b.ready ?? true))) };
  };
}

/** The names of the ports that endpoints have. */
const portsOf = (subsets: Endpoints["subsets"]) => [...new Set(subsets.flatMap(({ ports }) => ports.map(({ name }) => name)))];

/** Endpoints are matched by the names of ports; the number does not count. */
function reportOtherNames(
  { ref }: Service,
  { name, port }: ServicePort,
  offered: readonly string[],
  report: (found: Diagnostic) => void,
): Members {
  const named = (text: string) => (text ? `"${text}"` : "without a name");
  const message = `the Endpoints of ${keyOf(ref)} have no port ${name ? named(name) : named("")} for port ${port} of the Service, only ${offered.map(named).join(", ")}; it has no servers`;
  return preserveServers(report, diagnose("LB1119", ref, "/spec/ports", message));
}

function reportUnready({ ref }: Service, report: (diagnostic: Diagnostic) => void): void {
  report(diagnose("LB1104", ref, "", `${keyOf(ref)} has no ready endpoints`));
}

/** Kubernetes keeps Endpoints for a Service without Pods too: where there are none at all, something is missing. */
export function withoutEndpoints({ ref, type }: Service, report: (diagnostic: Diagnostic) => void, remedy?: string): Members {
  const isExternal = type === "ExternalName";
  const message = `${isExternal ? "Service of type ExternalName" : "Service"} ${keyOf(ref)} has no Endpoints or EndpointSlice among the specs`;
  // no cluster has any of that type
  const ofExternal =
    "Write the Endpoints of a Service of type ExternalName yourself. Until then servers stay as they are, and new pools have none.";
  return preserveServers(report, diagnose("LB1112", ref, "", message, { remedy: isExternal ? ofExternal : remedy }));
}

/** Reported in the words of the OpenStack cloud provider, whoever lacks the nodes. */
export function withoutNodes({ ref }: Service, report: (diagnostic: Diagnostic) => void): Members {
  return preserveServers(report, diagnose("LB1111", ref, "", `there are no available nodes for LoadBalancer service ${keyOf(ref)}`));
}

const text = (value: string | number | Unknown) => (isUnknown(value) ? "" : String(value));

/** By address and port, each once. */
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
