// Matches hosts with the names of a routing table: `a.example.com`, `*.example.com` (one label in front), `**.example.com` (one or more),
// empty for all.

/** All names that match a host, the narrowest first. */
export function* namesFor(host: string): Generator<string> {
  yield host;
  if (host === "") return;
  let dot = host.indexOf(".");
  if (dot >= 0) yield `*${host.slice(dot)}`;
  while (dot >= 0) {
    yield `**${host.slice(dot)}`;
    dot = host.indexOf(".", dot + 1);
  }
  yield "";
}

/** True if the name matches the host. */
export function nameFits(name: string, host: string): boolean {
  if (name === "" || name === host) return true;
  if (name.startsWith("**.")) return host.length > name.length - 2 && host.endsWith(name.slice(2));
  return name.startsWith("*.") && host.indexOf(".") > 0 && host.slice(host.indexOf(".")) === name.slice(1);
}

/** A host for which this name is the narrowest of all given names. */
export function hostWithin(name: string, isTaken: (name: string) => boolean): string {
  if (!name.startsWith("*") && name !== "") return name;
  for (let count = 0; count < 10_000; count++)
    for (const host of hostsBelow(name, count === 0 ? "" : String(count))) if (narrowest(host, isTaken) === name) return host;
  return hostsBelow(name, "")[0] ?? "";
}

/** Example hosts for a name: each number gives other labels, so that no wildcard below the name matches all of them. */
function hostsBelow(name: string, number: string): string[] {
  if (name === "") return [`other${number}.example.org`, `other.some${number}.example.org`, `other.example.org${number}`];
  const suffix = name.slice(name.indexOf("."));
  return [`other${number}${suffix}`, ...(name.startsWith("**") ? [`other.some${number}${suffix}`] : [])];
}

/** The narrowest taken name that matches; empty if none does. */
export function narrowest(host: string, isTaken: (name: string) => boolean): string {
  for (const name of namesFor(host)) if (isTaken(name)) return name;
  return "";
}
