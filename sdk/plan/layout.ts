// The layout of a plan: addresses that it serves, and phases in which a run reaches its resources.

import { describeObject } from "../../resources/diagnostic";
import { compare } from "../specs";
import type { ClientPlace, Layout, PhasedResource } from "./moves";
import { type Endpoint, type Plan, type PlannedResource, resourceKey } from "./plan";

/** Places that a plan serves, and the order in which a run reaches its resources. */
export function layoutOf(plan: Pick<Plan, "resources" | "endpoints">): Layout {
  return { places: placesOf(plan.endpoints), resources: inPhases(plan.resources) };
}

/** Places of the endpoints whose server has a name, sorted. A host at a further address is a further place. */
export function placesOf(endpoints: readonly Endpoint[]): ClientPlace[] {
  const vipsByHost = new Map<string, Set<string>>();
  const places = endpoints.flatMap(({ host, owners, at, server }): ClientPlace[] => {
    if (at === undefined || !server) return [];
    const { name, in: backendResource, holder: vip, id, parent } = server;
    const place = {
      server: name,
      backendResource,
      vip,
      vipResource: at,
      ...(id === undefined ? {} : { id }),
      ...(parent === undefined ? {} : { parent }),
    };
    if (host === undefined) return owners.map((owner) => ({ what: describeObject(owner), ...place }));
    const vips = vipsByHost.get(host) ?? new Set();
    vipsByHost.set(host, vips);
    if (vips.has(vip)) return [];
    const what = vips.size === 0 ? `host ${host}` : `host ${host} at ${vip}`;
    vips.add(vip);
    return [{ what, ...place }];
  });
  return places.sort((a, b) => compare(a.what, b.what));
}

/** Each resource one phase behind the last of those that exist before it. */
function inPhases(resources: readonly PlannedResource[]): PhasedResource[] {
  const phases = new Map<string, number>();
  return resources.map(({ kind, name, inputs, after }) => {
    const phase = Math.max(-1, ...after.map((key) => phases.get(key) ?? -1)) + 1;
    phases.set(resourceKey({ kind, name }), phase);
    return { kind, name, inputs, phase };
  });
}
