// Compares the requests that the specs and the written manifests serve.

import { NO_CHANGES, type RequestComparison } from "../../requests/differences/changes";
import type { HostEntry, RoutingTable, ServedAddress, ServedAnswer, ServedPort } from "../../requests/table/routing-table";
import type { Plan } from "../plan";
import { requestChanges } from "../requests/changes";
import type { SettingsInput, Target } from "../targets";
import { requestSide } from "../targets/request-side";

/** A translation, with the specs that it is of. */
export interface Translation {
  specs: ReturnType<Target["read"]>;
  plan: Plan;
}

/**
 * Requests that the written manifests answer otherwise than the specs do.
 *
 * @param connections hosts of Gateways that hand on all connections of a port, by `namespace/name`
 */
export function compareRequests(
  target: Target,
  settings: SettingsInput,
  before: Translation,
  after: Translation,
  connections: ReadonlyMap<string, string>,
): RequestComparison {
  const [was, is] = [before, after].map((one) => sideOf(target, settings, one, connections));
  return was && is ? requestChanges(was, is) : NO_CHANGES;
}

function sideOf(target: Target, settings: SettingsInput, { specs, plan }: Translation, connections: ReadonlyMap<string, string>) {
  const side = requestSide(target, specs, settings, plan);
  return side && { served: asHosts(side.served, connections), desired: asHosts(side.desired, connections) };
}

/** Addresses of Gateways as one group `hosts`: clients find each name at any of them. Layer 4 without names keeps its group. */
function asHosts(rules: RoutingTable, connections: ReadonlyMap<string, string>): RoutingTable {
  const addresses = rules.addresses.map((address): ServedAddress => {
    const handsOn = connections.has(address.group.replace(/^Gateway /, ""));
    const ports = handsOn ? address.ports.map(asTls) : address.ports;
    return { ...address, ports, group: ports.every(hasNames) ? "hosts" : address.group };
  });
  return { ...rules, addresses };
}

/** A port that forwards the connections of one host, in the form of a load balancer without Gateways. */
function asTls(port: ServedPort): ServedPort {
  if (port.protocol !== "tcp") return port;
  const handedOn = <A extends ServedAnswer>(to: A): A => ("forward" in to ? { ...to, tls: "passthrough" } : to);
  const hosts = Object.entries(port.hosts).map(([name, entry]): [string, HostEntry] => [
    name,
    { ...entry, rules: entry.rules.map((rule) => ({ ...rule, to: handedOn(rule.to) })) },
  ]);
  return { ...port, protocol: "tls", hosts: Object.fromEntries(hosts), otherwise: handedOn(port.otherwise) };
}

const hasNames = ({ protocol }: ServedPort): boolean => protocol !== "tcp" && protocol !== "udp";
