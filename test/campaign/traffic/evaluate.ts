import { servedByOctavia } from "../../../kinds/octavia/served/rules";
import type { LoadBalancerBody } from "../../../kinds/octavia/types";
import { answer } from "../../../kinds/requests/answer";
import type { ServedRules } from "../../../kinds/requests/form";
import { askedOf } from "../../../kinds/requests/request";
import type { Landing, Shares } from "./oracle";

/** Finds the server of a request from the objects of a target alone, as the load balancer reads them. */

// biome-ignore lint/suspicious/noExplicitAny: bodies as they go to a controller
type TrafficBody = any;
export type Objects = { [type: string]: readonly object[] | undefined };

const named = (reference: string) => decodeURIComponent(reference.slice(reference.indexOf("name=") + 5));

function shareOut(parts: readonly { ratio: number; servers: readonly string[] }[]): Shares {
  const live = parts.filter(({ ratio, servers }) => ratio > 0 && servers.length > 0);
  const sum = live.reduce((all, { ratio }) => all + ratio, 0);
  const shares: Shares = {};
  for (const { ratio, servers } of live)
    for (const server of servers) shares[server] = (shares[server] ?? 0) + ratio / sum / servers.length;
  return shares;
}

const read = new WeakMap<LoadBalancerBody, ServedRules>();

/** Octavia: what its bodies say by the reader of the product, which the real HAProxy judges in haproxy.long.ts. */
export function landsOnOctavia(balancer: LoadBalancerBody | undefined, on: "clear" | "tls", host: string, path: string): Landing {
  if (!balancer) return {};
  const rules = read.get(balancer) ?? { addresses: [servedByOctavia(balancer)] };
  read.set(balancer, rules);
  // the port that a client writes behind the host is none of the connection
  const asked = askedOf({ url: `${on === "tls" ? "https" : "http"}://${host.replace(/:\d+$/, "")}${path}` });
  const found = asked && answer(rules, asked).answer;
  if (found?.kind === "redirect") return "https";
  if (found?.kind !== "forward") return {};
  return shareOut(found.to.map(({ share, servers = [] }) => ({ ratio: share, servers })));
}

/** Avi: the virtual service of the name, its policies by index, then the data script of a shared one, which picks the longest label. */
export function landsOnAvi(objects: Objects, on: "clear" | "tls", host: string, path: string): Landing {
  const all = (type: string) => (objects[type] ?? []) as TrafficBody[];
  const body = (type: string, name: string) => all(type).find((one) => one.name === name);
  const pool = (name: string) =>
    (body("pool", name)?.servers ?? [])
      .filter(({ enabled = true }: TrafficBody) => enabled)
      .map(({ ip, port }: TrafficBody) => `${ip.addr}:${port ?? body("pool", name).default_server_port}`);
  const group = (name: string, label?: string) =>
    shareOut(
      (body("poolgroup", name)?.members ?? [])
        .filter((member: TrafficBody) => label === undefined || member.priority_label === label)
        .map(({ ratio = 1, pool_ref }: TrafficBody) => ({ ratio, servers: pool(named(pool_ref)) })),
    );
  const virtualServices = all("virtualservice");
  const child = childFor(virtualServices, on, host);
  const parent = virtualServices.find(({ type }) => type === "VS_TYPE_VH_PARENT");
  const vs = child ?? (on === "clear" ? parent : undefined);
  if (!vs) return {};
  const port = on === "clear" ? 80 : 443;
  const policies = [...(vs.http_policies ?? [])]
    .sort((a, b) => a.index - b.index)
    .map((one) => body("httppolicyset", named(one.http_policy_set_ref)));
  const fits = ({ match }: TrafficBody) =>
    (!match.vs_port || match.vs_port.ports.includes(port)) && hasName(match.host_hdr, host) && hasPath(match.path, path);
  if (policies.some((policy) => policy.http_security_policy?.rules.some(fits))) return {};
  // of each policy the first rule that fits; a redirect answers, whatever pool another policy has picked
  const fitting = policies.flatMap((policy) => (policy.http_request_policy?.rules ?? []).find(fits) ?? []);
  if (fitting.some((rule) => rule.redirect_action)) return "https";
  const rule = fitting.find((one) => one.switching_action);
  if (vs === child) {
    const { pool_group_ref: to, pool_ref: straight } = rule?.switching_action ?? {};
    return to ? group(named(to)) : straight ? shareOut([{ ratio: 1, servers: pool(named(straight)) }]) : {};
  }
  const wanted = `${host.replace(/:\d+$/, "")}${path}`.toLowerCase();
  const labels: string[] = (body("poolgroup", vs.name)?.members ?? []).map(({ priority_label }: TrafficBody) => priority_label);
  const [longest] = labels.filter((label) => wanted.startsWith(label)).sort((a, b) => b.length - a.length);
  return longest === undefined ? {} : group(vs.name, longest);
}

/** The child of a server name, or of a host where the parent is an enhanced one: the name itself, else its wildcard. */
function childFor(virtualServices: readonly TrafficBody[], on: "clear" | "tls", host: string): TrafficBody | undefined {
  const namesOf = (vs: TrafficBody): string[] =>
    vs.vh_matches ? vs.vh_matches.map((match: TrafficBody) => match.host) : on === "tls" ? (vs.vh_domain_name ?? []) : [];
  const wildcard = `*${host.slice(host.indexOf("."))}`;
  const children = virtualServices.filter(({ type }) => type === "VS_TYPE_VH_CHILD");
  // an enhanced parent without a certificate for the name answers no client on TLS; the caller checks that there is one
  return [host, wildcard].flatMap((name) =>
    children.filter((vs) => namesOf(vs).some((one) => one.toLowerCase() === name.toLowerCase())),
  )[0];
}

const hasName = (criterion: TrafficBody, host: string) =>
  !criterion || criterion.value.some((value: string) => value.toLowerCase() === host.toLowerCase());

function hasPath(criterion: TrafficBody, path: string): boolean {
  if (!criterion) return true;
  const fold = (text: string) => (criterion.match_case === "SENSITIVE" ? text : text.toLowerCase());
  const value = fold(criterion.match_str?.[0] ?? "");
  return criterion.match_criteria === "EQUALS" ? fold(path) === value : fold(path).startsWith(value);
}
