import { answer } from "../../../requests/answer/answer";
import { parseRequest } from "../../../requests/answer/request";
import { servedByAvi } from "../../../requests/avi";
import { servedByOctavia } from "../../../requests/octavia/rules";
import type { RoutingTable } from "../../../requests/table/routing-table";
import type { LoadBalancerBody } from "../../../resources/octavia/types";
import type { Landing, Shares } from "./oracle";

/** Lands requests by the bodies of a target alone. */

type AviObjects = Parameters<typeof servedByAvi>[0];

export const ofOctavia = (balancer: LoadBalancerBody | undefined): RoutingTable => ({
  addresses: balancer ? [servedByOctavia(balancer)] : [],
});

/** The certificate of a world is for none of its hosts: here it counts for all of them. */
export const ofAvi = (objects: AviObjects): RoutingTable =>
  servedByAvi({ ...objects, sslkeyandcertificate: (objects.sslkeyandcertificate ?? []).map((one) => ({ ...one, certificate: {} })) });

/** The servers of a request with their shares, or `https` for a redirect. A port in the header of the host is not the one that is asked. */
export function landing(rules: RoutingTable, { on, host, path }: { on: "clear" | "tls"; host: string; path: string }): Landing {
  const request = parseRequest({ url: `${on === "tls" ? "https" : "http"}://${host.replace(/:\d+$/, "")}${path}` });
  if (!request) throw new TypeError(`no request: ${host}${path}`);
  const { answer: got } = answer(rules, request);
  if (got.kind === "redirect") return "https";
  if (got.kind !== "forward") return {};
  const live = got.to.filter(({ servers = [] }) => servers.length > 0);
  const sum = live.reduce((all, { share }) => all + share, 0);
  const shares: Shares = {};
  for (const { share, servers = [] } of live)
    for (const server of servers) shares[server] = (shares[server] ?? 0) + share / sum / servers.length;
  return shares;
}
