// Turns the Gateways of a model into addresses of the desired routing table.

import { byHost, certificateFor, type ListedRule } from "../../requests/table/by-host";
import type { ServedAddress, ServedAnswer, ServedPort, ServedRule } from "../../requests/table/routing-table";
import { certificateNames } from "../../resources/certificate-names";
import { describeObject } from "../../resources/diagnostic";
import { type ConnectionPort, type GatewayModel, type RequestPort, readsRequests } from "../routing";
import { type BackendTable, ownerOf } from "./backend-table";
import { servedRule } from "./rules";

/** Address with the rules of a Gateway and its Routes. */
export function gatewayAddress({ owner, addresses, ports }: GatewayModel, behind: BackendTable): ServedAddress {
  const name = describeObject(owner.ref);
  const at = addresses.filter((address): address is string => typeof address === "string");
  return {
    ...{ name, group: name },
    ...(at.length > 0 ? { at } : {}),
    ports: ports.map((port) => (readsRequests(port) ? requestPort(port, behind) : connectionPort(port, behind))),
  };
}

/** Wildcards of Gateway API match any number of labels. */
const wildcardEntryName = (host: string): string => (host.startsWith("*.") ? `*${host}` : host);

function requestPort(
  { protocol, port, certificates, keepsCertificates, clients, rules, desired = rules }: RequestPort,
  behind: BackendTable,
): ServedPort {
  const list = desired.map((rule): ListedRule => {
    const except = rule.except.map(wildcardEntryName);
    return {
      names: [[wildcardEntryName(rule.host)]],
      ...(except.length > 0 ? { except } : {}),
      rule: servedRule(rule, behind, { status: 500 }),
    };
  });
  const valid = new Map<string, string>();
  for (const { certificate, source } of protocol === "HTTPS" ? certificates : [])
    for (const name of certificateNames(certificate) ?? [""])
      valid.set(name, valid.get(name) ?? `Secret ${source.namespace}/${source.name}`);
  if (keepsCertificates && !valid.has("")) valid.set("", "held by the target");
  return {
    ...{ port, protocol: protocol === "HTTPS" ? "https" : "http" },
    ...(clients && !clients.insecureFallback ? { clientCertificate: "required" } : {}),
    ...(clients ? { authority: clients.sources.join(" and ") } : {}),
    hosts: byHost(list, [...valid.keys()], (host) => {
      const certificate = certificateFor(host, valid);
      return certificate === undefined ? {} : { certificate };
    }),
    otherwise: { status: 404 },
  };
}

function connectionPort({ protocol, port, routes, names }: ConnectionPort, behind: BackendTable): ServedPort {
  const closed: ServedAnswer = { closed: "no server" };
  const isTls = protocol === "TLS";
  const ruleFor = (route: ConnectionPort["routes"][number] | undefined): ServedRule => {
    const forward = route && behind.forward(route.backends.filter(({ invalid }) => !invalid));
    if (!forward) return { to: closed };
    return {
      to: { ...forward, empty: { closed: "no server" }, ...(isTls ? { tls: "passthrough" } : {}) },
      by: ownerOf(route.owner, route.at),
    };
  };
  const list: ListedRule[] = isTls
    ? (names ?? routes.flatMap((route) => route.hosts.map((host) => ({ host, route })))).map(({ host, route }) => ({
        names: [[wildcardEntryName(host)]],
        rule: ruleFor(route),
      }))
    : routes.slice(0, 1).map((route) => ({ rule: ruleFor(route) }));
  return { port, protocol: isTls ? "tls" : protocol === "UDP" ? "udp" : "tcp", hosts: byHost(list), otherwise: closed };
}
