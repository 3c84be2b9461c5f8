// Draws an Avi plan as a graph: hosts, virtual services, pools, servers.

import { DEDICATED_VS, GATEWAY_VS, L4_VS, type L4VSInputs, PASSTHROUGH_VS, POOL, SHARED_VS, SNI_VS } from "../../../resources/avi";
import { type AviBody, parseReference } from "../../../resources/avi/body";
import type { Json } from "../../../resources/kind";
import { Canvas, items, text } from "../../graph/canvas";
import type { FaultSources } from "../../graph/faults";
import { ofKind, type PlannedResource, resourceKey } from "../../plan";
import { compare, ownerNames } from "../../specs";
import { poolsIn, unbundled } from "./bundles";
import { drawGateway } from "./gateway/drawing";
import { type AviPlan, parentOf } from "./plan";

/** The frame of a listener, and the resources that make it. */
interface At {
  group: string;
  resources: readonly string[];
}

/** Hosts, virtual services, priority labels and policies, pools and servers of an Avi plan. */
export function drawAvi(plan: Omit<AviPlan, "facts">, sources: FaultSources): Canvas {
  const canvas = new Canvas("Topology on Avi");
  const makers = new Map(plan.resources.flatMap((one) => poolsIn(one).map(({ name }) => [name, resourceKey(one)] as const)));
  const planned = new Map(ofKind({ resources: unbundled(plan.resources) }, POOL).map((pool) => [pool.name, pool]));
  /** Pools by reference; the graph knows only those that somebody uses. */
  const draw = (group: string) => (member: Json) => {
    const name = nameIn(text(member, "pool_ref"));
    const { inputs, owners = [] } = planned.get(name) ?? {};
    const service = plan.shown.services[name];
    const all = items(inputs?.pool, "servers");
    const servers = all.map((server) => `${text(server, "ip", "addr")}:${text(server, "port")}`);
    const off = all.filter((server) => text(server, "enabled") === "false").length;
    const weight = text(member, "ratio");
    const algorithm = text(inputs?.pool, "lb_algorithm").replace("LB_ALGORITHM_", "").toLowerCase().replaceAll("_", " ");
    const details = [...(algorithm ? [algorithm] : []), ...(off > 0 ? [`${all.length - off} of ${all.length} servers ready`] : [])];
    const specs = [...new Set([...ownerNames(owners), ...(service ? [`Service/${service}`] : [])])];
    const pool = canvas.pool({ name, details, servers, specs, resources: [makers.get(name) ?? `${POOL.type} ${name}`] }, group);
    return { pool, ...(weight ? { weight: Number(weight) } : {}) };
  };
  for (const { name, inputs } of ofKind(plan, SHARED_VS)) {
    const group = groupOf(canvas, name, "shared virtual service", inputs.vsVip);
    const at = { group, resources: [`${SHARED_VS.type} ${name}`] };
    const labels = new Map<string, Json[]>();
    for (const member of items(inputs.poolGroup, "members")) {
      const label = text(member, "priority_label");
      labels.set(label, [...(labels.get(label) ?? []), member]);
    }
    for (const [label, members] of labels) {
      const slash = label.indexOf("/");
      const [host, path] = slash < 0 ? [label, ""] : [label.slice(0, slash), label.slice(slash)];
      const id = canvas.path(clearText(canvas, name, host, at), `${name}/${label}`, path, group);
      canvas.spread(id, members.map(draw(group)));
    }
    drawRedirects(canvas, name, inputs.redirectPolicy, at);
  }
  for (const { name, inputs } of ofKind(plan, SNI_VS)) {
    const parent = parentOf(inputs);
    const group = groupOf(canvas, parent, "shared virtual service");
    // the address of a child is that of its parent
    const at = { group, resources: [`${SNI_VS.type} ${name}`, `${SHARED_VS.type} ${parent}`] };
    const sni = items(inputs.virtualService, "vh_domain_name").map(String);
    const evh = items(inputs.virtualService, "vh_matches").map((match) => text(match, "host"));
    for (const host of sni) drawHost(canvas, host, name, "port 443, TLS", `SNI child ${name}`, inputs, at, draw);
    for (const host of evh) drawHost(canvas, host, name, "ports 80 and 443", `EVH child ${name}`, inputs, at, draw);
  }
  for (const { name, inputs } of ofKind(plan, DEDICATED_VS)) {
    const group = groupOf(canvas, name, "dedicated virtual service", inputs.vsVip);
    const at = { group, resources: [`${DEDICATED_VS.type} ${name}`] };
    const ports = items(inputs.virtualService, "services").map((service) => text(service, "port"));
    for (const entry of items(inputs.vsVip, "dns_info"))
      drawHost(canvas, text(entry, "fqdn"), name, `port ${ports.join(" and ")}`, "of its own", inputs, at, draw);
  }
  for (const { name, inputs } of ofKind(plan, PASSTHROUGH_VS)) {
    const group = groupOf(canvas, name, "passthrough virtual service", inputs.vsVip);
    const at = { group, resources: [`${PASSTHROUGH_VS.type} ${name}`] };
    // host and pool group have the same index (lower/passthrough.ts)
    for (const [i, entry] of items(inputs.vsVip, "dns_info").entries()) {
      const host = text(entry, "fqdn");
      const listener = canvas.listener(`${name}/${host.toLowerCase()}`, "port 443, passthrough", {
        details: ["TLS ends at the servers"],
        ...at,
      });
      canvas.edge(canvas.host(host, group), listener);
      canvas.spread(listener, items(inputs.poolGroups[i], "members").map(draw(group)));
    }
    drawRedirects(canvas, name, inputs.redirectPolicy, at);
  }
  for (const vs of ofKind(plan, L4_VS)) drawL4(canvas, vs, draw);
  for (const vs of ofKind(plan, GATEWAY_VS)) drawGateway(canvas, vs, groupOf(canvas, vs.name, "Gateway", vs.inputs.vsVip), draw);
  canvas.leftOut(plan.statuses, sources);
  return canvas;
}

/** The name in a reference: `/api/pool?name=X`. */
const nameIn = (reference: string) => parseReference(reference)?.name ?? "";

/** Draws the policies of a virtual service for one host. Those of `ako-1.2` are one per path, and name the host. */
function drawHost(
  canvas: Canvas,
  host: string,
  vs: string,
  title: string,
  detail: string,
  { policies, poolGroups }: { policies: AviBody[]; poolGroups: AviBody[] },
  at: At,
  draw: Draw,
): void {
  const { group } = at;
  const groups = new Map(poolGroups.map((body) => [body.name, body]));
  const listener = canvas.listener(`${vs}/${host.toLowerCase()}`, title, { details: [detail], ...at });
  canvas.edge(canvas.host(host, group), listener);
  for (const policy of policies) {
    const all = items(policy, "http_request_policy", "rules").filter((rule) => text(rule, "switching_action", "action") !== "");
    const named = all.filter((rule) => hostsOf(rule).includes(host));
    const ways = all.filter((rule) => hostsOf(rule).length === 0).map((rule) => [rule]);
    for (const rules of [...(named.length > 0 ? [named] : []), ...ways]) {
      const path = pathOf(rules);
      const id = canvas.path(listener, `${vs}/${host}${path} ${policy.name}`, path, group);
      const [first] = rules;
      const chosen = groups.get(nameIn(text(first, "switching_action", "pool_group_ref")));
      const straight = text(first, "switching_action", "pool_ref");
      canvas.spread(id, (straight ? [{ pool_ref: straight }] : items(chosen, "members")).map(draw(group)));
    }
    drawRedirects(canvas, vs, policy, at);
  }
}

/** With its address where the specs ask for one; most are given by the controller. */
function groupOf(canvas: Canvas, name: string, what: string, vsVip?: AviBody): string {
  const addresses = items(vsVip, "vip").flatMap((vip) => text(vip, "ip_address", "addr") || text(vip, "ip6_address", "addr") || []);
  return canvas.group(`virtualservice/${name}`, `${what} ${name}${addresses.length > 0 ? `, VIP ${addresses.join(", ")}` : ""}`);
}

function clearText(canvas: Canvas, vs: string, host: string, at: At): string {
  const listener = canvas.listener(`${vs}:80/${host.toLowerCase()}`, "port 80, clear text", at);
  canvas.edge(canvas.host(host, at.group), listener);
  return listener;
}

/** A path by segments is two rules: itself, and what begins with it and a slash. */
function pathOf(rules: readonly Json[]): string {
  const paths = rules.map((rule) => ({
    how: text(rule, "match", "path", "match_criteria"),
    path: items(rule, "match", "path", "match_str").join(" "),
  }));
  const [first] = paths;
  if (paths.length === 1 && first?.how === "EQUALS") return `${first.path} (exact)`;
  return first?.path ?? "";
}

const hostsOf = (rule: Json) => items(rule, "match", "host_hdr", "value").map(String);

function drawRedirects(canvas: Canvas, vs: string, policy: AviBody | undefined, at: At): void {
  for (const rule of items(policy, "http_request_policy", "rules")) {
    const status = Number(text(rule, "redirect_action", "status_code").split("_").at(-1));
    if (!status) continue; // the rule keeps a path that is served out of a redirect
    const [path] = items(rule, "match", "path", "match_str").map(String);
    for (const host of hostsOf(rule)) canvas.redirect(clearText(canvas, vs, host, at), status, path, at.group);
  }
}

/** A Service of type LoadBalancer: ports instead of hosts. */
function drawL4(canvas: Canvas, { name, inputs, owners }: PlannedResource<L4VSInputs>, draw: Draw): void {
  const group = groupOf(canvas, name, "virtual service", inputs.vsVip);
  const groups = new Map(inputs.poolGroups.map((body) => [body.name, body]));
  const ruled = items(inputs.policySet, "l4_connection_policy", "rules").map((rule) => ({
    protocol: text(rule, "match", "protocol", "protocol").replace("PROTOCOL_", ""),
    port: items(rule, "match", "port", "ports").join(", "),
    members: [{ pool_ref: text(rule, "action", "select_pool", "pool_ref") }],
  }));
  const ports = items(inputs.virtualService, "service_pool_select").map((select) => ({
    protocol: text(select, "service_protocol").includes("UDP") ? "UDP" : "TCP",
    port: text(select, "service_port"),
    members: items(groups.get(nameIn(text(select, "service_pool_group_ref"))), "members"),
  }));
  for (const { protocol, port, members } of [...ports, ...ruled].sort((a, b) => compare(a.protocol, b.protocol))) {
    const listener = canvas.listener(`${name}/${protocol}:${port}`, `port ${port}, ${protocol}`, {
      details: ownerNames(owners),
      group,
      specs: ownerNames(owners),
      resources: [`${L4_VS.type} ${name}`],
    });
    canvas.spread(listener, members.map(draw(group)));
  }
}

type Draw = (group: string) => (member: Json) => { pool: string; weight?: number };
