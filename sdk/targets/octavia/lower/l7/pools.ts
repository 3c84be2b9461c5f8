// Lowers backends to pools, one for equal backends.

import type { Diagnostic } from "../../../../../resources/diagnostic";
import type { PoolRef } from "../../../../../resources/octavia/fields";
import type { HealthMonitorBody, MemberBody, PoolBody, TlsSecret } from "../../../../../resources/octavia/types";
import type { PoolOfPorts, PoolServers } from "../../../../plan";
import {
  type Backend,
  completeHealthCheck,
  type FollowedCheck,
  gcd,
  type HealthCheck,
  type ReadServers,
  speaksTls,
  withCurrentServers,
} from "../../../../routing";
import { asKnown, compare, keyOf } from "../../../../specs";
import { fingerprint, shorten } from "../../names";
import type { ServiceShare } from "../../plan";
import type { OctaviaLowering, Profile } from "../context";
import { checkOfPool, compareMonitors, followedMonitor, MAX_COUNT, memberFields } from "../monitors";

/** The pools of one load balancer for hosts: identical backends share one. */
export class Pools {
  private readonly bodies = new Map<string, PoolBody>();
  private readonly checks = new Map<string, FollowedCheck | undefined>();
  readonly authorities = new Map<string, TlsSecret>();
  /** Preserved pools with their fault: the servers of a backend are unknown, and with them the backend of each member. */
  readonly kept = new Map<string, Diagnostic | undefined>();
  /** `namespace/name` of the Services of each pool, by its name. */
  readonly services: Record<string, string[]> = {};
  /** Shares of Services and ports in pools whose members do not show them. */
  readonly shares: Record<string, ServiceShare[]> = {};
  /** Backends of the routes to each pool. */
  private readonly lists = new Map<string, (readonly Backend[])[]>();
  /** Keys of the routes to each pool. */
  readonly routes: Record<string, string[]> = {};

  constructor(
    private readonly cx: OctaviaLowering,
    private readonly profile: Profile,
    readonly loadBalancer: string,
  ) {}

  /** The pool of the backends of a route. */
  of(backends: readonly Backend[], at: string): PoolRef {
    const { cx, profile } = this;
    const [first] = backends; // the others are alike, or the route would have been refused
    const authority = first?.validation?.caCertificate ? this.authority(asKnown(first.validation.caCertificate)) : undefined;
    const name = shorten(
      [backends.map((backend) => label(backend, backends.length > 1)).join("+"), ...distinctions(first, authority)].join(":"),
    );
    this.leads(at, name, backends);
    if (this.isOpen(name, backends)) {
      compareMonitors(cx, backends);
      const monitor = first?.healthCheck ? { healthmonitor: monitorOf(cx, name, first.healthCheck) } : this.monitor(name, backends);
      this.bodies.set(name, {
        name,
        protocol: "HTTP",
        ...balancing(cx, profile, first?.strategy),
        ...encryption(cx, first, authority),
        members: this.members(name, backends),
        ...monitor,
      });
    }
    return { name };
  }

  /** Moves a pool that `of` has made. */
  taken(name: string): PoolBody | undefined {
    const body = this.bodies.get(name);
    this.bodies.delete(name);
    return body;
  }

  /** By name. */
  sorted(): PoolBody[] {
    return [...this.bodies.values()].sort((a, b) => compare(a.name, b.name));
  }

  /** A pool of one listener, for connections that are not parsed. */
  nested(backends: readonly Backend[], at: string, protocol: "HTTPS" | "TCP"): PoolBody {
    const name = shorten(`${backends.map((backend) => label(backend, backends.length > 1)).join("+")}:${protocol}`);
    this.leads(at, name, backends);
    const { cx, profile } = this;
    const { lb_algorithm } = balancing(cx, profile, cx.can.ovn ? undefined : backends[0]?.strategy);
    return { name, protocol, lb_algorithm, members: this.members(name, backends), ...this.monitor(name, backends) };
  }

  /** A pool for connections that are not parsed. */
  connections(backends: readonly Backend[], at: string, protocol: "TCP" | "UDP"): PoolRef {
    const name = shorten(`${backends.map((backend) => label(backend, backends.length > 1)).join("+")}:${protocol}`);
    this.leads(at, name, backends);
    if (this.isOpen(name, backends)) {
      const { cx, profile } = this;
      const lb_algorithm = cx.can.ovn ? "SOURCE_IP_PORT" : profile.algorithm(cx.settings);
      const { healthmonitor } = this.monitor(name, backends);
      const monitor = healthmonitor && { healthmonitor: { ...healthmonitor, ...(protocol === "UDP" ? { type: "UDP-CONNECT" } : {}) } };
      this.bodies.set(name, { name, protocol, lb_algorithm, members: this.members(name, backends), ...monitor });
    }
    return { name };
  }

  /** A pool without members, for requests that no server answers. */
  empty(name: string): PoolRef {
    const { cx, profile } = this;
    if (!this.bodies.has(name))
      this.bodies.set(name, { name, protocol: "HTTP", lb_algorithm: profile.algorithm(cx.settings), members: [] });
    return { name };
  }

  /** True for a new pool, and for one of a faulty reference if this reference has servers. */
  private isOpen(name: string, backends: readonly Backend[]): boolean {
    return !this.bodies.has(name) || (this.kept.has(name) && !backends.some(({ missing }) => missing));
  }

  private leads(at: string, pool: string, backends: readonly Backend[]): void {
    const poolRoutes = this.routes[pool] ?? [];
    this.routes[pool] = poolRoutes.includes(at) ? poolRoutes : [...poolRoutes, at];
    const lists = this.lists.get(pool);
    if (lists) lists.push(backends);
    else this.lists.set(pool, [backends]);
  }

  /** The current members of each pool: those of its first route whose servers are all known. */
  moving(): Map<string, PoolOfPorts> {
    return new Map(
      [...this.lists].flatMap(([name, lists]) => {
        const sources = [...new Set(lists.flat().flatMap(({ source }) => source ?? []))];
        const servers = (read: ReadServers): PoolServers => {
          for (const list of lists) {
            const now = list.map((backend) => withCurrentServers(backend, read));
            if (!now.some(({ missing }) => missing)) return this.bodiesOf(name, now);
          }
          return "kept";
        };
        return sources.length > 0 ? [[name, { sources, servers }] as const] : [];
      }),
    );
  }

  private members(pool: string, backends: readonly Backend[]): MemberBody[] {
    const fault = backends.find(({ missing }) => missing);
    if (fault) this.kept.set(pool, fault.because);
    else this.kept.delete(pool);
    this.services[pool] = [...new Set(backends.map(({ service }) => keyOf(service)))];
    this.shares[pool] = backends.map(({ service, port, weight = 1, missing }) => ({
      service: `${keyOf(service)}${port ? `:${port.port}` : ""}`,
      weight,
      ...(missing ? { missing } : {}),
    }));
    return this.bodiesOf(pool, backends);
  }

  private bodiesOf(pool: string, backends: readonly Backend[]): MemberBody[] {
    const parts = partsOf(backends);
    const monitored = memberFields(this.checkOf(pool, backends));
    const byServer = new Map<string, { member: MemberBody; part?: number }>();
    for (const [index, { servers, service }] of backends.entries()) {
      for (const server of servers) {
        const member = { ...this.profile.member(this.cx, server, service), ...monitored };
        const key = `${member.address} ${member.protocol_port}`;
        // a server of two Services is one member with the shares of both
        const other = byServer.get(key)?.part;
        const part = server.drained ? other : (other ?? 0) + (parts[index] ?? 0);
        byServer.set(key, { member, part });
      }
    }
    const members = [...byServer.values()];
    if (backends.length === 1 && backends[0]?.weight !== 0) return members.map(({ member }) => member);
    // with those of services without servers, so that the weights of the others stay when they come
    const weights = memberWeights([...members.map(({ part = 0 }) => part), ...parts]);
    return members.map(({ member, part }, i) => (part === undefined ? member : { ...member, weight: weights[i] ?? 0 }));
  }

  private monitor(pool: string, backends: readonly Backend[]): Partial<PoolBody> {
    const { settings } = this.cx;
    const check = this.checkOf(pool, backends);
    if (check) return { healthmonitor: followedMonitor(pool, check) };
    if (!settings.create_monitor) return {};
    const {
      monitor_delay: delay,
      monitor_timeout: timeout,
      monitor_max_retries: max_retries,
      monitor_max_retries_down: max_retries_down,
    } = settings;
    return { healthmonitor: { name: pool, type: "TCP", delay, timeout, max_retries, max_retries_down } };
  }

  /** The readiness probe of the monitor of a pool, if the monitor follows one; it does not depend on servers. */
  private checkOf(pool: string, backends: readonly Backend[]): FollowedCheck | undefined {
    if (this.checks.has(pool)) return this.checks.get(pool);
    const check = backends.some(({ healthCheck }) => healthCheck) ? undefined : checkOfPool(this.cx, this.profile, backends);
    this.checks.set(pool, check);
    return check;
  }

  /** Name of the stored certificates of authorities. */
  authority(certificate: string): string {
    const name = shorten(`${this.loadBalancer}/authority-${fingerprint(certificate)}`);
    this.authorities.set(name, { name, certificate });
    return name;
  }
}

/** Text of a flat object, in any order of its fields. */
export const flatText = (value: object) => JSON.stringify(value, Object.keys(value).sort());

/** Properties that distinguish pools of the same services. */
function distinctions(backend: Backend | undefined, authority: string | undefined): string[] {
  if (!backend) return [];
  const { strategy, healthCheck } = backend;
  return [
    ...(speaksTls(backend) ? [authority ? `tls-${authority.slice(-12)}` : "tls"] : []),
    ...(backend.protocol === "h2" ? ["h2"] : []),
    ...(strategy ? [strategy] : []),
    ...(healthCheck ? [`check-${fingerprint(flatText(healthCheck))}`] : []),
  ];
}

function label({ service, port, weight }: Backend, several: boolean): string {
  const place = `${service.namespace}/${service.name}${port ? `:${port.port}` : ""}`;
  return several || weight === 0 ? `${place}*${weight ?? 1}` : place;
}

/** Load balancing and session persistence (cookie) of a pool by the strategy of its Service (contour.md 5.3). */
function balancing(
  cx: OctaviaLowering,
  profile: Profile,
  strategy: Backend["strategy"],
): Pick<PoolBody, "lb_algorithm" | "session_persistence"> {
  if (!strategy) return { lb_algorithm: profile.algorithm(cx.settings) };
  if (strategy === "WeightedLeastRequest") return { lb_algorithm: "LEAST_CONNECTIONS" };
  if (strategy === "RingHash" || strategy === "Maglev") return { lb_algorithm: "SOURCE_IP" };
  if (strategy === "Cookie") return { lb_algorithm: "ROUND_ROBIN", session_persistence: { type: "HTTP_COOKIE" } };
  return { lb_algorithm: "ROUND_ROBIN" };
}

/** TLS to the servers, with HTTP/2 where they speak it. */
function encryption(cx: OctaviaLowering, backend: Backend | undefined, authority: string | undefined): Partial<PoolBody> {
  if (!backend || !speaksTls(backend)) return {};
  const alpn = backend.protocol === "h2" && cx.can.has("poolAlpn") ? { alpn_protocols: ["h2"] } : {};
  return { tls_enabled: true, ...(authority ? { ca_tls_container_ref: { name: authority } } : {}), ...alpn };
}

/** A complete health monitor: Octavia has no defaults. */
function monitorOf(cx: OctaviaLowering, pool: string, healthCheck: HealthCheck): HealthMonitorBody {
  const check = completeHealthCheck(healthCheck);
  return {
    name: pool,
    type: "HTTP",
    delay: check.interval,
    timeout: check.timeout,
    max_retries: Math.min(MAX_COUNT, check.healthy),
    max_retries_down: Math.min(MAX_COUNT, check.unhealthy),
    http_method: "GET",
    url_path: check.path,
    expected_codes: "200",
    ...(check.host && cx.can.has("monitorHost") ? { http_version: 1.1, domain_name: check.host } : {}),
  };
}

/** The heaviest member Octavia takes. */
const MAX_WEIGHT = 256;

/**
 * The part of each server of a service, in whole numbers: Octavia weighs members of one pool, the specs weigh services, so a service with
 * more servers must not get more.
 *
 * @param servers how many of them take traffic
 */
export function serverParts(backends: readonly { weight: number; servers: number }[]): number[] {
  const common = backends.reduce((product, { servers }) => lcm(product, servers || 1), 1);
  return backends.map(({ weight, servers }) => (weight * common) / (servers || 1));
}

/** Computes the shares behind the member weights of several backends: drained servers leave theirs to the others of their Service. */
export const partsOf = (backends: readonly Backend[]): number[] =>
  serverParts(backends.map(({ weight = 1, servers }) => ({ weight, servers: servers.filter(({ drained }) => !drained).length })));

/** Computes member weights from shares: exact ratios if they fit into 0 to 256, else rounded, but never to 0. */
export function memberWeights(parts: readonly number[]): number[] {
  const divisor = parts.reduce(gcd, 0) || 1;
  const least = parts.map((value) => value / divisor);
  const heaviest = Math.max(...least);
  if (heaviest <= MAX_WEIGHT) return least;
  return least.map((value) => (value === 0 ? 0 : Math.max(1, Math.round((value * MAX_WEIGHT) / heaviest))));
}

function lcm(a: number, b: number): number {
  return (a / gcd(a, b)) * b;
}
