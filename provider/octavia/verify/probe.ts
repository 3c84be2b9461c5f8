// Part of `k8s-lb verify`: creates the load balancer to which test requests are sent.

import { servedByOctavia } from "../../../requests/octavia/rules";
import type { LoadBalancerBody } from "../../../resources/octavia/types";
import type { JsonObject } from "../../lifecycle/bodies/json";
import { Inconclusive } from "../../verify/check";
import type { EchoServers, Probe, ProbeRequest } from "../../verify/verification";
import { LBAAS } from "../client";
import { liveBody } from "../live";
import { textIn } from "../tree/compare";
import { apiObject } from "../tree/read-tree";
import type { OctaviaVerifySession } from "./session";

const DOMAIN = "verify.example";

/** Requests that are sent to see shares of one and three quarters. */
const SHARED_TIMES = 120;

const urlOf = (label: string, path: string): string => `http://${label}.${DOMAIN}${path}`;
const host = (label: string): JsonObject => ({ type: "HOST_NAME", compare_type: "EQUAL_TO", value: `${label}.${DOMAIN}` });
const path = (compare_type: string, value: string): JsonObject => ({ type: "PATH", compare_type, value });

const CASES: ProbeRequest[] = [
  { id: "octavia/redirect-before-pool", request: { url: urlOf("order", "/") } },
  { id: "octavia/by-position", request: { url: urlOf("deep", "/deep/a") } },
  { id: "octavia/by-position", request: { url: urlOf("deep", "/") } },
  { id: "octavia/paths", request: { url: urlOf("deep", "/deeper") } },
  { id: "octavia/paths", request: { url: urlOf("exact", "/exact") } },
  { id: "octavia/paths", request: { url: urlOf("exact", "/exact/a") } },
  { id: "octavia/paths", request: { url: urlOf("exact", "/EXACT") } },
  { id: "octavia/host-expressions", request: { url: urlOf("any.wild", "/") } },
  { id: "octavia/host-expressions", request: { url: urlOf("two.any.wild", "/") } },
  { id: "octavia/weights", request: { url: urlOf("weights", "/") }, times: SHARED_TIMES },
  { id: "octavia/no-member", request: { url: urlOf("empty", "/") } },
  { id: "octavia/no-rule", request: { url: urlOf("nobody", "/") } },
  { id: "octavia/redirect-prefix", request: { url: urlOf("prefix", "/a/b?c=d") } },
  { id: "octavia/redirect-prefix", request: { url: urlOf("order", "/a?c=d") } },
];

/** IDs of the assumptions that requests are sent for. */
export const PROBED: readonly string[] = [...new Set(CASES.map(({ id }) => id))];

/** Creates a load balancer with one listener of HTTP, and reads how it answers. */
export async function probe(session: OctaviaVerifySession, servers: EchoServers): Promise<Probe> {
  const made = await session.make("trial", {});
  const id = textIn(made.id);
  const [firstMember, secondMember] = servers.map((text) => memberOf(session, text));
  const pool = async (word: string, members: readonly (JsonObject | undefined)[]): Promise<string> => {
    const common = { name: session.name(word), protocol: "HTTP", lb_algorithm: "ROUND_ROBIN", loadbalancer_id: id };
    const poolId = textIn((await session.done(id, "POST", "/pools", { pool: common })).id);
    const list = members.filter((member) => member !== undefined);
    if (list.length > 0) await session.done(id, "PUT", `/pools/${poolId}/members`, { members: list });
    return poolId;
  };
  const pools = {
    one: await pool("one", [firstMember]),
    two: await pool("two", [secondMember]),
    weights: await pool("weights", [firstMember && { ...firstMember, weight: 1 }, secondMember && { ...secondMember, weight: 3 }]),
    empty: await pool("empty", []),
  };
  const listener = { name: session.name("trial"), protocol: "HTTP", protocol_port: 80, loadbalancer_id: id };
  const listener_id = textIn((await session.done(id, "POST", "/listeners", { listener })).id);
  for (const [index, { rules, ...policy }] of policiesTo(pools).entries()) {
    const l7policy = { name: session.name(`policy-${index}`), listener_id, position: index + 1, ...policy };
    const policyId = textIn((await session.done(id, "POST", "/l7policies", { l7policy })).id);
    for (const rule of rules) await session.done(id, "POST", `/l7policies/${policyId}/rules`, { rule });
  }
  const live = await session.stack.octavia.object(`${LBAAS}/loadbalancers/${id}`, "loadbalancer");
  if (!live) throw new Inconclusive("the load balancer is gone");
  const body = { ...(await liveBody(session.stack.octavia, apiObject(live))), name: session.name("trial") };
  return {
    address: textIn(live.vip_address),
    rules: { addresses: [servedByOctavia(body as unknown as LoadBalancerBody)] },
    cases: CASES,
    inconclusive: [],
  };
}

type Pools = { readonly [P in "one" | "two" | "weights" | "empty"]: string };

function policiesTo(pools: Pools): (JsonObject & { rules: JsonObject[] })[] {
  const to = (pool: string, ...rules: JsonObject[]) => ({ action: "REDIRECT_TO_POOL", redirect_pool_id: pool, rules });
  const wild = { type: "HOST_NAME", compare_type: "REGEX", value: `^[^.]+\\.wild\\.verify\\.example$` };
  return [
    to(pools.one, host("order")),
    { action: "REDIRECT_TO_URL", redirect_url: "https://moved.verify.example/new", rules: [host("order")] },
    to(pools.two, host("deep"), path("STARTS_WITH", "/deep")),
    to(pools.one, host("deep")),
    to(pools.one, host("exact"), path("EQUAL_TO", "/exact")),
    to(pools.two, host("exact")),
    to(pools.two, wild),
    to(pools.weights, host("weights")),
    to(pools.empty, host("empty")),
    { action: "REDIRECT_PREFIX", redirect_prefix: "https://prefix.verify.example", rules: [host("prefix")] },
  ];
}

function memberOf({ settings }: OctaviaVerifySession, text: string): JsonObject {
  const [, address = "", port = "80"] = /^\[?([^\]]+)\]?:(\d+)$/.exec(text) ?? [];
  return { address, protocol_port: Number(port), ...(settings.memberSubnet ? { subnet_id: settings.memberSubnet } : {}) };
}
