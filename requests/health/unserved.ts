// Routes that have no server up after a run, and those of them that the run may have to wait for.

import type { ReviewFacts } from "../review/facts";
import type { RoutingTable } from "../table/routing-table";
import type { Health, ServerHealth } from "./health";
import { healthByObject, type RouteHealth } from "./table";
import { faultTexts } from "./words";

/** One route without a server that is up, with the object that asks for it. */
export interface Unserved extends RouteHealth {
  object: string;
  /** A monitor may still find one of its servers well, and this run may be the reason that none is yet. */
  isOpen: boolean;
}

/** Services whose servers, routes or terms a run has changed; undefined: any may have changed. */
export function changedServices(before: ReviewFacts, after: ReviewFacts): ReadonlySet<string> | undefined {
  const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
  if (differs(before.settings, after.settings) || differs(before.addresses, after.addresses)) return undefined;
  const servers = keysOf(before.servers, after.servers).filter((one) => differs(before.servers[one], after.servers[one]));
  const routes = keysOf(before.routes, after.routes).filter((one) => differs(before.routes[one], after.routes[one]));
  return new Set([...servers, ...routes.flatMap((one) => Object.keys(after.routes[one]?.to ?? {}))]);
}

const keysOf = (before: object, after: object): string[] => [...new Set([...Object.keys(before), ...Object.keys(after)])];

/**
 * Routes without a server that is up or has no monitor.
 *
 * @param changed what {@link changedServices} gives
 * @param isEmptyMeant the servers of pools come later, so that a pool without any is as the specs mean it
 */
export function unservedRoutes(
  rules: RoutingTable,
  health: Health,
  changed: ReadonlySet<string> | undefined,
  isEmptyMeant: boolean,
): Unserved[] {
  return healthByObject(rules, health).flatMap(({ object, routes }) =>
    routes
      .filter(({ servers, state }) => !servers.some(isUp) && !(servers.length === 0 && (isEmptyMeant || state === "unknown")))
      .map((route) => {
        const isNew = changed === undefined || route.services.length === 0 || route.services.some((one) => changed.has(one));
        return { ...route, object, isOpen: isNew && route.servers.some(mayCome) };
      }),
  );
}

const isUp = ({ state }: ServerHealth): boolean => state === "up" || state === "unmonitored";

const mayCome = ({ state }: ServerHealth): boolean => state === "down" || state === "unknown";

/** `Ingress default/shop: no server up for http://shop.example.com/cart after 30 s; 10.0.0.3:8080 down: GET / answered 503`. */
export function unservedText({ object, route, servers, isOpen }: Unserved, waited: number): string {
  const after = isOpen && waited > 0 ? ` after ${waited} s` : "";
  const reasons = servers.length === 0 ? ["it has no server"] : faultTexts(servers);
  return [`${object}: no server up for ${route}${after}`, ...reasons].join("; ");
}
