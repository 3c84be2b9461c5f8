// Marks routes of hosts that a HostRule switches off.

import { describeObject } from "../../../../resources/diagnostic";
import type { ReviewedRoutes } from "../../../routing";
import type { Extensions } from "../extensions";

/**
 * The routes of a review, each with the word that its host is down where a HostRule switches the virtual service of the host off.
 *
 * @param ownServer whether hosts in clear text have a virtual service of their own
 */
export function withSwitchedOff(review: ReviewedRoutes, extensions: Extensions, ownServer: boolean): ReviewedRoutes {
  const routes = Object.entries(review.routes).map(([key, route]) => {
    const [, scheme, host] = /^(https?):\/\/([^/]+)/.exec(key) ?? [];
    const extension = host !== undefined && (scheme === "https" || ownServer) ? extensions.host(host) : undefined;
    if (extension?.fields.enabled !== false) return [key, route] as const;
    const term = `switched off, no request is answered: enableVirtualHost of ${describeObject(extension.ref)} is false`;
    return [key, { ...route, terms: [...(route.terms ?? []), term] }] as const;
  });
  return { ...review, routes: Object.fromEntries(routes) };
}
