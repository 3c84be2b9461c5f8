import { quoted } from "./lua";

/**
 * Reads the server name from the TLS client hello and picks the pool group of that host; a connection without a server name,
 * or for a host that has no pool group, is closed (ako.md 1.6). Server names count without case, and a host `*.domain` stands
 * for one label more.
 *
 * @param groups pool group by host
 */
export function serverNameScript(groups: ReadonlyMap<string, string>): string {
  return [
    'local tls = require("Default-TLS")',
    "local groups = {",
    ...[...groups].map(([host, group]) => `  [${quoted(host.toLowerCase())}] = ${quoted(group)},`),
    "}",
    "local held = avi.l4.collect(20)",
    "local size = tls.get_req_buffer_size(avi.l4.read())",
    "if held < size then avi.l4.collect(size) end",
    "local hello = avi.l4.read()",
    "local name = nil",
    "if tls.sanity_check(hello) then name = tls.get_sni(tls.parse_record(hello)) end",
    "local group = nil",
    "if name then",
    "  name = string.lower(name)",
    '  group = groups[name] or groups[(string.gsub(name, "^[^.]*", "*", 1))]',
    "end",
    "if group then avi.poolgroup.select(group) else avi.vs.close_conn() end",
    "avi.l4.ds_done()",
  ].join("\n");
}
