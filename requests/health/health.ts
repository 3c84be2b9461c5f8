// Health of servers as a load balancer reports it: plain JSON, the same for every back end. Verbs, metrics and events read it.

/**
 * `up` and `down` are results of a monitor; `unmonitored` gets requests without a monitor; `disabled` is switched off; `draining` keeps its
 * connections and gets no new ones; `unknown` has no result.
 */
export type ServerState = "up" | "down" | "disabled" | "draining" | "unknown" | "unmonitored";

/** All states, the worst first. */
export const SERVER_STATES = ["down", "disabled", "draining", "unknown", "unmonitored", "up"] as const satisfies readonly ServerState[];

/** One server of a pool. */
export interface ServerHealth {
  address: string;
  port: number;
  state: ServerState;
  /** Reason from the load balancer, or what its monitor expects. */
  reason?: string;
}

/** A pool with the address, ports and rules that lead to it; rules find their pool by these. */
export interface PoolHealth {
  /** As plans name it: `pool/web` on Avi, `pools/web` on Octavia. */
  on: string;
  /** Name of the virtual service or load balancer; absent where several use the pool or none is known. */
  address?: string;
  /** Ports of the listeners that lead to it; absent where unknown. */
  ports?: number[];
  /** API objects of rules that lead to it: `l7policy/shop`. */
  rules?: string[];
  servers: ServerHealth[];
  /** All servers are up, including those that {@link servers} leaves out. */
  all?: "up";
}

/** One virtual service or load balancer. */
export interface AddressHealth {
  name: string;
  state: "up" | "down" | "degraded" | "disabled" | "unknown";
  reason?: string;
}

/** Result of reading a load balancer once. */
export interface Health {
  pools: PoolHealth[];
  addresses: AddressHealth[];
  /** Errors of parts that could not be read. */
  faults: string[];
}

/** True for a server that gets, or may get, new requests. */
export const takesRequests = ({ state }: Pick<ServerHealth, "state">): boolean =>
  state === "up" || state === "unmonitored" || state === "unknown";

/** Server name in rules: `10.0.0.1:8080`, `[2001:db8::1]:80`. */
export const serverName = ({ address, port }: Pick<ServerHealth, "address" | "port">): string =>
  `${address.includes(":") ? `[${address}]` : address}:${port}`;

/** Address and port of a server name; undefined for any other text. */
export function serverAt(name: string): Pick<ServerHealth, "address" | "port"> | undefined {
  const [, address = "", port] = /^\[?(.+?)\]?:(\d+)$/.exec(name) ?? [];
  return port === undefined ? undefined : { address, port: Number(port) };
}

/** The worse state of two. */
export const worseServer = (server: ServerHealth, other: ServerHealth): ServerHealth =>
  SERVER_STATES.indexOf(other.state) < SERVER_STATES.indexOf(server.state) ? other : server;

/** Worst first, then by name. */
export function worstFirst(servers: readonly ServerHealth[]): ServerHealth[] {
  const order = ({ state }: ServerHealth) => SERVER_STATES.indexOf(state);
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...servers].sort((a, b) => order(a) - order(b) || compare(serverName(a), serverName(b)));
}
