// Finds requests that no client can send: invalid hosts, ports, addresses, methods and headers.

import { IPv6 } from "ipaddr.js";
import type { Request } from "../../requests/answer/request";
import { sentHost } from "../../requests/answer/sent-url";
import { nearest } from "../../resources/nearest";
import { isPlainAddress } from "../../resources/plain-addresses";
import { breaksLine } from "../specs";

/** An invalid part of a request, with its message. */
export interface RequestFault {
  part: "url" | "method" | "headers" | "sni" | "from";
  message: string;
}

/** Methods of the IANA registry, and PURGE of caches. */
const METHODS = (
  "GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT COPY LABEL LINK LOCK MERGE MKACTIVITY " +
  "MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE MOVE ORDERPATCH PRI PROPFIND PROPPATCH PURGE QUERY REBIND REPORT SEARCH UNBIND UNCHECKOUT " +
  "UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL"
).split(" ");

/** The first invalid part of a request; undefined for a valid one. The URL must pass {@link isRequestUrl}. */
export function requestFault(request: Request): RequestFault | undefined {
  const { url, method = "GET", headers = {}, sni, from } = request;
  const fault = (part: RequestFault["part"], message: string | undefined) => (message === undefined ? undefined : { part, message });
  const layer4 = /^(tcp|udp|tls):/i.exec(url)?.[1]?.toLowerCase();
  return (
    fault("url", urlFault(url)) ??
    fault("method", layer4 && method !== "GET" ? noPart(layer4, "method") : methodFault(method)) ??
    fault("headers", layer4 && Object.keys(headers).length > 0 ? noPart(layer4, "headers") : headersFault(headers)) ??
    fault("sni", sni === undefined ? undefined : sniFault(sni, url)) ??
    fault("from", from === undefined ? undefined : clientFault(from))
  );
}

const noPart = (protocol: string, what: string) => `a connection of ${protocol} has no ${what}: leave it out`;

const URL_PARTS = /^(https?|tcp|udp|tls):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?/i;

/** True for a URL with a supported protocol. */
export const isRequestUrl = (url: string): boolean => URL_PARTS.test(url);

/** Message for a URL that no request can have. */
export const noRequestUrlText = (url: string): string =>
  `${url} is not a URL of a request: write http://, https://, tls://, tcp:// or udp:// and a port where it has none`;

function urlFault(url: string): string | undefined {
  const [, scheme = "", authority = "", path = "", query = ""] = URL_PARTS.exec(url) ?? [];
  const protocol = scheme.toLowerCase();
  if (/[\p{Cc}\s]/u.test(url)) return "a URL has no spaces and control characters: write %20";
  if (query !== "" && !protocol.startsWith("http")) return noPart(protocol, "query");
  if (protocol === "tls" && path !== "" && path !== "/") return noPart(protocol, "path");
  const isConnection = protocol === "tcp" || protocol === "udp";
  const [, six, name = "", port] = /^(?:\[([^\]]*)\]|(.*?))(?::([^:\]]*))?$/.exec(isConnection ? authority + path : authority) ?? [];
  if (port !== undefined && !isPort(port)) return `port ${JSON.stringify(port)} does not exist: write a number from 1 to 65535`;
  if (six !== undefined) return six.includes(":") && isPlainAddress(six) ? undefined : `[${six}] is not an IPv6 address`;
  if (isConnection)
    return isServiceName(name) || isFour(name)
      ? undefined
      : `${JSON.stringify(name)} is neither a Service nor an IP address: write namespace/service`;
  return isHost(name) ? undefined : `${JSON.stringify(name)} is not a host: write a DNS name or an IP address`;
}

/** True for a port number. */
export const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** True for a host name in any script, or an IPv4 address; a dot may follow. */
export function isHost(text: string): boolean {
  const name = sentHost(text).replace(/\.$/, "");
  const labels = name.split(".");
  // browsers read a name that ends with a number as an address
  return isFour(name) || (name.length <= 253 && labels.every((one) => LABEL.test(one)) && !/^\d+$/.test(labels.at(-1) ?? ""));
}

const isFour = (text: string): boolean => !text.includes(":") && isPlainAddress(text);

/** True for `namespace/name` of a Service. */
export const isServiceName = (text: string): boolean =>
  /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\/[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text);

function methodFault(method: string): string | undefined {
  if (METHODS.includes(method.toUpperCase())) return undefined;
  const meant = nearest(method, METHODS);
  return `${JSON.stringify(method)} is not a method of HTTP: ${meant ? `did you mean ${meant}?` : "write one such as GET or POST"}`;
}

/** Fault in headers, sent or expected; null stands for an absent header. */
export function headersFault(headers: Readonly<Record<string, string | null>>): string | undefined {
  const names = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return `${JSON.stringify(name)} is not the name of a header`;
    if (name.toLowerCase() === "host") return "the host is not among the headers: it is that of the URL, and `host` for what arrives";
    if (names.has(name.toLowerCase())) return `${name} is there twice`;
    if (/[\0\r\n]/.test(value ?? "")) return `the value of ${name} has a line break`;
    if (breaksLine(value ?? "")) return `the value of ${name} has a control character`;
    names.add(name.toLowerCase());
  }
  return undefined;
}

function sniFault(sni: string, url: string): string | undefined {
  if (!/^(https|tls):/i.test(url)) return "only https:// and tls:// have a TLS handshake: leave it out";
  return isHost(sni) && !isFour(sni) ? undefined : `${JSON.stringify(sni)} is not a DNS name`;
}

function clientFault(from: string): string | undefined {
  if (from.includes("/")) return `${from} is a network: write one address of it`;
  if (!isPlainAddress(from)) return `${JSON.stringify(from)} is not an IP address`;
  const six = from.includes(":") ? IPv6.parse(from) : undefined;
  return six?.isIPv4MappedAddress() ? `${from} is an IPv4 address: write ${six.toIPv4Address()}` : undefined;
}
