import type { SecurityGroupBody } from "../../../kinds/octavia/inputs";
import { failure } from "../../lifecycle/errors";
import type { JsonObject } from "../../lifecycle/json";
import { failedBecause, type RestClient } from "../client";
import { canonicalNetwork, objects, texts } from "../tree/keys";
import { deleteNetworkObject, NETWORK, networkObject } from "./ports";

const GROUPS = "security-groups";
const RULES = "security-group-rules";

type Rule = SecurityGroupBody["rules"][number];

/** Makes the group with its rules, or brings the one we made to them; its id. */
export async function ensureSecurityGroup(network: RestClient, wish: SecurityGroupBody, owner: string, known?: string): Promise<string> {
  const held = (known && (await networkObject(network, GROUPS, "security_group", known))) || (await find(network, wish.name, owner));
  const description = describe(wish, owner);
  const group = held ?? (await make(network, wish.name, description));
  const id = String(group.id);
  if (group.name !== wish.name || group.description !== description) {
    await network.put(`${NETWORK}/${GROUPS}/${id}`, { security_group: { name: wish.name, description } });
  }
  const ingress = objects(group.security_group_rules).filter((rule) => rule.direction === "ingress");
  await matchRules(network, id, ingress, wish.rules);
  return id;
}

/** How Octavia calls the group that it puts on every VIP port; it lets everybody in, and of two groups the wider counts. */
const OCTAVIAS_OWN = /^lb-[0-9a-f-]{36}$/;

/**
 * Puts a group on the VIP port, for servers that cannot be told by `vip_sg_ids`. Octavia's own group is taken off; others stay,
 * as far as we may see them: Neutron takes no list with a group that is hidden from the caller.
 */
export async function putOnPort(network: RestClient, port: string, id: string): Promise<void> {
  const live = await networkObject(network, "ports", "port", port);
  if (!live)
    throw failure("LB2033", { object: `security group ${id}`, message: `the VIP port ${port} is not known to the network service` });
  const groups = texts(live.security_groups);
  const others = await Promise.all(groups.filter((one) => one !== id).map((one) => networkObject(network, GROUPS, "security_group", one)));
  const kept = others.flatMap((one) => (one && !OCTAVIAS_OWN.test(String(one.name)) ? [String(one.id)] : []));
  const next = [...kept, id];
  if (groups.length === next.length && groups.includes(id)) return;
  await network.put(`${NETWORK}/ports/${port}`, { port: { security_groups: next } });
}

/** What the group holds, in the form it is declared in; undefined when it is gone. */
export async function readSecurityGroup(network: RestClient, id: string, owner: string): Promise<SecurityGroupBody | undefined> {
  const held = await networkObject(network, GROUPS, "security_group", id);
  if (!held) return undefined;
  const rules = objects(held.security_group_rules).filter((rule) => rule.direction === "ingress");
  const description = String(held.description ?? "")
    .replace(`[${owner}]`, "")
    .trim();
  return { name: String(held.name), ...(description ? { description } : {}), rules: rules.map(ruleOf) };
}

/** Takes the group off the VIP port, where that still exists, and deletes it. */
export async function removeSecurityGroup(network: RestClient, id: string, port: string | undefined): Promise<void> {
  const live = port ? await networkObject(network, "ports", "port", port) : undefined;
  if (live && texts(live.security_groups).includes(id)) {
    const rest = texts(live.security_groups).filter((one) => one !== id);
    await network.put(`${NETWORK}/ports/${port}`, { port: { security_groups: rest } });
  }
  await deleteNetworkObject(network, GROUPS, id);
}

/** What tells one rule from another. */
export function securityRuleKey(rule: Rule): string {
  return [rule.ethertype, rule.protocol.toLowerCase(), rule.port, canonicalNetwork(rule.remote_ip_prefix)].join(" ");
}

async function find(network: RestClient, name: string, owner: string): Promise<JsonObject | undefined> {
  const found = await network.list(`${NETWORK}/${GROUPS}`, "security_groups", { name });
  // Names are not unique: one of somebody else's is not in our way.
  return found.find((group) => String(group.description ?? "").includes(`[${owner}]`));
}

async function make(network: RestClient, name: string, description: string): Promise<JsonObject> {
  const made = await network.about(`security group ${name}`).post(`${NETWORK}/${GROUPS}`, { security_group: { name, description } });
  return made.security_group as JsonObject;
}

async function matchRules(network: RestClient, id: string, held: JsonObject[], wanted: Rule[]): Promise<void> {
  const there = new Map(held.map((rule) => [securityRuleKey(ruleOf(rule)), rule]));
  const next = new Set(wanted.map(securityRuleKey));
  for (const rule of wanted) {
    if (there.has(securityRuleKey(rule))) continue;
    const { port, direction, ethertype, protocol, remote_ip_prefix } = rule;
    const body = {
      security_group_id: id,
      direction,
      ethertype,
      protocol: protocol.toLowerCase(),
      remote_ip_prefix,
      port_range_min: port,
      port_range_max: port,
    };
    try {
      await network.post(`${NETWORK}/${RULES}`, { security_group_rule: body });
    } catch (error) {
      if (!failedBecause(error, "duplicate")) throw error;
    }
  }
  for (const [key, rule] of there) if (!next.has(key)) await deleteNetworkObject(network, RULES, String(rule.id));
}

function ruleOf(raw: JsonObject): Rule {
  return {
    direction: "ingress",
    ethertype: raw.ethertype === "IPv6" ? "IPv6" : "IPv4",
    protocol: String(raw.protocol ?? ""),
    port: Number(raw.port_range_min ?? 0),
    remote_ip_prefix: String(raw.remote_ip_prefix ?? (raw.ethertype === "IPv6" ? "::/0" : "0.0.0.0/0")),
  };
}

function describe(wish: SecurityGroupBody, owner: string): string {
  return [wish.description, `[${owner}]`].filter(Boolean).join(" ");
}
