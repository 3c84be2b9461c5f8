// The hosts that each object of a plan or a controller serves.

import { childHosts, fqdnsOf, parseReference } from "../../../resources/avi/body";
import type { JsonObject } from "../../lifecycle/bodies/json";

/** Objects by `<type>/<name>`, planned or on the controller. */
export type Bodies = ReadonlyMap<string, JsonObject>;

/** Hosts that an object serves: a child says so itself, any other virtual service by its VIP; other objects serve none. */
export function hostsOf(key: string, bodies: Bodies): string[] {
  const body = bodies.get(key) ?? {};
  if (key.startsWith("vsvip/")) return fqdnsOf(body);
  if (!key.startsWith("virtualservice/")) return [];
  const hosts = childHosts(body);
  if (hosts.length > 0) return hosts;
  const vip = parseReference(body.vsvip_ref)?.name;
  return vip === undefined ? [] : fqdnsOf(bodies.get(`vsvip/${vip}`) ?? {});
}

/**
 * Hosts that the plan serves and that would lose all, or part, of what the plan has for them if only objects of the plan were left: a
 * virtual service or VIP that says the host is not there yet, or does not say it there.
 */
export function notYetServed(planned: Bodies, existing: Bodies): Set<string> {
  const missing = [...planned.keys()].flatMap((key) => {
    const now = new Set(hostsOf(key, existing));
    return hostsOf(key, planned).filter((host) => !now.has(host));
  });
  return new Set(missing);
}
