import { quoted } from "./lua";

/** A priority label, and what stands in the place of its path on the way to the servers. */
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
