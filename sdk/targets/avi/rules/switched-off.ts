import { describeObject } from "../../../../kinds/diagnostic";
import type { ReviewedRoutes } from "../../../routing";
import type { Extensions } from "../extensions";

/**
 * The routes of a review, each with the word that its host is down where a HostRule switches the virtual service of the host off.
 *
 * @param ownServer whether hosts in clear text have a virtual service of their own
 */
export function withSwitchedOff(review: ReviewedRoutes, extensions: Extensions, ownServer: boolean): ReviewedRoutes {
  const places = Object.entries(review.places).map(([place, route]) => {
    const [, scheme, host] = /^(https?):\/\/([^/]+)/.exec(place) ?? [];
    const extension = host !== undefined && (scheme === "https" || ownServer) ? extensions.host(host) : undefined;
    if (extension?.fields.enabled !== false) return [place, route] as const;
    const term = `switched off, no request is answered: enableVirtualHost of ${describeObject(extension.ref)} is false`;
    return [place, { ...route, terms: [...(route.terms ?? []), term] }] as const;
  });
  return { ...review, places: Object.fromEntries(places) };
}
