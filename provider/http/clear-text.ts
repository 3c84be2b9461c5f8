// Refuses connections that would send a password in clear text.

import { isIP } from "node:net";
import type { Code } from "../lifecycle/messages/codes";
import { failure } from "../lifecycle/messages/errors";

/** True for a host that is this machine itself, `[::1]` as addresses write it included. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** Origin of an address, for the error. */
export interface Written {
  /** The setting, or its equivalent: `openstack:authUrl`. */
  setting: string;
  code?: Code;
  /** Remedy for a person. */
  remedy?: string;
}

/**
 * Refuses an address at which tokens, passwords and keys would travel in clear text: `http://` is for this machine alone, and through no proxy
 * on another one.
 *
 * @throws LbError LB2002, or the given code
 */
export function refuseClearText(address: string, { setting, code = "LB2002", remedy }: Written, proxy?: string): void {
  const { protocol, hostname, origin } = new URL(address);
  if (protocol === "https:") return;
  const isHere = isLoopback(hostname) && (proxy === undefined || isLoopback(new URL(proxy).hostname));
  if (protocol === "http:" && isHere) return;
  const way = isLoopback(hostname) ? ", through a proxy on another machine" : "";
  throw failure(code, {
    message: `${setting} is "${origin}"${way}: credentials do not travel in clear text`,
    remedy: remedy ?? "Use https://; http:// is accepted for 127.0.0.1, ::1 and localhost only.",
  });
}
