import type { IngressRoute } from "../../specs";
import { type ContourContext, nameOf, targetOf } from "./context";
import type { Fault } from "./fault";
import { MAX_DEPTH } from "./route-faults";
import { findService } from "./services";

const AT = "/spec/tcpproxy";

/** What is wrong with the TCP proxy of an object (contour.md 1.3, the `tcpproxy` texts). A root may delegate to a root here. */
export function tcpFaults(cx: ContourContext, owner: IngressRoute, chain: readonly IngressRoute[]): Fault[] {
  const { services = [], delegate } = owner.tcpProxy ?? {};
  if (services.length > 0 && delegate) {
    return [{ code: "LB1507", at: AT, message: "tcpproxy: cannot specify services and delegate in the same tcpproxy" }];
  }
  const faults = services.flatMap(({ name, port, pointer }): Fault[] => {
    if (findService(cx.specs, owner.ref.namespace, name, port)) return [];
    return [{ code: "LB1509", at: pointer, message: `tcpproxy: service ${owner.ref.namespace}/${name}/${port}: not found` }];
  });
  if (!delegate || services.length > 0) return faults;
  const { namespace, name } = targetOf(owner, delegate);
  const target = cx.find(namespace, name);
  if (target && (chain.includes(target) || chain.length >= MAX_DEPTH)) {
    const path = [...chain, target].map(nameOf).join(" -> ");
    faults.push({ code: "LB1505", at: `${AT}/delegate`, message: `tcpproxy creates a delegation cycle: ${path}` });
  }
  return faults;
}
