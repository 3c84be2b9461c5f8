// Keys of routes: listener, host, match and object of a route as one text, `https://shop.example.com/cart (exact)`. States, inventories and
// guards know a route by it, whatever pointer it has in its object and whatever serves it. The same file writes keys and reads them.

import { defaultPort } from "./default-port";

/** Requests of a host. */
export interface RequestKey {
  scheme: "http" | "https";
  /** `*` for every host. */
  host: string;
  /** Absent: the usual one of the scheme. */
  port?: number;
  path: string;
  is?: "exact" | "segments" | "characters" | "regex";
  /** Further conditions, `header x-version=2`. */
  conditions?: readonly string[];
  /** The Gateway, or the group of a default backend, where hosts of other objects may have the same requests. */
  of?: string;
}

const SUFFIX = { exact: " (exact)", segments: "", characters: "", regex: " (regex)" };

export function requestKey({ scheme, host, port, path, is = "segments", conditions = [], of }: RequestKey): string {
  const usual = port === undefined || port === defaultPort(scheme);
  const url = `${scheme}://${host}${usual ? "" : `:${port}`}${path || "/"}${SUFFIX[is]}`;
  return `${url}${conditions.length > 0 ? ` if ${conditions.join(" and ")}` : ""}${of === undefined ? "" : ` of ${of}`}`;
}

/** Connections of a host whose TLS ends at the servers. */
export const handshakeKey = (host: string): string => `tls://${host}`;

/**
 * Connections at a port of a Gateway.
 *
 * @param gateway `namespace/name`
 * @param names of the handshake
 */
export const connectionKey = (protocol: string, gateway: string, port: number, names: readonly string[] = []): string =>
  `${protocol.toLowerCase()}://${gateway}:${port}${names.length > 0 ? ` for ${names.join(", ")}` : ""}`;

/**
 * Connections at a port of a Service that has an address of its own.
 *
 * @param service `namespace/name`
 */
export const serviceKey = (service: string, protocol: string, port: number): string => `Service ${service} ${protocol} ${port}`;

/** A key without its scheme: clear text and TLS may share a pool. */
export const withoutScheme = (key: string): string => key.replace(/^\w+:\/\//, "");

/** Host of a key, with its port where that is not the usual one; empty for a Service. */
export const hostOf = (key: string): string => /^\w+:\/\/([^/]+)/.exec(key)?.[1] ?? "";

/** A key as `allowLoss` names it: `shop.example.com/cart`, `Service shop/web`. */
export const plainKey = (key: string): string =>
  key.startsWith("Service ")
    ? clientOf(key)
    : withoutScheme(key)
        .replace(/ (if|of|for) .*$/, "")
        .replace(/ \((exact|regex)\)$/, "");

/** Name of a route for clients: its host, the listener of a Gateway that has none, or the Service, whatever paths and ports it has. */
export const clientOf = (key: string): string => listenerOf(key) ?? (hostOf(key) || key.split(" ").slice(0, 2).join(" "));

/** Connections of a Gateway, and its requests for any host. */
function listenerOf(key: string): string | undefined {
  const [, scheme, gateway, port] = /^(tcp|udp|tls):\/\/([^/]+\/[^:]+):(\d+)/.exec(key) ?? [];
  if (scheme !== undefined) return `listener ${scheme.toUpperCase()} ${port} of Gateway ${gateway}`;
  const [, web, other, of] = /^(https?):\/\/\*(?::(\d+))?\/.* of Gateway (\S+)$/.exec(key) ?? [];
  if (web === undefined) return undefined;
  return `listener ${web.toUpperCase()} ${other ?? defaultPort(web)} of Gateway ${of}`;
}

/** `https://shop.example.com/cart if header x=1 of Gateway infra/web`, taken apart. */
const REQUESTS = /^(\w+:\/\/)([^/ ]+)(\/[^ ]*)(?: \((?:exact|regex)\))?(.*)$/;

/** True if the requests of one key include those of the other: a host or wildcard above it, and the beginning of its path, of one object. */
export function includes(broader: string, key: string): boolean {
  const [, scheme, host = "", path = ""] = REQUESTS.exec(key) ?? [];
  const [, other, name = "", from = ""] = REQUESTS.exec(broader) ?? [];
  return other === scheme && objectOf(broader) === objectOf(key) && isWithin(host, name) && path.startsWith(from);
}

const objectOf = (key: string): string | undefined => / of (?:Gateway )?(\S+)$/.exec(key)?.[1];

/** True for the host itself, and for one below a wildcard. */
const isWithin = (host: string, name: string): boolean =>
  name === host || name === "*" || (name.startsWith("*.") && host.endsWith(name.slice(1)));
