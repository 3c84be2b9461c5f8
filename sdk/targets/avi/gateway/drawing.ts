// Draws the rules of a Gateway from its Avi objects.

import { groupsByName } from "../../../../requests/avi";
import { GATEWAY_VS, type GatewayVSInputs } from "../../../../resources/avi";
import type { AviBody } from "../../../../resources/avi/body";
import { parseReference } from "../../../../resources/avi/body";
import type { Json } from "../../../../resources/kind";
import { type Canvas, items, text } from "../../../graph/canvas";
import type { PlannedResource } from "../../../plan";

/** Draws the pool of a member of a pool group. */
type Draw = (group: string) => (member: Json) => { pool: string; weight?: number };

/** Draws a Gateway: hosts and ports, rules by rank, and the servers behind them. */
export function drawGateway(canvas: Canvas, { name, inputs }: PlannedResource<GatewayVSInputs>, group: string, draw: Draw): void {
  const at = { group, resources: [`${GATEWAY_VS.type} ${name}`] };
  const groups = new Map(inputs.poolGroups.map((body) => [body.name, body]));
  const members = (poolGroup: string) => items(groups.get(poolGroup), "members").map(draw(group));
  const listen = (host: string, identity: string, title: string) => {
    const listener = canvas.listener(`${name}/${identity}`, title, at);
    if (host) canvas.edge(canvas.host(host, group), listener);
    return listener;
  };
  for (const { ports, host, label, rule } of gatewayRulesIn(inputs.policy)) {
    const title = `port ${ports.join(" and ")}`;
    const listener = listen(host, `${ports.join(",")}/${host}`, title);
    const path = canvas.path(listener, `${name}/${text(rule, "name")}`, label, group);
    const switched = text(rule, "switching_action", "pool_group_ref");
    if (switched) canvas.spread(path, members(nameIn(switched)));
    const answer = answerIn(rule);
    if (answer) canvas.edge(path, canvas.node({ id: `redirect/${path}`, kind: "redirect", label: answer, group }));
  }
  for (const select of items(inputs.connectionService, "service_pool_select")) {
    const protocol = text(select, "service_protocol").includes("UDP") ? "UDP" : "TCP";
    const port = text(select, "service_port");
    canvas.spread(listen("", `${protocol}:${port}`, `port ${port}, ${protocol}`), members(nameIn(text(select, "service_pool_group_ref"))));
  }
  for (const service of items(inputs.passthroughService, "services")) {
    const port = text(service, "port");
    for (const [name, poolGroup] of groupsByName(inputs.dataScriptSet ?? {}, Number(port))) {
      const host = name.replace(/^\*\*/, "*");
      if (poolGroup) canvas.spread(listen(host || "*", `${port}/tls/${host}`, `port ${port}, passthrough`), members(poolGroup));
    }
  }
}

/** A rule of a policy set, in the words of people. */
export interface ShownRule {
  ports: string[];
  /** `*` for every host. */
  host: string;
  /** The path and other conditions. */
  label: string;
  path: string;
  rule: Json;
}

/** The rules for requests by rank, without the one that takes the rest. The two forms of a prefix are one. */
export function gatewayRulesIn(policy: AviBody | undefined): ShownRule[] {
  const rules = items(policy, "http_request_policy", "rules").toSorted((a, b) => Number(text(a, "index")) - Number(text(b, "index")));
  /** The second form of a prefix has the same place and a slash more. */
  const isBelow = (rule: Json | undefined, before: Json | undefined) =>
    rule !== undefined &&
    before !== undefined &&
    text(before, "match", "path", "match_criteria") === "EQUALS" &&
    pathIn(rule) === `${pathIn(before)}/` &&
    hostOf(rule) === hostOf(before);
  return rules.flatMap((rule, i): ShownRule[] => {
    const ports = items(rule, "match", "vs_port", "ports").map(String);
    if (ports.length === 0 || isBelow(rule, rules[i - 1])) return [];
    const path = pathIn(rule);
    const how = isBelow(rules[i + 1], rule) ? "" : text(rule, "match", "path", "match_criteria");
    const kind = how === "EQUALS" ? " (exact)" : how === "REGEX_MATCH" ? " (regular expression)" : "";
    const more = [
      ...items(rule, "match", "method", "methods").map((method) => String(method).replace("HTTP_METHOD_", "")),
      ...items(rule, "match", "hdrs").flatMap((header) =>
        text(header, "match_criteria") === "HDR_EQUALS" ? [`${text(header, "hdr")}: ${items(header, "value").join(", ")}`] : [],
      ),
      ...items(rule, "match", "query", "match_str").map((query) => `query ${String(query)}`),
    ];
    return [{ ports, host: hostOf(rule) || "*", path, label: [`${path}${kind}`, ...more].join(", "), rule }];
  });
}

function pathIn(rule: Json): string {
  const [path = "/"] = items(rule, "match", "path", "match_str").map(String);
  return path;
}

/** The first value is the host alone; further ones have the port behind it. */
function hostOf(rule: Json): string {
  const [value = ""] = items(rule, "match", "host_hdr", "value").map(String);
  return value && text(rule, "match", "host_hdr", "match_criteria") === "HDR_ENDS_WITH" ? `*${value}` : value;
}

function answerIn(rule: Json): string | undefined {
  const redirect = text(rule, "redirect_action", "status_code").split("_").at(-1);
  if (redirect) return `redirect to ${text(rule, "redirect_action", "protocol").toLowerCase()} (${redirect})`;
  const status = text(rule, "switching_action", "other_status_code") || text(rule, "switching_action", "status_code").split("_").at(-1);
  return status ? `answer ${status}` : undefined;
}

const nameIn = (reference: string) => parseReference(reference)?.name ?? "";
