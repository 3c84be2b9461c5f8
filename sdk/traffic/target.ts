// Parses the request target of a log line.

import { copiedText } from "./copied-text";
import type { LoggedRequest, ReadParts } from "./request";

/** Limit of characters of a host. */
const MOST_HOST = 255;

const METHOD = /^[A-Z][A-Z-]*$/;
const ABSOLUTE = /^(https?):\/\/([^/?#]*)/i;

/** Parts of a log line beside the request target. */
export interface RequestParts {
  scheme?: "http" | "https";
  /** Host as sent, with or without port. */
  host?: string;
  client?: string;
  /** Headers by name in lower case; `-` and an empty text mean none. */
  headers?: Readonly<Record<string, string | undefined>>;
  /** The log has paths without queries. */
  lacksQuery?: true;
}

/**
 * The request for a method and a target, `/cart?a=1` or `https://shop.example.com/cart`, with the parts that rules read.
 *
 * @returns undefined for requests that rules cannot answer: CONNECT, `*`, an invalid method or host
 */
export function requestOf(method: string, target: string, beside: RequestParts, parts: ReadParts): LoggedRequest | undefined {
  if (!METHOD.test(method)) return undefined;
  let [scheme, authority, rest] = [beside.scheme, beside.host, target];
  if (target.charCodeAt(0) !== SLASH) {
    const [beginning, named = "", host] = ABSOLUTE.exec(target) ?? [];
    if (beginning === undefined) return undefined;
    scheme = named.toLowerCase() as "http" | "https";
    authority = host;
    rest = target.slice(beginning.length);
    if (rest.charCodeAt(0) !== SLASH) rest = `/${rest}`;
  }
  const named = authority === undefined ? undefined : divided(authority);
  if (authority !== undefined && !named) return undefined;
  const path = withoutFragment(rest);
  const mark = path.indexOf("?");
  const search = mark >= 0 ? searchOf(path.slice(mark), parts) : beside.lacksQuery ? undefined : "";
  return {
    ...(scheme === undefined ? {} : { scheme }),
    ...named,
    method,
    path: mark >= 0 ? path.slice(0, mark) : path,
    ...(search === undefined ? {} : { search }),
    ...(parts.clients.length > 0 && beside.client !== undefined ? clientOf(beside.client) : {}),
    headers: parts.headers.size > 0 && beside.headers ? readHeaders(beside.headers, parts) : NO_HEADERS,
  };
}

const SLASH = 47;
const NO_HEADERS: ReadonlyMap<string, string | undefined> = new Map();

function withoutFragment(target: string): string {
  const at = target.indexOf("#");
  return at < 0 ? target : target.slice(0, at);
}

/** Host and port of `shop.example.com:8443`; `-` means none. */
function divided(authority: string): { host: string; port?: number } | undefined {
  if (authority === "-" || authority === "") return { host: "" };
  if (authority.length > MOST_HOST) return undefined;
  const colon = authority.lastIndexOf(":");
  const bracket = authority.endsWith("]") || (colon >= 0 && authority.charCodeAt(0) === 91);
  const hasPort = colon > 0 && !authority.endsWith("]") && (bracket || authority.indexOf(":") === colon);
  const port = hasPort ? Number(authority.slice(colon + 1)) : undefined;
  if (port !== undefined && !(port > 0 && port < 65_536)) return undefined;
  const name = hasPort ? authority.slice(0, colon) : authority;
  const host = (bracket ? name.slice(1, -1) : name).toLowerCase();
  return /[\s/\\@?#]/.test(host) ? undefined : { host, ...(port === undefined ? {} : { port }) };
}

/** Query parameters that rules read; others are replaced by a mark. */
function searchOf(query: string, { queries }: ReadParts): string {
  if (query.length < 2) return "";
  if (queries.size === 0) return "?";
  const parameters = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) if (queries.has(name) && !parameters.has(name)) parameters.append(name, value);
  return `?${parameters}`;
}

/** `10.0.0.7`, `10.0.0.7:33317`, `[2001:db8::1]:443`, `::ffff:10.0.0.7` */
function clientOf(text: string): { client?: string } {
  if (text === "-" || text === "") return {};
  const [, six, plain] = /^(?:\[([^\]]*)\](?::\d+)?|(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?)$/.exec(text) ?? [];
  return { client: copiedText(six ?? plain ?? text) };
}

function readHeaders(all: NonNullable<RequestParts["headers"]>, { headers }: ReadParts): ReadonlyMap<string, string | undefined> {
  const values = new Map<string, string | undefined>();
  for (const name of headers) {
    if (!(name in all)) continue;
    const value = all[name];
    values.set(name, value === "-" || value === "" ? undefined : value);
  }
  return values;
}
