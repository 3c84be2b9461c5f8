// A request for which the answer is computed: as a user writes it, and parsed.

import { defaultPort } from "../../resources/default-port";
import type { Protocol } from "../table/routing-table";
import { sentHost, sentUrl } from "./sent-url";

/** A request as a user writes it. */
export interface Request {
  /** `https://shop.example.com/cart?a=1`, `tcp://default/db:5432` (a Service), `tcp://10.0.0.9:5432`, `tls://db.example.com:443` */
  url: string;
  /** Default: GET. */
  method?: string;
  headers?: Record<string, string>;
  /** Name of the TLS handshake; default: the host. */
  sni?: string;
  /** Address of the client; default: one that may connect. */
  from?: string;
  /** False: the client sends no certificate. Default: it sends a valid one. */
  clientCertificate?: boolean;
  /** Name of the virtual service or load balancer; default: the one that has the name in DNS. */
  address?: string;
  /** Address group; default: that of the Service in a layer 4 URL, else all groups. */
  group?: string;
  /**
   * Keys (`fittingKey`) of unevaluable regular expressions that are assumed to match; all others are assumed not to. Default: the result of
   * each is unknown.
   */
  fitting?: readonly string[];
}

/** A parsed request. */
export interface ParsedRequest {
  protocol: Protocol;
  /** In lower case, without a port. */
  host: string;
  port: number;
  /** As sent, never decoded. */
  path: string;
  /** The query with its question mark, or empty. */
  search: string;
  query: ReadonlyMap<string, string>;
  method: string;
  /** By name in lower case. */
  headers: ReadonlyMap<string, string>;
  sni: string;
  from?: string;
  clientCertificate: boolean;
  address?: string;
  /** `Service default/db` where a layer 4 URL names a Service. */
  group?: string;
  fitting?: readonly string[];
}

const URL_PARTS = /^(https?|tcp|udp|tls):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(?:#.*)?$/i;

/** Parses a request; undefined for an unsupported URL. */
export function parseRequest(request: Request): ParsedRequest | undefined {
  const [, scheme = "", authority = "", rest = "", search = ""] = URL_PARTS.exec(sentUrl(request.url)) ?? [];
  const protocol = scheme.toLowerCase() as Protocol;
  const isLayer4 = protocol === "tcp" || protocol === "udp";
  const [name = "", digits] = divided(isLayer4 && rest !== "" ? `${authority}${rest}` : authority);
  const port = digits === undefined ? defaultPort(protocol === "tls" ? "https" : protocol) : Number(digits);
  if (name === "" || port === undefined) return undefined;
  const host = name.toLowerCase();
  return {
    protocol,
    host: isLayer4 ? "" : host,
    port,
    path: isLayer4 || rest === "" ? "/" : rest,
    search: search === "?" ? "" : search,
    query: queryOf(search),
    method: request.method ?? "GET",
    headers: new Map(Object.entries(request.headers ?? {}).map(([key, value]) => [key.toLowerCase(), value])),
    sni: sentHost(request.sni ?? host).toLowerCase(),
    ...(request.from === undefined ? {} : { from: request.from }),
    clientCertificate: request.clientCertificate ?? true,
    ...(request.address === undefined ? {} : { address: request.address }),
    ...addressGroup(request, isLayer4 ? name : undefined),
    ...(request.fitting ? { fitting: request.fitting } : {}),
  };
}

function addressGroup({ group }: Request, name: string | undefined): { group?: string } {
  if (group !== undefined) return { group };
  return name === undefined ? {} : { group: name.includes("/") ? `Service ${name}` : name };
}

/** Name and port; without the brackets of an IPv6 address. */
function divided(authority: string): [name: string, port?: string] {
  const [, six, name = "", port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(authority) ?? [];
  return [six ?? name, port];
}

/** Query parameters; of a repeated name the first value counts. */
function queryOf(search: string): Map<string, string> {
  const parameters = new Map<string, string>();
  if (search.length < 2) return parameters;
  for (const [name, value] of new URLSearchParams(search)) if (!parameters.has(name)) parameters.set(name, value);
  return parameters;
}
