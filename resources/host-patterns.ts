// Decides whether host patterns such as `*.example.com` cover a host.

/**
 * True if one of the patterns covers the host. `*.example.com` covers every name below `example.com`, however deep, and the wildcards among
 * them; `*` covers all.
 */
export function coversHost(patterns: readonly string[], host: string): boolean {
  const name = host.toLowerCase();
  return patterns.some((pattern) => covers(pattern.toLowerCase(), name));
}

function covers(pattern: string, host: string): boolean {
  if (pattern === "*" || pattern === host) return true;
  return pattern.startsWith("*.") && host.length > pattern.length - 1 && host.endsWith(pattern.slice(1));
}
