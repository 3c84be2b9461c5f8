// Turns the hosts of a model into the ports 80 and 443 of the desired routing table.

import { byHost, certificateFor, type ListedRule } from "../../requests/table/by-host";
import type { ServedPort } from "../../requests/table/routing-table";
import { certificateNames } from "../../resources/certificate-names";
import { bySpecificity, type DefaultBackend, isOnTls, type Rule, type RuleListener, type Termination, type VirtualHost } from "../routing";
import { type BackendTable, NO_SERVER, ownerOf } from "./backend-table";
import { servedRule } from "./rules";

/** Ports 80 and 443 with the rules of the hosts of one scope. */
export function hostPorts(hosts: readonly VirtualHost[], defaults: readonly DefaultBackend[], behind: BackendTable): ServedPort[] {
  return [clearPort(hosts, defaults, behind), tlsPort(hosts, defaults, behind)].filter(({ hosts: names }) => Object.keys(names).length > 0);
}

function clearPort(hosts: readonly VirtualHost[], defaults: readonly DefaultBackend[], behind: BackendTable): ServedPort {
  const refused = hosts.filter(refusesClear).map(({ fqdn }) => entryName(fqdn));
  const all = [...routesOf(hosts, "HTTP", behind), ...defaultRules(defaults, behind)].map((one) => without(refused, one));
  return { port: 80, protocol: "http", hosts: byHost(all, refused), otherwise: NO_SERVER };
}

/** An object refuses HTTP for the host, and no other object serves it. */
const refusesClear = ({ refusesClear: refuses, routes }: VirtualHost): boolean =>
  refuses === true && !routes.some((rule) => !isOnTls(rule));

/** A rule without a host, except for hosts that refuse HTTP. */
const without = (refused: readonly string[], rule: ListedRule): ListedRule =>
  refused.length > 0 && (rule.names ?? [[""]]).every((names) => names.includes(""))
    ? { ...rule, except: [...(rule.except ?? []), ...refused] }
    : rule;

function tlsPort(hosts: readonly VirtualHost[], defaults: readonly DefaultBackend[], behind: BackendTable): ServedPort {
  const proxied = hosts.flatMap(({ fqdn, tcp, tls }): ListedRule[] => {
    const forward = tcp && behind.forward(tcp.backends);
    if (!tcp || !forward) return [];
    return [
      { names: [[entryName(fqdn)]], rule: { to: tls ? forward : { ...forward, tls: "passthrough" }, by: ownerOf(tcp.owner, tcp.at) } },
    ];
  });
  const routed = routesOf(hosts, "HTTPS", behind);
  const certificates = new Map<string, string>();
  const fallback = routed.length > 0 ? defaultRules(defaults, behind) : [];
  for (const { fqdn, tls } of hosts) {
    if (!tls) continue;
    for (const name of validNames(fqdn, tls)) certificates.set(name, certificateText(tls));
    // rules without a host also match the other names of a certificate
    const certificateHosts = fallback.length > 0 ? (certificateNames(tls.certificate) ?? []) : [];
    for (const name of certificateHosts) if (!certificates.has(name)) certificates.set(name, certificateText(tls));
  }
  const entries = byHost([...proxied, ...routed, ...fallback], [...certificates.keys()], (host) => {
    const certificate = certificateFor(host, certificates);
    return certificate === undefined ? {} : { certificate };
  });
  return { port: 443, protocol: "https", hosts: entries, otherwise: NO_SERVER };
}

/** Names that the certificate of a host is valid for; none if clients would abort the connection. */
function validNames(fqdn: string, tls: Termination): readonly string[] {
  const name = entryName(fqdn);
  const names = certificateNames(tls.certificate);
  if (name === "") return names ?? [""];
  return names === undefined || names.includes(name) || names.includes(`*${name.slice(name.indexOf("."))}`) ? [name] : [];
}

const certificateText = ({ source, held: [first] = [] }: Termination): string =>
  first === undefined
    ? `${source.kind === "Route" ? "Route.route.openshift.io" : source.kind} ${source.namespace}/${source.name}`
    : `held ${first}`;

/** `*` alone matches every host. */
const entryName = (fqdn: string): string => (fqdn === "*" ? "" : fqdn.toLowerCase());

/**
 * Rules of hosts: exact names, then wildcards, then all hosts. A host hides its requests from wildcards, including unmatched paths, and
 * HTTP if it has TLS only; rules without a host match the remaining requests.
 */
function routesOf(hosts: readonly VirtualHost[], on: RuleListener["protocol"], behind: BackendTable): ListedRule[] {
  const named = hosts.map(({ fqdn }) => entryName(fqdn));
  const breadth = (name: string) => (name === "" ? 2 : name.startsWith("*") ? 1 : 0);
  const sorted = hosts.map(({ routes }, at) => ({ routes, name: named[at] ?? "" })).sort((a, b) => breadth(a.name) - breadth(b.name));
  return sorted.flatMap(({ name, routes }) => {
    const narrower = name.startsWith("*") ? named.filter((one) => one !== "" && !one.startsWith("*") && one.endsWith(name.slice(1))) : [];
    return routes
      .filter((route) => route.listener.protocol === on)
      .sort((a, b) => bySpecificity(a.match.path, b.match.path) || redirects(b) - redirects(a))
      .map(
        (route): ListedRule => ({
          names: [[name]],
          ...(narrower.length > 0 ? { except: narrower } : {}),
          rule: servedRule(route, behind, NO_SERVER),
        }),
      );
  });
}

const redirects = ({ to }: Rule): number => ("redirect" in to ? 1 : 0);

function defaultRules(defaults: readonly DefaultBackend[], behind: BackendTable): ListedRule[] {
  return defaults.flatMap(({ backend, owner, at }): ListedRule[] => {
    const forward = behind.forward([backend]);
    return forward ? [{ rule: { to: { ...forward, empty: { status: 503 } }, by: ownerOf(owner, at) } }] : [];
  });
}
