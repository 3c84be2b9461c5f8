// Writes the Gateway and Routes of hosts that share an address.

import type { DefaultBackend, VirtualHost } from "../routing";
import { isOnTls, type RuleListener } from "../routing";
import { type CertificateReference, certificateOf, type InlineSecrets } from "./certificates";
import type { Writing } from "./context";
import { type Entry, entryOf, PORTS } from "./entries";
import { listener, MOST_LISTENERS, WrittenGateway, type WrittenListener } from "./listeners";
import { defaultRoute, httpRoutes } from "./routes";
import { loseRoute } from "./rules";

/** Hosts that share a load balancer. */
export interface HostGroup {
  name: string;
  hosts: VirtualHost[];
  defaults: DefaultBackend[];
}

type SecureEntry = Entry & { certificate: CertificateReference };

/** One Gateway for a group, with the Routes of its hosts. */
export function writeGroup(cx: Writing, secrets: InlineSecrets, { name, hosts, defaults }: HostGroup): void {
  const secure = secureEntries(cx, secrets, hosts, isAnywhere(hosts, "HTTPS", defaults));
  const anywhere = isAnywhere(hosts, "HTTP", defaults);
  const clear = hosts.flatMap((host) => clearEntry(cx, host, { anywhere, isSecure: secure.some(({ from }) => from === host) }));
  const on = {
    clear: listenersOf("HTTP", clear, defaults.length > 0),
    tls: listenersOf("HTTPS", secure, defaults.length > 0),
  };
  const listeners = [...new Set([...on.clear.values(), ...on.tls.values()])];
  if (listeners.length === 0) return;
  const namespaces = new Set([
    ...[...clear, ...secure].flatMap(({ rules }) => rules.map(({ owner }) => owner.ref.namespace)),
    ...defaults.map(({ owner }) => owner.ref.namespace),
  ]);
  const gateway = new WrittenGateway(cx, name, namespaces, listeners);
  for (const [which, entries] of [["clear", clear] as const, ["tls", secure] as const])
    for (const entry of entries)
      for (const writtenListener of [on[which].get(entry.host)])
        if (writtenListener) cx.manifests.push(...httpRoutes(cx, gateway, entry, writtenListener));
  for (const defaultBackend of defaults) {
    const places = [...on.clear, ...on.tls].filter(([host]) => host === "").map(([, writtenListener]) => writtenListener);
    cx.manifests.push(
      ...defaultRoute(
        cx,
        gateway,
        defaultBackend,
        places.filter((found) => !takesAll(found.protocol === "HTTP" ? clear : secure)),
      ),
    );
  }
  cx.manifests.push(...gateway.manifests());
  noteLeftovers(cx, [
    [clear, on.clear],
    [secure, on.tls],
  ]);
}

type Port = readonly [entries: readonly Entry[], listeners: ReadonlyMap<string, WrittenListener>];

/** Records requests that no path of a host matches: a shared listener gives them to its wildcard, a listener per host to nothing. */
function noteLeftovers({ losses }: Writing, ports: readonly Port[]): void {
  for (const [entries, listeners] of ports) {
    const isShared = new Set(listeners.values()).size === 1;
    const anyHost = entries.find(({ host }) => host === "");
    for (const entry of entries) {
      if (entry.host === "" || entry.host.startsWith("*.") || takesAll([{ ...entry, host: "" }])) continue;
      const wildcard = entries.find(({ host }) => host === entry.host.replace(/^[^.]+/, "*"));
      const message = `requests for ${entry.host} that none of its paths takes go to`;
      const { ref } = entry.from.root;
      if (isShared && wildcard) losses.add(ref, "/spec", `${message} ${wildcard.host}, with Gateway API`, "notice");
      if (!isShared && anyHost)
        losses.add(ref, "/spec", `${message} the rules without a host, and with these listeners they are not served`);
    }
  }
}

/** True if rules without a host, or a default backend, match the requests that paths of hosts leave. */
const isAnywhere = (hosts: readonly VirtualHost[], on: RuleListener["protocol"], defaults: readonly DefaultBackend[]) =>
  defaults.length > 0 || hosts.some(({ fqdn, routes }) => fqdn === "*" && routes.some((route) => route.listener.protocol === on));

const takesAll = (entries: readonly Entry[]) =>
  entries.some(
    ({ host, rules }) =>
      host === "" && rules.some(({ rule }) => rule.matches.some(({ path }) => path.type !== "Exact" && path.value === "/")),
  );

function secureEntries(cx: Writing, secrets: InlineSecrets, hosts: readonly VirtualHost[], anywhere: boolean): SecureEntry[] {
  return hosts.flatMap((host): SecureEntry[] => {
    const routes = host.routes.filter(isOnTls);
    if (routes.length === 0) return [];
    const certificate = certificateOf(cx, secrets, host);
    if (typeof certificate === "string") {
      for (const route of routes) loseRoute(cx, { host: host.fqdn.toLowerCase(), protocol: "HTTPS" }, route, certificate);
      return [];
    }
    const entry = entryOf(cx, host, "HTTPS", { anywhere });
    return entry ? [{ ...entry, certificate }] : [];
  });
}

function clearEntry(cx: Writing, host: VirtualHost, { anywhere, isSecure }: { anywhere: boolean; isSecure: boolean }): Entry[] {
  const { fqdn, routes, refusesClear, root, tcp } = host;
  const clear = routes.filter((rule) => !isOnTls(rule));
  if (refusesClear && clear.length === 0 && isSecure && cx.view.answersRefused?.(root)) {
    const message = `clear text of ${fqdn} is not refused, but treated as that of an unknown host`;
    cx.losses.add(root.ref, "/spec/tls/insecureEdgeTerminationPolicy", message, "notice");
  }
  const leads = isSecure || tcp !== undefined;
  const servedHost = leads ? host : { ...host, routes: routes.filter(({ to }) => "backends" in to) };
  for (const route of clear)
    if (!servedHost.routes.includes(route))
      loseRoute(cx, { host: fqdn.toLowerCase(), protocol: "HTTP" }, route, "nothing answers on TLS where it leads to");
  const entry = entryOf(cx, servedHost, "HTTP", { anywhere });
  return entry ? [entry] : [];
}

/**
 * The listener of each host of a port. The most specific listener gets a request, so each host has its own listener if there are wildcards
 * beside names. All hosts share one if a rule without a host takes the other requests, or if it makes no difference.
 */
function listenersOf(
  on: RuleListener["protocol"],
  entries: readonly (Entry & Partial<SecureEntry>)[],
  fallback: boolean,
): Map<string, WrittenListener> {
  const { protocol, port } = PORTS[on];
  const certificates = [
    ...new Map(entries.flatMap(({ certificate: secret }) => (secret ? [[`${secret.namespace}/${secret.name}`, secret]] : []))).values(),
  ];
  const anyHost = entries.some(({ host }) => host === "") || (fallback && (on === "HTTP" || entries.length > 0));
  const isShared = anyHost || (on === "HTTP" && !entries.some(({ host }) => host.startsWith("*.")));
  if (!isShared || certificates.length > MOST_LISTENERS)
    return new Map(entries.map(({ host, certificate }) => [host, listener(protocol, port, host, certificate && [certificate])]));
  if (entries.length === 0 && !anyHost) return new Map();
  const shared = listener(protocol, port, "", on === "HTTPS" ? certificates : undefined);
  return new Map([...(anyHost ? [["", shared] as const] : []), ...entries.map(({ host }) => [host, shared] as const)]);
}
