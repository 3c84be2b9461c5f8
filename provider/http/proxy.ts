import { isIP } from "node:net";
import { failure } from "../lifecycle/errors";

/** The variables that decide. */
const VARIABLES = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"] as const;

/** What the environment says of proxies. */
export type Proxies = { readonly [V in (typeof VARIABLES)[number]]?: string };

/** Reads the variables, which may be written in small letters too. */
export function proxiesIn(env: NodeJS.ProcessEnv): Proxies {
  return Object.fromEntries(VARIABLES.map((name) => [name, env[name.toLowerCase()] || env[name] || undefined]));
}

/** The proxy for an address, chosen as curl and the OpenStack clients do. This machine itself is never reached through one. */
export function proxyFor(address: string, proxies: Proxies): string | undefined {
  const { protocol, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))) return undefined;
  const proxy = (protocol === "https:" ? proxies.HTTPS_PROXY : proxies.HTTP_PROXY) ?? proxies.ALL_PROXY;
  if (!proxy || excepted(host, port, proxies.NO_PROXY ?? "")) return undefined;
  const [, scheme = "http"] = /^([a-z0-9]+):\/\//i.exec(proxy) ?? [];
  if (scheme !== "http") {
    throw failure("LB2002", {
      message: `the proxy in the environment is of kind ${scheme}`,
      remedy: "Only http:// proxies can be used; NO_PROXY excepts hosts.",
    });
  }
  return proxy.includes("://") ? proxy : `http://${proxy}`;
}

/** `example.com` and `.example.com` stand for the name and everything below it, `*` for all. */
function excepted(host: string, port: string, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      const [, name = "", onlyPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (entry === "*") return true;
      if (onlyPort && onlyPort !== port) return false;
      return host === name || host.endsWith(`.${name}`);
    });
}
