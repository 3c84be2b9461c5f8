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

  /** Undefined if a server belongs to no Service. Of Services that share servers, one with all of its servers in the parts is preferred. */
  private parts(parts: readonly Part[]): Part[] | undefined {
    const [only, ...others] = parts;
    const wholeService = only && others.length === 0 ? this.wholeOf(only) : undefined;
    if (wholeService !== undefined) return [{ ...this.part(wholeService), weight: 1, ...poolOf(only) }];
    const pools = new Map<string, string>();
    const weights = new Map<string, number>();
    const add = (service: string, share: number) => weights.set(service, (weights.get(service) ?? 0) + share);
    const shares = new Map<string, number>();
    const states = { ready: new Set<string>(), unready: new Set<string>() };
    for (const { weight, servers, service, among, pool } of parts) {
      if (weight === 0) continue; // gets no requests
      const [port, ...others] = service === undefined ? [] : this.named(service);
      if (port !== undefined && pool !== undefined) pools.set(port, pool);
      const ownServers = servers && (servers.ready.length > 0 ? servers.ready : serversOf(servers));
      for (const server of servers?.ready ?? []) states.ready.add(server);
      for (const server of servers?.unready ?? []) states.unready.add(server);
      if (port !== undefined && (others.length === 0 || !ownServers || ownServers.length === 0)) add(port, weight);
      else if (!ownServers || ownServers.length === 0) return undefined;
      else
        for (const server of ownServers) {
          // ports with the same servers share a pool
          const [named] = this.named(service ?? "").filter((one) => this.having.get(server)?.includes(one));
          const sharing = this.sharing(server, named === undefined ? among : [{ service: named, weight: 1 }]);
          for (const [sharer, part] of sharing) add(sharer, (part * weight) / ownServers.length);
          if (sharing.length === 0) shares.set(server, (shares.get(server) ?? 0) + weight / ownServers.length);
        }
    }
    const isWhole = (service: string) => this.services[service]!.ready.every((server) => shares.has(server));
    for (const [server, share] of shares) {
      const all = this.having.get(server) ?? [];
      const service = all.find((one) => weights.has(one)) ?? all.find(isWhole) ?? all[0];
      if (service === undefined) return undefined;
      add(service, share);
    }
    if (weights.size === 0) return undefined;
    // a single recipient gets all requests
    return [...weights].map(([key, weight]) => ({
      ...this.part(key),
      weight: weights.size === 1 ? 1 : weight,
      ...poolOf({ pool: pools.get(key) }),
      ...this.otherwise(key, states),
    }));
  }

  /** Services that have the server, with the share of its requests for each. */
  private sharing(server: string, among: Part["among"] = []): [service: string, part: number][] {
    const having = among.flatMap(({ service, weight }): [string, number][] => {
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
  private named(service: string): readonly string[] {
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
