import type { AviBody } from "../../kinds/avi/body";
import { childHosts, fqdnsOf } from "../../kinds/avi/body";
import { CERTIFICATE, DEDICATED_VS, L4_VS, PASSTHROUGH_VS, POOL, SHARED_VS, SNI_VS, STATIC_ROUTES } from "../../kinds/avi/resources";
import { describeObject } from "../../kinds/diagnostic";
import { type Layout, type Place, type Placed, resourceKey } from "../move";
import { compare } from "../specs";
import { type AviPlan, inOrderOfMoves, plannedResources } from "./plan";

/** Places that a plan serves, and the order in which a run reaches its resources (components/register.ts). */
export function aviLayout(plan: AviPlan): Layout {
  const phaseOf = phases(plan);
  const resources = plannedResources(plan).map((one): Placed => ({ ...one, phase: phaseOf(one.kind, one.name) }));
  return { places: [...hosts(plan), ...services(plan)].sort((a, b) => compare(a.what, b.what)), resources };
}

/** Pools and certificates first; then shards, each group before its children and these before the next group; what is independent at any time. */
function phases(plan: AviPlan): (kind: string, name: string) => number {
  const early: string[] = [STATIC_ROUTES.type, POOL.type, CERTIFICATE.type];
  const groups = inOrderOfMoves(plan.sharedVs);
  const shards = new Map(groups.flatMap((group, place) => group.map(({ name }) => [name, early.length + 2 * place] as const)));
  const children = new Map(plan.sniVs.map(({ name, parent }) => [name, (shards.get(parent) ?? 0) + 1]));
  const late = early.length + 2 * groups.length;
  const through = new Map(
    inOrderOfMoves(plan.passthroughVs).flatMap((group, place) => group.map(({ name }) => [name, late + place] as const)),
  );
  return (kind, name) => {
    if (kind === SHARED_VS.type) return shards.get(name) ?? late;
    if (kind === PASSTHROUGH_VS.type) return through.get(name) ?? late;
    if (kind === SNI_VS.type) return children.get(name) ?? late;
    return early.includes(kind) ? early.indexOf(kind) : late;
  };
}

function hosts(plan: AviPlan): Place[] {
  const at = (kind: string, name: string, vsVip: AviBody, server = name, serverIn = resourceKey({ kind, name })) => ({
    server,
    serverIn,
    holder: vsVip.name,
    holderIn: resourceKey({ kind, name }),
  });
  const children = new Map(
    plan.sniVs.flatMap(({ name, inputs, parent }) => childHosts(inputs.virtualService).map((host) => [`${parent} ${host}`, name] as const)),
  );
  const holders = new Map<string, Omit<Place, "what">>();
  for (const { name, inputs } of plan.sharedVs) {
    for (const host of fqdnsOf(inputs.vsVip)) {
      const child = children.get(`${name} ${host}`);
      const serverIn = child === undefined ? undefined : resourceKey({ kind: SNI_VS.type, name: child });
      const place = at(SHARED_VS.type, name, inputs.vsVip, child ?? name, serverIn);
      holders.set(`${name} ${host}`, child === undefined ? place : { ...place, parent: name });
    }
  }
  for (const { name, inputs } of plan.dedicatedVs)
    for (const host of fqdnsOf(inputs.vsVip)) holders.set(`${name} ${host}`, at(DEDICATED_VS.type, name, inputs.vsVip));
  for (const { name, inputs } of plan.passthroughVs)
    for (const host of fqdnsOf(inputs.vsVip)) holders.set(`${name} ${host}`, at(PASSTHROUGH_VS.type, name, inputs.vsVip));
  const known = new Map<string, Set<string>>();
  return plan.hosts.flatMap(({ fqdn, vs }) => {
    const place = holders.get(`${vs} ${fqdn}`);
    const addresses = known.get(fqdn) ?? new Set();
    known.set(fqdn, addresses);
    if (!place || addresses.has(place.holder)) return [];
    const what = addresses.size === 0 ? `host ${fqdn}` : `host ${fqdn} at ${place.holder}`;
    addresses.add(place.holder);
    return [{ what, ...place }];
  });
}

const services = ({ l4Vs }: AviPlan): Place[] =>
  l4Vs.flatMap(({ name, inputs, owners }) =>
    owners.map((owner): Place => {
      const key = resourceKey({ kind: L4_VS.type, name });
      return { what: describeObject(owner), server: name, serverIn: key, holder: inputs.vsVip.name, holderIn: key };
    }),
  );
