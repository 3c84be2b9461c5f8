import type { ListenerBody } from "../../../kinds/octavia/inputs";
import type { HttpRoute, TlsVersion, VirtualHost } from "../../routing";
import { diagnose } from "../../specs";
import type { Lowering } from "../context";

/** The longest timeout Octavia takes, in milliseconds. */
const LONGEST = 2_073_600_000;

const VERSIONS: readonly TlsVersion[] = ["1.1", "1.2", "1.3"];

/** Versions of TLS belong to the listener: the strictest demand of any host holds for all of them. */
export function tlsVersions(cx: Lowering, hosts: readonly VirtualHost[]): Partial<ListenerBody> {
  const asked = hosts.filter(({ tls, routes }) => tls?.minimumVersion && routes.some(({ on }) => on === "tls"));
  const least = VERSIONS.findLast((version) => asked.some(({ tls }) => tls?.minimumVersion === version));
  if (!least) return {};
  if (!cx.can.has("listenerTlsVersions")) {
    for (const host of asked) say(cx, host.routes, `TLS ${least} as the least version: ${cx.can.missing("listenerTlsVersions")}`, "LB1404");
    return {};
  }
  for (const host of asked.filter(({ tls }) => tls?.minimumVersion !== least))
    say(
      cx,
      host.routes,
      `${host.fqdn} asks for TLS ${host.tls?.minimumVersion} at least, but shares a listener with a host that asks for ${least}`,
    );
  return { tls_versions: VERSIONS.slice(VERSIONS.indexOf(least)).map((version) => `TLSv${version}`) };
}

/** The time a server may take belongs to the listener too: it is set where all routes agree. */
export function timeouts(cx: Lowering, hosts: readonly VirtualHost[], on: HttpRoute["on"]): Partial<ListenerBody> {
  const routes = hosts.flatMap((host) => host.routes.filter((route) => route.on === on && "backends" in route.to));
  const of = ({ to }: HttpRoute) => ("backends" in to ? to.timeout : undefined);
  const [first, ...others] = [...new Set(routes.map(of))];
  if (first === undefined && others.length === 0) return {};
  if (others.length > 0) {
    const timed = routes.filter((route) => of(route) !== undefined);
    say(cx, timed, "the timeout is not used: the routes of one listener share it, and they do not agree");
    return {};
  }
  if (first === "infinite") return { timeout_member_data: LONGEST };
  return { timeout_member_data: Math.min(LONGEST, Math.max(1, Math.round(Number(first) * 1000))) };
}

function say(cx: Lowering, routes: readonly HttpRoute[], message: string, code: "LB1302" | "LB1404" = "LB1302"): void {
  for (const owner of new Set(routes.map((route) => route.owner))) cx.report(diagnose(code, owner.ref, "/spec", message));
}
