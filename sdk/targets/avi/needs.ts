// Lists what a plan needs on the controller, for the checks of a preview.

import { GATEWAY_VS, type GatewayVSInputs, SNI_VS } from "../../../resources/avi";
import type { AviBody } from "../../../resources/avi/body";
import type { Needs } from "../../../resources/inventory";
import { ofKind } from "../../plan";
import { isRecord, UNKNOWN_TEXT } from "../../specs";
import type { AviObjects } from "./objects";
import { type AviPlan, parentOf } from "./plan";
import { referencesIn } from "./references";

type Largest = NonNullable<Needs["largest"]>;

/**
 * Needs of a plan on the controller: objects, by the names that its system limits have for them, and objects that others must have made.
 */
export function aviNeeds(plan: Pick<AviPlan, "resources">, { objects, owners }: AviObjects): Needs {
  const all = Object.entries(objects).flatMap(([type, bodies = []]) => bodies.map((body) => ({ name: `${type}/${body.name}`, body })));
  // our static routes are in an object of others
  const planned = new Set(all.map(({ name }) => name).filter((name) => !name.startsWith("vrfcontext/")));
  const references = new Map<string, string>();
  const note = (reference: string, owner: string) => {
    if (!planned.has(reference) && !references.has(reference)) references.set(reference, owner);
  };
  for (const { name, body } of all) {
    const owner = owners[name]?.[0] ?? name;
    if (name.startsWith("vrfcontext/")) note(name, owner);
    for (const reference of knownReferences(body)) note(reference, owner);
  }
  return {
    counts: { virtualservice: objects.virtualservice?.length ?? 0, server: sum((objects.pool ?? []).map(sizeOf("servers"))) },
    largest: largestOf(plan, objects),
    references: Object.fromEntries([...references].sort(([a], [b]) => (a < b ? -1 : 1))),
    addresses: addressesOf(objects.vsvip ?? []),
  };
}

function largestOf(plan: Pick<AviPlan, "resources">, objects: AviObjects["objects"]): Largest {
  const children = new Map<string, number>();
  for (const { inputs } of ofKind(plan, SNI_VS)) children.set(parentOf(inputs), (children.get(parentOf(inputs)) ?? 0) + 1);
  const largest: [string, { count: number; of: string }[]][] = [
    ["servers_per_pool", sizes(objects.pool, "servers")],
    ["pools_per_poolgroup", sizes(objects.poolgroup, "members")],
    ["routes_per_vrfcontext", sizes(objects.vrfcontext, "static_routes")],
    ["sni_children_per_parent", [...children].map(([of, count]) => ({ count, of }))],
    ...ofGateways(plan),
  ];
  const tops = largest.map(
    ([limit, all]) => [limit, all.reduce((top, one) => (one.count > top.count ? one : top), { count: 0, of: "" })] as const,
  );
  return Object.fromEntries(tops.filter(([, { count }]) => count > 0));
}

/** A Gateway has all of its rules in one policy, and all of its listeners for requests on one virtual service. */
function ofGateways(plan: Pick<AviPlan, "resources">): [string, { count: number; of: string }[]][] {
  const gateways = ofKind(plan, GATEWAY_VS);
  const each = (count: (inputs: GatewayVSInputs) => number) => gateways.map(({ name, inputs }) => ({ count: count(inputs), of: name }));
  const selected = (policy: unknown) => new Set(referencesIn(policy).filter((reference) => reference.startsWith("poolgroup/")));
  return [
    ["rules_per_httppolicy", each(({ policy }) => (isRecord(policy?.http_request_policy) ? sizeIn(policy.http_request_policy.rules) : 0))],
    ["poolgroups_per_virtualservice", each(({ policy }) => selected(policy).size)],
    ["certificates_per_virtualservice", each(({ virtualService }) => sizeIn(virtualService?.ssl_key_and_certificate_refs))],
  ];
}

const sizeIn = (list: unknown) => (Array.isArray(list) ? list.length : 0);

const sizeOf = (field: string) => (body: AviBody) => sizeIn(body[field]);

const sizes = (bodies: readonly AviBody[] = [], field: string) => bodies.map((body) => ({ count: sizeOf(field)(body), of: body.name }));

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

/** References of a body whose names preview knows. */
const knownReferences = (body: unknown) => referencesIn(body).filter((reference) => !reference.includes(UNKNOWN_TEXT));

/** VIPs whose address the controller chooses, by the network it must take it from; `*` where it chooses that too. */
function addressesOf(vsVips: readonly AviBody[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const vip of vsVips.flatMap(({ vip: vips }) => (Array.isArray(vips) ? vips : []))) {
    if (!isRecord(vip) || vip.auto_allocate_ip !== true || vip.ip_address !== undefined) continue;
    const placed = isRecord(vip.ipam_network_subnet) ? vip.ipam_network_subnet.network_ref : undefined;
    const [network = "network/*"] = typeof placed === "string" ? knownReferences(placed) : [];
    counts[network] = (counts[network] ?? 0) + 1;
  }
  return counts;
}
