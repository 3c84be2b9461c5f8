import type { DefaultBackend, HttpRoute, VirtualHost } from "../../routing";
import { diagnose } from "../../specs";
import type { Lowering } from "../context";
import { unservable } from "./expressible";
import { remark } from "./remarks";
import { fitsRule } from "./rules";

/** The hosts without what Octavia cannot make of them, each thing named. */
export function servable(cx: Lowering, hosts: readonly VirtualHost[]): VirtualHost[] {
  return hosts
    .map((host) => ({ ...withoutProxy(cx, host), routes: host.routes.filter((route) => fits(cx, route, host.fqdn)) }))
    .map((host) => (isSecure(host) ? host : { ...host, routes: host.routes.filter(({ to }) => "backends" in to) }))
    .filter(({ routes, tcp }) => routes.length > 0 || tcp);
}

/** Whether anybody answers on TLS: to lead requests there else would leave them with nobody. */
const isSecure = ({ routes, tcp }: VirtualHost) => tcp !== undefined || routes.some(({ on, to }) => on === "tls" && "backends" in to);

/** Behind TLS that ends here Octavia speaks HTTP only. */
function withoutProxy(cx: Lowering, host: VirtualHost): VirtualHost {
  if (!host.tcp || !host.tls) return host;
  const message = `connections to ${host.fqdn} cannot be handed on after TLS has ended: Octavia speaks HTTP there; TLS of the host is not served`;
  cx.report(diagnose("LB1301", host.tcp.owner.ref, "/spec", message, { remedy: "Use passthrough, or HTTP routes." }));
  return { ...host, tcp: undefined };
}

function fits(cx: Lowering, route: HttpRoute, host: string): boolean {
  const { to, on, owner, match } = route;
  const refuse = (message: string) => {
    cx.report(diagnose("LB1301", owner.ref, "/spec", `${message}; the route is not served`));
    return false;
  };
  if (cx.can.ovn) return refuse(`hosts and paths of ${host}: the provider ovn knows connections only`);
  if (!fitsRule(match)) return refuse(`the path ${match.path} of ${host} is longer than a rule of Octavia takes`);
  if ("redirect" in to) {
    if (!host.startsWith("*")) return true;
    const message = `${on === "clear" ? "clear text" : "TLS"} of ${host} cannot be redirected: Octavia needs the name of the host; it is not served`;
    cx.report(diagnose("LB1302", owner.ref, "/spec", message));
    return false;
  }
  const reason = unservable(cx, to);
  if (reason) return refuse(reason);
  remark(cx, route);
  return true;
}

/** The default backends, unless the provider cannot read requests. */
export function servableDefaults(cx: Lowering, defaults: readonly DefaultBackend[]): readonly DefaultBackend[] {
  if (!cx.can.ovn) return defaults;
  for (const { owner, at } of defaults) {
    const message = "the default backend needs a listener for requests, and the provider ovn knows connections only; it is not served";
    cx.report(diagnose("LB1301", owner.ref, at, message));
  }
  return [];
}
