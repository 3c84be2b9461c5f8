// The Lua scripts that select pools by host and path, or by server name.

/** A priority label, and what replaces its path on the way to the servers. */
interface Label {
  host: string;
  label: string;
  rewrite?: string;
}

/**
 * Picks the pool whose priority label is the longest prefix of host and path, both in lower case (ako.md 1.2). The port
 * that a client may write behind the host is not part of the label. Paths of labels with a rewrite are changed afterwards.
 */
export function hostPathScript(poolGroup: string, labels: readonly Label[]): string {
  return [
    "local host = avi.http.get_host_tokens(1)",
    "if host then",
    '  host = string.gsub(host, ":%d+$", "")',
    "  local path = avi.http.get_path_tokens(1)",
    '  local label = host .. "/"',
    "  if path then label = label .. path end",
    `  avi.poolgroup.select("${poolGroup}", string.lower(label))`,
    ...rewriting(labels),
    "end",
  ].join("\n");
}

/** Of the hosts that rewrite at all, every label: one without a rewrite shields the longer path from a shorter one. */
function rewriting(labels: readonly Label[]): string[] {
  const hosts = new Set(labels.filter(({ rewrite }) => rewrite !== undefined).map(({ host }) => host));
  if (hosts.size === 0) return [];
  const table = new Map(labels.filter(({ host }) => hosts.has(host)).map(({ label, rewrite }) => [label, rewrite]));
  const longestFirst = [...table].sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1));
  return [
    "  local rewrites = {",
    ...longestFirst.map(([label, rewrite]) => `    {${quoted(label)}${rewrite === undefined ? "" : `, ${quoted(rewrite)}`}},`),
    "  }",
    "  for _, entry in ipairs(rewrites) do",
    "    local length = string.len(entry[1])",
    "    if string.lower(string.sub(label, 1, length)) == entry[1] then",
    "      if entry[2] then avi.http.set_path(entry[2] .. string.sub(label, length + 1)) end",
    "      break",
    "    end",
    "  end",
  ];
}

/**
 * Reads the server name from the TLS client hello and picks the pool group of that host; a connection without a server name,
 * or for a host that has no pool group, is closed (ako.md 1.6). Server names count without case, and a host `*.domain` matches
 * one label more.
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

/** A Lua text in quotes. */
const quoted = (text: string) => `"${text.replace(/[\\"]/g, "\\$&").replace(/[\n\r]/g, "")}"`;
