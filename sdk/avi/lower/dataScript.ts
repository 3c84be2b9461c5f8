/**
 * Picks the pool whose priority label is the longest prefix of host and path, both in lower case (ako.md 1.2). The port
 * that a client may write behind the host is not part of the label.
 */
export function hostPathScript(poolGroup: string): string {
  return [
    "local host = avi.http.get_host_tokens(1)",
    "if host then",
    '  host = string.gsub(host, ":%d+$", "")',
    "  local path = avi.http.get_path_tokens(1)",
    '  local label = host .. "/"',
    "  if path then label = label .. path end",
    `  avi.poolgroup.select("${poolGroup}", string.lower(label))`,
    "end",
  ].join("\n");
}
