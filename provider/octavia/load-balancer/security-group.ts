// The security group of a load balancer in Neutron.

import type { Json } from "../../../resources/kind";
import { markedDescription } from "../../../resources/octavia/load-balancer";
import type { SecurityGroupBody } from "../../../resources/octavia/types";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { failure } from "../../lifecycle/messages/errors";
import { isOfAnotherRun, nonceToWrite, type Ownership } from "../../lifecycle/ownership";
import { failedBecause } from "../client/errors";
import type { OpenStackRestClient } from "../client/rest";
import { canonicalNetwork, objects, textIn, texts } from "../tree/compare";
import { isMarked, nonceIn, nonceTag, withoutMark } from "../tree/marks";

/** Root of Neutron's API below the endpoint. */
export const NETWORK = "/v2.0";

const GROUPS = "security-groups";
const RULES = "security-group-rules";

type SecurityGroupRule = SecurityGroupBody["rules"][number];

/** An object of Neutron; undefined when it is gone. */
export function networkObject(network: OpenStackRestClient, type: string, key: string, id: string): Promise<JsonObject | undefined> {
  return network.object(`${NETWORK}/${type}/${id}`, key);
}

/** Makes the group with its rules, or brings the one we made to them; its id. */
export async function ensureSecurityGroup(
  network: OpenStackRestClient,
  declared: SecurityGroupBody,
  ownership: Ownership,
  groupId?: string,
): Promise<string> {
  const live =
    (groupId && (await networkObject(network, GROUPS, "security_group", groupId))) || (await find(network, declared.name, ownership));
  const description = descriptionOf(declared, ownership, live || undefined, groupId);
  const group = live || (await make(network, declared.name, description));
  const id = textIn(group.id);
  if (group.name !== declared.name || group.description !== description) {
    await network.put(`${NETWORK}/${GROUPS}/${id}`, { security_group: { name: declared.name, description } });
  }
  await matchRules(network, id, ingressOf(group), declared.rules);
  return id;
}

/** Description with our mark and a nonce: the nonce of the group, or ours on a new group and on one that is taken over. */
function descriptionOf(
  { description, name }: SecurityGroupBody,
  ownership: Ownership,
  live: JsonObject | undefined,
  groupId?: string,
): string {
  const { owner, nonce: newNonce } = ownership;
  const marks = live && isMarked(live, owner) ? [owner] : [];
  const object = live && { object: name, id: textIn(live.id), marks, nonce: nonceIn(live), known: live.id === groupId };
  const nonce = object ? (nonceToWrite(object, ownership) ?? object.nonce) : newNonce;
  return markedDescription(description, owner, ...(nonce ? [nonceTag(nonce)] : []));
}

/** Name that Octavia gives the group that it puts on every VIP port; this group lets everybody in, and of two groups the wider counts. */
const OCTAVIAS_OWN = /^lb-[0-9a-f-]{36}$/;

/**
 * Puts a group on the VIP port, for load balancers that cannot take it in `vip_sg_ids`. Octavia's own group is taken off; others stay,
 * as far as we may see them: Neutron takes no list with a group that is hidden from the caller.
 */
export async function putOnPort(network: OpenStackRestClient, port: string, id: string): Promise<void> {
  const live = await networkObject(network, "ports", "port", port);
  if (!live) {
    const message = `the VIP port ${port} is not known to the network service`;
    throw failure("LB2033", { object: `security group ${id}`, message });
  }
  const groups = texts(live.security_groups);
  const others = await Promise.all(
    groups.filter((group) => group !== id).map((group) => networkObject(network, GROUPS, "security_group", group)),
  );
  const kept = others.flatMap((one) => (one && !OCTAVIAS_OWN.test(textIn(one.name)) ? [textIn(one.id)] : []));
  const next = [...kept, id];
  if (groups.length === next.length && groups.includes(id)) return;
  await network.put(`${NETWORK}/ports/${port}`, { port: { security_groups: next } });
}

/** Security group in the form it is declared in, and whether it has our mark. */
export interface ExistingSecurityGroup {
  body: SecurityGroupBody;
  marked: boolean;
}

/** Security group as the server holds it; undefined if it is gone. */
export async function readSecurityGroup(
  network: OpenStackRestClient,
  id: string,
  owner: string,
): Promise<ExistingSecurityGroup | undefined> {
  const live = await networkObject(network, GROUPS, "security_group", id);
  if (!live) return undefined;
  const description = withoutMark(live.description, owner);
  const body = { name: textIn(live.name), ...(description ? { description } : {}), rules: ingressOf(live).map(ruleOf) };
  return { body, marked: textIn(live.description).includes(`[${owner}]`) };
}

/** Takes the group off the VIP port, where that still exists, and deletes it. */
export async function removeSecurityGroup(network: OpenStackRestClient, id: string, port: string | undefined): Promise<void> {
  const live = port ? await networkObject(network, "ports", "port", port) : undefined;
  const groups = texts(live?.security_groups);
  if (groups.includes(id)) {
    await network.put(`${NETWORK}/ports/${port}`, { port: { security_groups: groups.filter((group) => group !== id) } });
  }
  await network.delete(`${NETWORK}/${GROUPS}/${id}`);
}

/** True when two groups mean the same: rules have no order. */
export function sameSecurityGroup(group: SecurityGroupBody | undefined, other: SecurityGroupBody | undefined): boolean {
  return meaningOf(group) === meaningOf(other);
}

function meaningOf(group: SecurityGroupBody | undefined): string {
  return group ? JSON.stringify([group.name, group.description ?? "", [...new Set(group.rules.map(ruleKey))].sort()]) : "";
}

/** Values of the server, in the program's own words if they mean the same. */
export function overlaidSecurityGroup(declared: SecurityGroupBody, live: SecurityGroupBody): Json {
  const liveRules = new Set(live.rules.map(ruleKey));
  const kept = declared.rules.filter((rule) => liveRules.has(ruleKey(rule)));
  const keptKeys = new Set(kept.map(ruleKey));
  const extra = live.rules.filter((rule) => !keptKeys.has(ruleKey(rule)));
  const description = (live.description ?? "") === (declared.description ?? "") ? declared.description : live.description;
  return { name: live.name, ...(typeof description === "string" ? { description } : {}), rules: [...kept, ...extra] };
}

/** `tcp 443 from 10.0.0.0/8`, for rules that only one of two groups has. */
export function rulesOnlyIn(group: SecurityGroupBody, other: SecurityGroupBody): string[] {
  const otherKeys = new Set(other.rules.map(ruleKey));
  return group.rules
    .filter((rule) => !otherKeys.has(ruleKey(rule)))
    .map(({ protocol, port, remote_ip_prefix }) =>
      [protocol, port || "", "from", remote_ip_prefix].filter((word) => word !== "").join(" "),
    );
}

/** Key that identifies a rule. */
function ruleKey(rule: SecurityGroupRule): string {
  return [rule.ethertype, rule.protocol.toLowerCase(), rule.port, canonicalNetwork(rule.remote_ip_prefix)].join(" ");
}

async function find(network: OpenStackRestClient, name: string, ownership: Ownership): Promise<JsonObject | undefined> {
  const groups = await network.list(`${NETWORK}/${GROUPS}`, "security_groups", { name });
  // Names are not unique: one of somebody else's is not in our way.
  const theirs = (group: JsonObject) => !ownership.adopt && isOfAnotherRun({ nonce: nonceIn(group), known: false }, ownership);
  return groups.find((group) => textIn(group.description).includes(`[${ownership.owner}]`) && !theirs(group));
}

async function make(network: OpenStackRestClient, name: string, description: string): Promise<JsonObject> {
  const made = await network.about(`security group ${name}`).post(`${NETWORK}/${GROUPS}`, { security_group: { name, description } });
  return isObject(made.security_group) ? made.security_group : {};
}

async function matchRules(network: OpenStackRestClient, id: string, liveRules: JsonObject[], desired: SecurityGroupRule[]): Promise<void> {
  const observed = new Map(liveRules.map((rule) => [ruleKey(ruleOf(rule)), rule]));
  const next = new Set(desired.map(ruleKey));
  for (const rule of desired) {
    if (observed.has(ruleKey(rule))) continue;
    const { port, protocol, ...rest } = rule;
    const ports = { port_range_min: port, port_range_max: port };
    const security_group_rule = { security_group_id: id, ...rest, protocol: protocol.toLowerCase(), ...ports };
    try {
      await network.post(`${NETWORK}/${RULES}`, { security_group_rule });
    } catch (error) {
      // Only the group's own rules show that the rule is there.
      if (!failedBecause(error, "duplicate") || !(await hasRule(network, id, rule))) throw error;
    }
  }
  for (const [key, rule] of observed) if (!next.has(key)) await network.delete(`${NETWORK}/${RULES}/${textIn(rule.id)}`);
}

async function hasRule(network: OpenStackRestClient, id: string, desired: SecurityGroupRule): Promise<boolean> {
  const group = await networkObject(network, GROUPS, "security_group", id);
  return ingressOf(group ?? {}).some((rule) => ruleKey(ruleOf(rule)) === ruleKey(desired));
}

function ingressOf(group: JsonObject): JsonObject[] {
  return objects(group.security_group_rules).filter((rule) => rule.direction === "ingress");
}

function ruleOf(raw: JsonObject): SecurityGroupRule {
  const ethertype = raw.ethertype === "IPv6" ? "IPv6" : "IPv4";
  return {
    direction: "ingress",
    ethertype,
    protocol: textIn(raw.protocol ?? ""),
    port: Number(raw.port_range_min ?? 0),
    remote_ip_prefix: textIn(raw.remote_ip_prefix) || (ethertype === "IPv6" ? "::/0" : "0.0.0.0/0"),
  };
}
