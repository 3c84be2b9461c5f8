// Texts in a drawn routing table: titles of ports, hosts, statuses, redirects.

import type { Part, RuleProperties, ServedPort, ServedRedirect } from "../../../requests/table/routing-table";
import { defaultPort } from "../../../resources/default-port";

const PROTOCOLS = { http: "HTTP", https: "HTTPS", tls: "TLS passthrough", tcp: "TCP", udp: "UDP", sctp: "SCTP" };

/** `port 443, HTTPS`, `ports 80 and 443` */
export function titleOf(ports: readonly ServedPort[], isPassed: boolean): string {
  const protocols = new Set(ports.map(({ protocol }) => PROTOCOLS[isPassed ? "tls" : protocol]));
  const numbers = [...new Set(ports.map(({ port }) => port))].sort((a, b) => a - b);
  return `port${numbers.length > 1 ? "s" : ""} ${numbers.join(" and ")}${protocols.size === 1 ? `, ${[...protocols].join("")}` : ""}`;
}

/** `*.example.com` for any number of labels too, as in specs. */
export const hostText = (name: string): string => (name === "" ? "*" : name.replace(/^\*\*/, "*"));

export const statusText = (status: number | null | undefined): string => `answer ${status ?? "not known"}`;

/** `redirect to https (302)`, `redirect to https://new.example.com/shop (301)`, `redirect to path /new (301)` */
export function redirectText({ redirect: { scheme, host, port, path }, status }: ServedRedirect, from: string): string {
  const other = host === undefined || host === from ? "" : host;
  const number = port === undefined || (scheme && port === defaultPort(scheme)) ? "" : String(port);
  const edit = path === undefined ? "" : "full" in path ? path.full : path.to;
  const parts = [scheme, other && `host ${other}`, number && `port ${number}`, edit && `path ${edit}`].filter(Boolean);
  const url = scheme && other ? `${scheme}://${other}${number && `:${number}`}${edit}` : parts.join(", ");
  return `redirect to ${url || "the same URL"} (${status})`;
}

/** Servers that do not all weigh the same are named with their weight. */
export function serversOf(parts: readonly Part[]): string[] {
  const weighed = parts.map(({ weight, servers = { ready: [] } }) => ({ servers, each: weight / (servers.ready.length || 1) }));
  const isOne = new Set(weighed.map(({ each }) => each)).size <= 1;
  const all = weighed.flatMap(({ servers, each }) => [
    ...servers.ready.map((server) => (isOne ? server : `${server} weight ${each}`)),
    ...(servers.unready ?? []),
  ]);
  return [...new Set(all)];
}

/** Balancing, affinity and protocol of a pool; the usual ones are left out. */
export function poolDetails(parts: readonly Part[], servers: number, { balancing, affinity, proxyProtocol }: RuleProperties): string[] {
  const off = new Set(parts.flatMap((part) => part.servers?.unready ?? [])).size;
  return [
    ...(balancing ? [balancing] : []),
    ...(affinity ? [`affinity: ${affinity}`] : []),
    ...(proxyProtocol ? [`PROXY protocol ${proxyProtocol}`] : []),
    ...(off > 0 ? [`${servers - off} of ${servers} servers ready`] : []),
  ];
}
