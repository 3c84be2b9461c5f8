import { type Diagnostic, describeObject, type ObjectRef } from "../../../kinds/diagnostic";
import type { Backend, HttpRoute, VirtualHost } from "../../routing";
import { diagnose } from "../../specs";
import { atLeast } from "../settings";
import type { Lowering } from "./context";
import { remark } from "./remarks";

/** The hosts without what Avi cannot make of them, each thing named. */
export function servable(cx: Lowering, hosts: readonly VirtualHost[]): VirtualHost[] {
  const known = new Map<string, VirtualHost>();
  return hosts.flatMap((host) => {
    const key = `${host.scope} ${host.fqdn.toLowerCase()}`;
    const other = known.get(key);
    if (other) {
      cx.report(sameName(host, other));
      return [];
    }
    known.set(key, host);
    const routes = host.routes.filter((route) => fits(cx, route));
    if (host.tcp && host.tls) cx.report(terminatedTcp(host.fqdn, host.tcp.owner.ref));
    return [{ ...host, routes }];
  });
}

/** Priority labels and server names count without case, so only one of two spellings can be served. */
function sameName({ fqdn, root }: VirtualHost, other: VirtualHost): Diagnostic {
  const message = `${fqdn} is the host ${other.fqdn} of ${describeObject(other.root.ref)} in another spelling, which Avi cannot tell apart; it is not served`;
  return diagnose("LB1301", root.ref, "/spec", message, { remedy: "Keep one spelling." });
}

/** Connections whose TLS ends at the load balancer: the form we follow has a virtual service for requests or for passthrough only. */
function terminatedTcp(fqdn: string, owner: ObjectRef): Diagnostic {
  const message = `${fqdn}: Avi does not balance TCP behind TLS that it ends itself, in the form we follow; the host is not served on TLS`;
  return diagnose("LB1301", owner, "/spec", message, { remedy: "Use passthrough, or HTTP routes." });
}

function fits(cx: Lowering, route: HttpRoute): boolean {
  if ("redirect" in route.to) return true;
  const h2c = route.to.backends.find(({ protocol }) => protocol === "h2c");
  if (h2c && !atLeast(cx.settings.controllerVersion, 20, 1)) {
    const message = `HTTP/2 in clear text to Service ${nameOf(h2c)} needs controller version 20.1; the route is not served`;
    cx.report(diagnose("LB1301", route.owner.ref, "/spec", message, { remedy: "Set controllerVersion if the controller is newer." }));
    return false;
  }
  remark(cx, { ...route, to: route.to });
  return true;
}

const nameOf = ({ service }: Backend) => `${service.namespace}/${service.name}`;
