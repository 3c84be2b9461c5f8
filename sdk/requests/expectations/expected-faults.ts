// Finds expectations that every request or no request can meet, so that they test nothing.

import { isPlainAddress } from "../../../resources/plain-addresses";
import { headersFault, isHost, isPort } from "../request-faults";
import type { ExpectationEntry, Fault } from "./expectation";

/** Keys about requests that servers receive. */
const FORWARDED = ["to", "servers", "path", "host", "arrives"] as const;

/** Keys of HTTP, which layer 4 connections do not have. */
const OF_HTTP = ["redirect", "status", "path", "host", "arrives"] as const;

/** The first part of an expectation that tests nothing. */
export function expectedFault(entry: ExpectationEntry, url: string): Fault | undefined {
  const forwarded = FORWARDED.find((key) => entry[key] !== undefined);
  const others = (["redirect", "status", "closed"] as const).filter((key) => entry[key] !== undefined);
  const [first, second] = [forwarded, ...others].filter((key) => key !== undefined);
  if (first === undefined) return { fault: "says nothing that the request must get: add to, redirect, status or closed" };
  const isRedirect = first === "redirect" && second === "status" && others.length === 2;
  if (second !== undefined && !isRedirect) return { fault: `${first} and ${second} cannot both be: a request gets one answer` };
  const [, layer4] = /^(tcp|udp|tls):/i.exec(url) ?? [];
  const http = layer4 && OF_HTTP.find((key) => entry[key] !== undefined);
  if (http) return { key: http, fault: `${http}: a connection of ${layer4.toLowerCase()} gets none: write to or closed` };
  return (
    faultAt("to", toFault(entry.to)) ??
    faultAt("servers", serversFault(entry.servers)) ??
    faultAt("redirect", redirectFault(entry)) ??
    faultAt("path", pathFault(entry.path)) ??
    faultAt(
      "host",
      entry.host === undefined || isHost(entry.host) ? undefined : `${JSON.stringify(entry.host)} is not a host, without a port`,
    ) ??
    faultAt("arrives", arrivesFault(entry.arrives))
  );
}

const faultAt = (key: keyof ExpectationEntry, message: string | undefined): Fault | undefined =>
  message === undefined ? undefined : { key, fault: `${key}: ${message}` };

/** Shares may be rounded to whole percents. */
const ROUNDING = 0.005;

function toFault(to: ExpectationEntry["to"]): string | undefined {
  if (to === undefined || typeof to === "string") return undefined;
  const names = Object.keys(to);
  if (names.length === 0) return "no Service is named: write one such as default/web:80";
  const twice = names.find((name) => names.some((other) => other.startsWith(`${name}:`)));
  if (twice !== undefined) return `${twice} is there twice, with and without its port`;
  const sum = Object.values(to).reduce((all, share) => all + share, 0);
  if (Math.abs(sum - 1) <= ROUNDING * names.length + 1e-9) return undefined;
  return `the shares are ${Math.round(sum * 1000) / 10} % together: name every Service, so that they are 100 %`;
}

function serversFault(servers: readonly string[] = []): string | undefined {
  const wrong = servers.find((server) => !isServer(server));
  return wrong === undefined ? undefined : `${JSON.stringify(wrong)} is not a server: write 10.0.0.1:8080`;
}

function isServer(text: string): boolean {
  const [, six, name = "", port = ""] = /^(?:\[([^\]]*)\]|([^:]*)):(\d+)$/.exec(text) ?? [];
  return isPort(port) && (six === undefined ? isHost(name) : six.includes(":") && isPlainAddress(six));
}

function redirectFault({ redirect, status }: ExpectationEntry): string | undefined {
  if (redirect === undefined) return undefined;
  const [, authority = ""] = /^https?:\/\/([^/?#\s]+)(?:[/?#]\S*)?$/i.exec(redirect) ?? [];
  const [, six, name = "", port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(authority) ?? [];
  const isHosted = six === undefined ? isHost(name) : isPlainAddress(six);
  if (!isHosted || (port !== undefined && !isPort(port)))
    return `${JSON.stringify(redirect)} is not a whole location: write https://shop.example.com/cart`;
  return status === undefined || (status >= 300 && status < 400)
    ? undefined
    : `status ${status} is not one of a redirect: write 301 or 302`;
}

function pathFault(path: string | undefined): string | undefined {
  if (path === undefined || /^\/[^?#\s\p{Cc}]*$/u.test(path)) return undefined;
  return `${JSON.stringify(path)} is not a path without a query: write /cart`;
}

function arrivesFault(arrives: ExpectationEntry["arrives"]): string | undefined {
  if (arrives && Object.keys(arrives).length === 0) return "no header is named";
  return headersFault(arrives ?? {});
}
