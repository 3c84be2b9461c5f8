// Makes example requests for a cell, as a user would write them.

import { defaultPort } from "../../resources/default-port";
import type { Value } from "../answer/match";
import type { Request } from "../answer/request";
import { FITTING, type Fixed } from "../cells/cells";
import type { Protocol } from "../table/routing-table";

/** A port of an address group, where requests arrive. */
export interface ListenerPort {
  group: string;
  protocol: Protocol;
  port: number;
  /** An address of the group. */
  address: string;
}

/**
 * Requests with these values, the simplest first.
 *
 * @param varies add requests with other paths of the cell and with a query, for answers that contain parts of the request
 */
export function requestsIn(entrance: ListenerPort, host: string, fixed: Fixed, varies: boolean): Request[] {
  const first = new Map([...fixed].map(([dimension, [value]]) => [dimension, value]));
  const fitting = fixed.get(FITTING);
  const plain = requestOf(entrance, host, first, fitting);
  if (!varies) return [plain];
  const paths = fixed.get("path") ?? ["/", "/x"];
  const all = paths.map((path) => requestOf(entrance, host, new Map([...first, ["path", path]]), fitting));
  return [plain, ...all.slice(1), ...all.map((one) => ({ ...one, url: `${one.url}${one.url.includes("?") ? "&" : "?"}some=query` }))];
}

function requestOf(entrance: ListenerPort, host: string, fixed: ReadonlyMap<string, Value>, fitting?: readonly Value[]): Request {
  const text = (dimension: string): string | undefined => {
    const value = fixed.get(dimension);
    return typeof value === "string" ? value : undefined;
  };
  const named = (kind: string): [string, string][] =>
    [...fixed].flatMap(([dimension, value]): [string, string][] =>
      dimension.startsWith(`${kind} `) && typeof value === "string" ? [[dimension.slice(kind.length + 1), value]] : [],
    );
  const [method, from, headers, query] = [text("method"), text("client"), named("header"), named("query")];
  const { group } = entrance;
  return {
    url: urlOf(entrance, text("host") ?? host, text("path") ?? "/", new URLSearchParams(query).toString()),
    ...(method === undefined || method === "GET" ? {} : { method }),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(from === undefined ? {} : { from }),
    ...(fixed.get("certificate") === false ? { clientCertificate: false } : {}),
    group,
    ...(fitting ? { fitting: fitting.filter((one) => typeof one === "string") } : {}),
  };
}

function urlOf({ protocol, port, group, address }: ListenerPort, host: string, path: string, query: string): string {
  if (protocol === "tcp" || protocol === "udp") return `${protocol}://${/^Service (.*)$/.exec(group)?.[1] ?? address}:${port}`;
  const authority = port === defaultPort(protocol) ? host : `${host}:${port}`;
  if (protocol === "tls") return `tls://${host}:${port}`;
  return `${protocol}://${authority}${path}${query ? `?${query}` : ""}`;
}
