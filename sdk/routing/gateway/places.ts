import type { ReviewPlace } from "../../../kinds/review/facts";
import { keyOf, type Spec } from "../../specs";
import type { Backend } from "../model";
import type { Rule, ValueMatch } from "../rule";
import { type ConnectionPort, type GatewayModel, type RequestPort, readsRequests } from "./model";

/** A place of a Gateway where clients get an answer, and the Services behind it. */
export interface GatewayPlace {
  /** `http://shop.example.com:8080/cart of Gateway default/web`. */
  place: string;
  /** Usable ones; empty for a redirect or a fixed answer. */
  backends: Backend[];
  route: ReviewPlace;
  /** The Route that asks for it. */
  owner: Spec;
}

/** Name that the review gives to the part of an unusable backend. */
const FAILED = { HTTP: "answer 500", TCP: "no answer" };

/** Every place of a Gateway, by ports and ranks. */
export function gatewayPlaces(gateway: GatewayModel): GatewayPlace[] {
  return gateway.ports.flatMap((port) => (readsRequests(port) ? requestPlaces(gateway, port) : connectionPlaces(gateway, port)));
}

function requestPlaces(gateway: GatewayModel, port: RequestPort): GatewayPlace[] {
  return port.rules.map((rule) => {
    const place = requestPlace(gateway, port, rule);
    const { to, owner } = rule;
    if ("answer" in to) return { place, owner, backends: [], route: { to: { [`answer ${to.answer}`]: 1 } } };
    if ("backends" in to) return { place, owner, backends: usable(to.backends), route: { to: sharesOf(to.backends, FAILED.HTTP) } };
    const { statusCode, scheme, hostname, port: toPort, path } = to.redirect;
    const host = `${hostname ?? (rule.host || "the same host")}${toPort === undefined ? "" : `:${toPort}`}`;
    const url = `${scheme ?? port.protocol.toLowerCase()}://${host}${path?.value ?? ""}`;
    return { place, owner, backends: [], route: { to: { [`redirect ${statusCode} to ${url}`]: 1 } } };
  });
}

function connectionPlaces(gateway: GatewayModel, port: ConnectionPort): GatewayPlace[] {
  return port.routes.map(({ hosts, backends, owner }) => ({
    owner,
    place: connectionPlace(gateway, port, hosts),
    backends: usable(backends),
    route: { to: sharesOf(backends, FAILED.TCP) },
  }));
}

const SUFFIX = { exact: " (exact)", segments: "", characters: "", regex: " (regex)" };

/** Place of a rule, with the port where it is not the usual one. */
export function requestPlace({ owner }: Pick<GatewayModel, "owner">, at: Pick<RequestPort, "protocol" | "port">, rule: Rule): string {
  const { method, path, headers, queryParams } = rule.match;
  const usual = at.port === (at.protocol === "HTTPS" ? 443 : 80);
  const url = `${at.protocol.toLowerCase()}://${rule.host || "*"}${usual ? "" : `:${at.port}`}${path.value}${SUFFIX[path.is]}`;
  const written = ({ name, is, value }: ValueMatch) => `${name}${is === "exact" ? "=" : "~"}${value}`;
  const conditions = [
    ...(method === undefined ? [] : [`method ${method}`]),
    ...headers.map((header) => `header ${written({ ...header, name: header.name.toLowerCase() })}`),
    ...queryParams.map((param) => `query ${written(param)}`),
  ];
  return `${url}${conditions.length > 0 ? ` if ${conditions.join(" and ")}` : ""} of Gateway ${keyOf(owner.ref)}`;
}

/** Place of connections: `tcp://default/web:9000`. */
export function connectionPlace(
  { owner }: Pick<GatewayModel, "owner">,
  { protocol, port }: Pick<ConnectionPort, "protocol" | "port">,
  hosts: readonly string[] = [],
): string {
  const names = hosts.length > 0 ? ` for ${hosts.join(", ")}` : "";
  return `${protocol.toLowerCase()}://${keyOf(owner.ref)}:${port}${names}`;
}

const usable = (backends: readonly Backend[]): Backend[] =>
  backends.filter(({ invalid }) => !invalid).map(({ invalid: _, ...backend }) => backend);

function sharesOf(backends: readonly Backend[], failed: string): ReviewPlace["to"] {
  const shares: ReviewPlace["to"] = {};
  for (const { service, port, weight = 1, invalid } of backends) {
    const name = invalid ? failed : `${keyOf(service)}${port ? `:${port.port}` : ""}`;
    shares[name] = (shares[name] ?? 0) + weight;
  }
  return shares;
}
