import { withResponses } from "../../requests/table/responders";
import type { RoutingTable, ServedAddress, ServedPort } from "../../requests/table/routing-table";
import { describeObject, type ObjectRef } from "../../resources/diagnostic";
import type { DefaultBackend, L4Service, RoutingModel, VirtualHost } from "../routing";
import { gatewayAddress } from "./gateways";
import { hostPorts } from "./hosts";
import { BackendTable, ownerOf } from "./backend-table";

type DesiredModel = Pick<RoutingModel, "hosts" | "l4" | "defaults" | "gateways" | "responders">;

/** Names of the purposes of addresses: of hosts and default backends, and of Services. */
export interface AddressGroups {
  hosts(of: Pick<VirtualHost, "scope" | "fqdn" | "tcp"> | DefaultBackend): string;
  service?(ref: ObjectRef): string | undefined;
}

const BY_SCOPE: AddressGroups = { hosts: ({ scope }) => (scope === "" ? "hosts" : `hosts of ${scope}`) };

/**
 * Rules that a model asks for: what the documents of each kind promise, after conflicts. What a target cannot serve is in it too. Hosts whose
 * Secret is missing are not, see {@link desiredOfSpecs}: the model has no routes of theirs.
 */
export function desiredRules(model: DesiredModel, of: AddressGroups = BY_SCOPE): RoutingTable {
  const backends = new BackendTable();
  const groups = new Map<string, { hosts: VirtualHost[]; defaults: DefaultBackend[] }>();
  const groupAt = (one: VirtualHost | DefaultBackend) => {
    const name = of.hosts(one);
    const known = groups.get(name) ?? { hosts: [], defaults: [] };
    groups.set(name, known);
    return known;
  };
  for (const host of model.hosts) groupAt(host).hosts.push(host);
  for (const fallback of model.defaults) groupAt(fallback).defaults.push(fallback);
  const shared = [...groups].flatMap(([name, { hosts, defaults }]): ServedAddress[] => {
    const ports = hostPorts(hosts, defaults, backends);
    return ports.length > 0 ? [{ name, group: name, ports }] : [];
  });
  const addresses = [
    ...shared,
    ...model.gateways.map((gateway) => gatewayAddress(gateway, backends)),
    ...model.l4.map((service) => serviceAddress(service, of, backends)),
  ];
  for (const { backend, answer } of model.responders ?? []) backends.answers(backend, answer);
  return withResponses({ addresses, servers: backends.servers });
}

/** Ranges of addresses; one of all addresses restricts nobody. */
const restricting = (ranges: readonly string[]): readonly string[] => (ranges.some((range) => range.endsWith("/0")) ? [] : ranges);

/** A Service with a load balancer of its own; source ranges restrict its clients. */
function serviceAddress({ owner, ports }: L4Service, of: AddressGroups, behind: BackendTable): ServedAddress {
  const name = describeObject(owner.ref);
  const group = of.service?.(owner.ref) ?? name;
  const ranges = restricting(owner.loadBalancerSourceRanges);
  return {
    ...{ name, group },
    ports: ports.flatMap(({ port, ...members }): ServedPort[] => {
      if (port.protocol === "SCTP") return [];
      const found = behind.forward([{ service: owner.ref, port, ...members }]);
      const at = `/spec/ports/${owner.ports.indexOf(port)}`;
      const rules = found ? [{ to: { ...found, empty: { closed: "no server" } }, by: ownerOf(owner, at) }] : [];
      return [
        {
          ...{ port: port.port, protocol: port.protocol === "UDP" ? "udp" : "tcp" },
          ...(ranges.length > 0 ? { clients: [...ranges].sort() } : {}),
          hosts: { "": { rules } },
          otherwise: { closed: "no server" },
        },
      ];
    }),
  };
}
