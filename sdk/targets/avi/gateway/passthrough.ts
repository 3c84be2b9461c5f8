// Lowers TLS passthrough ports of a Gateway: a script selects the pool group by server name.

import type { AviBody } from "../../../../resources/avi/body";
import { withoutScheme } from "../../../../resources/route-key";
import { type ConnectionPort, type GatewayModel, gatewayConnectionKey } from "../../../routing";
import type { AviLowering } from "../lower/context";
import { useVsVip } from "../lower/network";
import { refTo } from "../names";
import { type LoweredConnections, portNames } from "./connections";
import type { GatewayNames } from "./names";
import { lowerRuleBackends } from "./pools";

/** Virtual service of layer 4 whose script selects the pool group by the name in the handshake. */
export interface LoweredPassthroughPorts extends LoweredConnections {
  dataScriptSet: AviBody;
}

/** One virtual service for the TLS ports of a Gateway whose TLS ends at the servers. */
export function lowerPassthroughPorts(
  cx: AviLowering,
  names: GatewayNames,
  vsVip: string,
  gateway: Pick<GatewayModel, "owner">,
  ports: readonly ConnectionPort[],
): LoweredPassthroughPorts | undefined {
  if (ports.length === 0) return undefined;
  const open = ports.map((port) => ({
    ...port,
    lowered: new Map(
      port.routes.map((route) => [
        route,
        lowerRuleBackends(cx, portNames(names, port), route, [withoutScheme(gatewayConnectionKey(gateway, port, route))], false),
      ]),
    ),
  }));
  const poolGroups = open.flatMap(({ lowered }) => [...lowered.values()].flatMap(({ group }) => (group ? [group] : [])));
  const name = cx.name(names.passthrough, gateway.owner.ref);
  const script = namesScript(
    open.map(({ port, names: serverNames = [], lowered }) => ({
      port,
      names: serverNames.map(({ host, route }) => ({ host, group: route && lowered.get(route)?.group?.name })),
    })),
  );
  const dataScriptSet = cx.body("vsdatascriptset", name, {
    datascript: [{ evt: "VS_DATASCRIPT_EVT_L4_REQUEST", script }],
    pool_group_refs: poolGroups.map((group) => refTo.poolGroup(group.name)),
    protocol_parser_refs: [refTo.protocolParser("Default-TLS")],
  });
  const virtualService = cx.body("virtualservice", name, {
    tenant_ref: refTo.tenant(cx.settings.tenant),
    application_profile_ref: refTo.applicationProfile("System-L4-Application"),
    network_profile_ref: refTo.networkProfile("System-TCP-Proxy"),
    services: open.map(({ port }) => ({ port, enable_ssl: false })),
    ...useVsVip(cx, vsVip),
    vs_datascripts: [{ index: 0, vs_datascript_set_ref: refTo.dataScriptSet(name) }],
  });
  const pools = open.flatMap(({ lowered }) => [...lowered.values()].flatMap((own) => own.pools));
  return { virtualService, dataScriptSet, poolGroups, pools };
}

/** Port of a script: the first matching host takes the connection; a host without a pool group closes it. */
interface ScriptedPort {
  port: number;
  names: { host: string; group?: string | undefined }[];
}

/**
 * Reads the server name from the TLS client hello and picks the pool group of the first route that has it. A host `*.domain` has any number
 * of labels in front; an empty one takes connections without a name too.
 */
export function namesScript(ports: readonly ScriptedPort[]): string {
  const [first] = ports;
  const alone = ports.length === 1 && first;
  return [
    'local tls = require("Default-TLS")',
    "local ports = {",
    ...ports.flatMap(({ port, names }) => [
      `  ["${port}"] = {`,
      ...names.map(({ host, group }) => `    {${quoted(host.toLowerCase())}, ${quoted(group ?? "")}},`),
      "  },",
    ]),
    "}",
    "local held = avi.l4.collect(20)",
    "local size = tls.get_req_buffer_size(avi.l4.read())",
    "if held < size then avi.l4.collect(size) end",
    "local hello = avi.l4.read()",
    'local name = ""',
    'if tls.sanity_check(hello) then name = string.lower(tls.get_sni(tls.parse_record(hello)) or "") end',
    'local group = ""',
    // @unverified avi/script-port
    `for _, route in ipairs(ports[${alone ? `"${alone.port}"` : "tostring(avi.vs.port())"}] or {}) do`,
    "  local host = route[1]",
    "  local tail = string.sub(host, 2)",
    '  local within = string.sub(host, 1, 2) == "*." and #name > #tail and string.sub(name, -#tail) == tail',
    '  if host == "" or host == name or within then',
    "    group = route[2]",
    "    break",
    "  end",
    "end",
    'if group ~= "" then avi.poolgroup.select(group) else avi.vs.close_conn() end',
    "avi.l4.ds_done()",
  ].join("\n");
}

/** A Lua text in quotes. */
const quoted = (text: string) => `"${text.replace(/[\\"]/g, "\\$&").replace(/[\n\r]/g, "")}"`;
