// Replaces the servers in a routing table by the Services they belong to.

import { listAt } from "./list-at";
import { withResponses } from "./responders";
import type { Part, RoutingTable, ServedAnswer, Servers } from "./routing-table";
import { withAnswers } from "./with-answers";

/**
 * The routing table with Services instead of servers, for parts whose servers all belong to Services. Load balancers know only servers; the
 * specs know their Services.
 */
export function withServices(rules: RoutingTable, services: Readonly<Record<string, Servers>>): RoutingTable {
  const naming = new Naming(services);
  const named = withAnswers(rules, (answer) => naming.answer(answer));
  return withResponses({ ...named, servers: { ...services, ...rules.servers } });
}

/** Weights of Services, and of servers whose Service no part names. */
interface Weights {
  services: Map<string, number>;
  servers: Map<string, number>;
}

class Naming {
  private readonly having = new Map<string, string[]>();
  /** Ports of a Service, by its name without port. */
  private readonly ports = new Map<string, string[]>();

  constructor(private readonly services: Readonly<Record<string, Servers>>) {
    for (const [service, servers] of Object.entries(services)) {
      for (const server of serversOf(servers)) listAt(this.having, server).push(service);
      listAt(this.ports, withoutPort(service)).push(service);
    }
  }

  answer(answer: ServedAnswer): ServedAnswer {
    if (!("forward" in answer)) return answer;
    const named = this.parts(answer.forward);
    return named ? { ...answer, forward: withTls(named, answer.forward) } : answer;
  }

  /** Undefined if a server belongs to no Service. */
  private parts(parts: readonly Part[]): Part[] | undefined {
    const [only, ...others] = parts;
    const wholeService = only && others.length === 0 ? this.wholeOf(only) : undefined;
    if (wholeService !== undefined) return [{ ...this.part(wholeService), weight: 1, ...poolOf(only) }];
    const requested = parts.filter(({ weight }) => weight !== 0);
    const weights = this.weightsOf(requested);
    if (!weights || weights.size === 0) return undefined;
    const pools = new Map(requested.flatMap(({ service, pool }) => (pool === undefined ? [] : [[this.named(service)[0], pool]])));
    const ready = new Set(requested.flatMap(({ servers }) => servers?.ready ?? []));
    const unready = new Set(requested.flatMap(({ servers }) => servers?.unready ?? []));
    // a single recipient gets all requests
    return [...weights].map(([key, weight]) => ({
      ...this.part(key),
      weight: weights.size === 1 ? 1 : weight,
      ...poolOf({ pool: pools.get(key) }),
      ...this.otherwise(key, { ready, unready }),
    }));
  }

  /** Weights by Service, in the order of the parts; undefined if a server belongs to no Service. */
  private weightsOf(parts: readonly Part[]): ReadonlyMap<string, number> | undefined {
    const weights: Weights = { services: new Map(), servers: new Map() };
    for (const part of parts) {
      const inUse = serversInUse(part);
      const [port, ...others] = this.named(part.service);
      const single = others.length === 0 || inUse.length === 0 ? port : undefined;
      if (single !== undefined) add(weights.services, single, part.weight);
      else if (inUse.length === 0) return undefined;
      else for (const server of inUse) this.addServer(weights, part, server, inUse.length);
    }
    return this.withUnnamed(weights);
  }

  private addServer({ services, servers }: Weights, { service, among, weight }: Part, server: string, of: number): void {
    const sharing = this.sharing(server, service, among);
    for (const [one, share] of sharing) add(services, one, (share * weight) / of);
    if (sharing.length === 0) add(servers, server, weight / of);
  }

  /** Of Services that have an unnamed server, one that gets other requests is preferred, then one with all its servers among the unnamed. */
  private withUnnamed({ services, servers }: Weights): ReadonlyMap<string, number> | undefined {
    const isWhole = (service: string) => this.services[service]!.ready.every((server) => servers.has(server));
    for (const [server, share] of servers) {
      const all = this.having.get(server) ?? [];
      const service = all.find((one) => services.has(one)) ?? all.find(isWhole) ?? all[0];
      if (service === undefined) return undefined;
      add(services, service, share);
    }
    return services;
  }

  /** Services that have the server, with the share of its requests for each. */
  private sharing(server: string, service: string | undefined, among: Part["among"] = []): [service: string, part: number][] {
    // ports with the same servers share a pool
    const port = this.named(service).find((one) => this.having.get(server)?.includes(one));
    const sharers = port === undefined ? among : [{ service: port, weight: 1 }];
    const having = sharers.flatMap(({ service, weight }): [string, number][] => {
      const { ready, unready = [] } = this.services[service] ?? { ready: [] };
      const has = ready.includes(server) || unready.includes(server);
      return weight > 0 && has ? [[service, weight / (ready.length || unready.length)]] : [];
    });
    const sum = having.reduce((total, [, part]) => total + part, 0);
    return having.map(([service, part]) => [service, part / sum]);
  }

  /** The only Service and port of a part; the usual case. */
  private wholeOf({ weight, service, servers }: Part): string | undefined {
    if (weight === 0 || service === undefined || servers?.unready) return undefined;
    const [port, ...others] = this.named(service);
    return others.length === 0 ? port : undefined;
  }

  /** Keys of a Service: the named port first. */
  private named(service = ""): readonly string[] {
    const portNames = this.ports.get(service);
    if (portNames || !this.services[service]) return portNames ?? [];
    return [service, ...(this.ports.get(withoutPort(service)) ?? []).filter((one) => one !== service)];
  }

  /** A key contains the protocol where a number has two: the second has separate servers. */
  private part(key: string): Pick<Part, "service" | "servers"> {
    const servers = this.services[key];
    const [, service] = /^(.*:\d+)\/[A-Z]+$/.exec(key) ?? [];
    return service === undefined ? { service: key } : { service, ...(servers ? { servers } : {}) };
  }

  /** Servers whose state differs from that in the Service, such as disabled ones. */
  private otherwise(service: string, states: { ready: ReadonlySet<string>; unready: ReadonlySet<string> }): Pick<Part, "servers"> {
    const readyServers = this.services[service]?.ready ?? [];
    const off = readyServers.filter((server) => !states.ready.has(server) && states.unready.has(server));
    if (off.length === 0) return {};
    const { unready = [] } = this.services[service] ?? {};
    return { servers: { ready: readyServers.filter((server) => !off.includes(server)), unready: [...unready, ...off] } };
  }
}

const poolOf = ({ pool }: { pool?: string | undefined } = {}): Pick<Part, "pool"> => (pool === undefined ? {} : { pool });
/** TLS settings of the part of the Service; without one, those that all parts share. */
function withTls(named: Part[], parts: readonly Part[]): Part[] {
  if (parts.every(({ tls }) => tls === undefined)) return named;
  return named.map((part) => {
    const source = parts.find(
      ({ service }) => service !== undefined && (part.service === service || part.service?.startsWith(`${service}:`)),
    );
    const { tls } = source ?? parts.find(({ weight }) => weight > 0) ?? {};
    return tls ? { ...part, tls } : part;
  });
}
/** `default/web` of `default/web:80`. */
export const withoutPort = (service: string): string => service.replace(/:[^:]*$/, "");

const serversOf = ({ ready, unready = [] }: Servers): string[] => [...ready, ...unready];

/** Servers that get requests: the ready ones, or all if none is ready. */
const serversInUse = ({ servers }: Part): string[] => (servers?.ready.length ? servers.ready : servers ? serversOf(servers) : []);

const add = (sums: Map<string, number>, key: string, summand: number) => sums.set(key, (sums.get(key) ?? 0) + summand);
