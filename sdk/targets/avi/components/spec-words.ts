// Names the specs of each resource in the words of the user, for previews.

import { DEDICATED_VS, GATEWAY_VS, L4_VS, POOL, SHARED_VS, SNI_VS } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import { childHosts, fqdnsOf } from "../../../../resources/avi/body";
import { describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import type { SpecWords } from "../../../../resources/identity";
import { ofKind, type PlannedResource } from "../../../plan";
import { isRecord } from "../../../specs";
import { poolsIn, unbundled } from "../bundles";
import type { AviPlan } from "../plan";

/** So many specs of a shared virtual service are named: the state holds the words twice. */
const NAMED = 3;

/** Gives each resource of a plan its words: `Ingress shop/web, path /cart`, `Service shop/web port 80/TCP`. */
export function specWords(plan: AviPlan): (planned: PlannedResource) => SpecWords {
  const places = new Map([...labelled(plan), ...ruled(plan), ...listening(plan), ...ofGateways(plan)]);
  const hostsOf = countHosts(plan);
  const apart = { resources: unbundled(plan.resources) };
  const pools = new Map(ofKind(apart, POOL).map(({ name, owners: [owner] }) => [name, owner && words(owner, places.get(name), hostsOf)]));
  return (planned) => {
    const { kind, name, owners, inputs } = planned;
    const pool = pools.get(name);
    if (pool !== undefined && kind === POOL.type) return [pool];
    const of = [...new Set(owners.map(describeObject))];
    const groups = Array.isArray(inputs.poolGroups) ? (inputs.poolGroups as AviBody[]) : [];
    const named = [
      ...poolsIn(planned).map((inside) => [inside.name, inside.name] as const),
      ...groups.flatMap((group) =>
        memberPools(group)
          .slice(0, 1)
          .map((member) => [group.name, member] as const),
      ),
    ];
    const parts = named.flatMap(([part, member]) => {
      const text = pools.get(member);
      return text === undefined ? [] : [[part, text] as const];
    });
    const more = of.length - NAMED;
    if (more <= 0 && parts.length === 0) return of;
    return { of: of.slice(0, NAMED), ...(more > 0 ? { more } : {}), ...(parts.length > 0 ? { parts: Object.fromEntries(parts) } : {}) };
  };
}

/** Place where requests reach a pool: a port of a Service, or a path of a host. */
type PoolPlace = { port: string } | { host: string; path: string };

function words(owner: ObjectRef, place: PoolPlace | undefined, hostsOf: (owner: ObjectRef) => number): string {
  const spec = describeObject(owner);
  if (!place) return spec;
  if ("port" in place) return `${spec} port ${place.port}`;
  return `${spec}${hostsOf(owner) > 1 ? `, host ${place.host}` : ""}, path ${place.path || "/"}`;
}

function countHosts({ endpoints }: AviPlan): (owner: ObjectRef) => number {
  const counts = new Map<string, number>();
  for (const owner of endpoints.flatMap(({ host, owners }) => (host === undefined ? [] : owners)))
    counts.set(describeObject(owner), (counts.get(describeObject(owner)) ?? 0) + 1);
  return (owner) => counts.get(describeObject(owner)) ?? 0;
}

/** The members of a shared pool group are labelled `host/path`. */
function labelled(plan: AviPlan): [pool: string, place: PoolPlace][] {
  return ofKind(plan, SHARED_VS).flatMap(({ inputs }) =>
    records(inputs.poolGroup?.members).flatMap(({ pool_ref, priority_label: label }): [string, PoolPlace][] => {
      if (typeof label !== "string") return [];
      const slash = label.indexOf("/");
      return [[nameIn(pool_ref), { host: slash < 0 ? label : label.slice(0, slash), path: slash < 0 ? "" : label.slice(slash) }]];
    }),
  );
}

/** The rules of a child say which paths lead to which pool group. */
function ruled(plan: AviPlan): [pool: string, place: PoolPlace][] {
  const children = ofKind(plan, SNI_VS).map(({ inputs }) => ({ ...inputs, host: childHosts(inputs.virtualService)[0] }));
  const apart = ofKind(plan, DEDICATED_VS).map(({ inputs }) => ({ ...inputs, host: fqdnsOf(inputs.vsVip)[0] }));
  return [...children, ...apart].flatMap(({ poolGroups, policies, host }) => {
    const rules = policies.flatMap(({ http_request_policy: policy }) => records(isRecord(policy) ? policy.rules : undefined));
    return rules.flatMap((rule): [string, PoolPlace][] => {
      const { pool_group_ref, pool_ref } = isRecord(rule.switching_action) ? rule.switching_action : {};
      const action = nameIn(pool_group_ref);
      const group = poolGroups.find(({ name }) => name === action);
      const match = isRecord(rule.match) && isRecord(rule.match.path) ? rule.match.path.match_str : undefined;
      const path = Array.isArray(match) ? String(match[0] ?? "") : "";
      const pools = group ? memberPools(group) : pool_ref ? [nameIn(pool_ref)] : [];
      return pools.map((pool) => [pool, { host: host ?? "", path }]);
    });
  });
}

/** The rules of a Gateway say which requests of a host lead to which pool group, and its ports which connections. */
function ofGateways(plan: AviPlan): [pool: string, place: PoolPlace][] {
  return ofKind(plan, GATEWAY_VS).flatMap(({ inputs: { poolGroups, policy, connectionService } }) => {
    const poolsOf = (reference: unknown) => poolGroups.filter(({ name }) => name === nameIn(reference)).flatMap(memberPools);
    const rules = records(isRecord(policy?.http_request_policy) ? policy.http_request_policy.rules : undefined);
    const requests = rules
      .toSorted((a, b) => Number(a.index) - Number(b.index))
      .flatMap(({ match, switching_action: action }) => {
        const { path, host_hdr, vs_port: port } = isRecord(match) ? match : {};
        if (!isRecord(port)) return []; // the rule takes what no other does
        const [written = "/"] = isRecord(path) && Array.isArray(path.match_str) ? path.match_str.map(String) : [];
        const place = { host: hostIn(host_hdr), path: written };
        return poolsOf(isRecord(action) ? action.pool_group_ref : undefined).map((pool): [string, PoolPlace] => [pool, place]);
      });
    const connections = records(connectionService?.service_pool_select).flatMap((select) => {
      const port = `${String(select.service_port)}/${String(select.service_protocol).includes("UDP") ? "UDP" : "TCP"}`;
      return poolsOf(select.service_pool_group_ref).map((pool): [string, PoolPlace] => [pool, { port }]);
    });
    // a pool of several matches is known by the first
    return [...requests.reverse(), ...connections];
  });
}

/** The first value is the host alone; further ones have the port behind it. */
function hostIn(criterion: unknown): string {
  const { value, match_criteria } = isRecord(criterion) ? criterion : {};
  const [host = "*"] = Array.isArray(value) ? value.map(String) : [];
  return match_criteria === "HDR_ENDS_WITH" ? `*${host}` : host;
}

/** A listener picks the pool group of its port, or a rule the pool. */
function listening(plan: AviPlan): [pool: string, place: PoolPlace][] {
  const l4Vs = ofKind(plan, L4_VS);
  const picked = l4Vs.flatMap(({ inputs: { policySet } }) => {
    const policy = policySet?.l4_connection_policy;
    return records(isRecord(policy) ? policy.rules : undefined).flatMap(({ match, action }): [string, PoolPlace][] => {
      const { port, protocol } = isRecord(match) ? match : {};
      const { select_pool: select } = isRecord(action) ? action : {};
      if (!isRecord(port) || !isRecord(protocol) || !isRecord(select)) return [];
      const words = `${String(port.ports)}/${String(protocol.protocol).replace("PROTOCOL_", "")}`;
      return [[nameIn(select.pool_ref), { port: words }]];
    });
  });
  const selected = l4Vs.flatMap(({ inputs: { poolGroups, virtualService } }) =>
    records(virtualService.service_pool_select).flatMap(
      ({ service_port, service_protocol, service_pool_group_ref }): [string, PoolPlace][] => {
        const group = poolGroups.find(({ name }) => name === nameIn(service_pool_group_ref));
        const port = `${String(service_port)}/${String(service_protocol).includes("UDP") ? "UDP" : "TCP"}`;
        return group ? memberPools(group).map((pool) => [pool, { port }]) : [];
      },
    ),
  );
  return [...picked, ...selected];
}

/** The pools that a pool group names. */
function memberPools(group: AviBody): string[] {
  return records(group.members).map(({ pool_ref }) => nameIn(pool_ref));
}

/** The name in a reference. */
function nameIn(reference: unknown): string {
  return typeof reference === "string" ? decodeURIComponent(reference.slice(reference.indexOf("name=") + "name=".length)) : "";
}

function records(list: unknown): { [field: string]: unknown }[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
