// The desired routing table of a model: what the specs want served, after conflicts.

import { withResponses } from "../../requests/table/responders";
import type { RoutingTable, ServedAddress, ServedPort } from "../../requests/table/routing-table";
import { describeObject, type ObjectRef } from "../../resources/diagnostic";
import type { DefaultBackend, L4Service, RoutingModel, VirtualHost } from "../routing";
import { BackendTable, ownerOf } from "./backend-table";
import { gatewayAddress } from "./gateways";
import { hostPorts } from "./hosts";

type DesiredModel = Pick<RoutingModel, "hosts" | "l4" | "defaults" | "gateways" | "responders">;

/** Names of address groups: for hosts and default backends, and for Services. */
export interface AddressGroups {
  hosts(of: Pick<VirtualHost, "scope" | "fqdn" | "tcp"> | DefaultBackend): string;
  service?(ref: ObjectRef): string | undefined;
}

const BY_SCOPE: AddressGroups = { hosts: ({ scope }) => (scope === "" ? "hosts" : `hosts of ${scope}`) };

/**
 * Desired rules of a model, after conflicts, including those that the target cannot serve. Hosts whose Secret is missing have no routes in
 * the model, see {@link desiredOfSpecs}.
 */
export function desiredRules(model: DesiredModel, of: AddressGroups = BY_SCOPE): RoutingTable {
  const backends = new BackendTable();
  const groups = new Map<string, { hosts: VirtualHost[]; defaults: DefaultBackend[] }>();
  const groupAt = (entry: VirtualHost | DefaultBackend) => {
    const name = of.hosts(entry);
    const existing = groups.get(name) ?? { hosts: [], defaults: [] };
    groups.set(name, existing);
    return existing;
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

/** Address ranges; a range that contains all addresses does not restrict clients. */
const restricting = (ranges: readonly string[]): readonly string[] => (ranges.some((range) => range.endsWith("/0")) ? [] : ranges);

/** Address of a Service of type LoadBalancer; its source ranges restrict clients. */
function serviceAddress({ owner, ports }: L4Service, of: AddressGroups, behind: BackendTable): ServedAddress {
  const name = describeObject(owner.ref);
  const group = of.service?.(owner.ref) ?? name;
  const ranges = restricting(owner.loadBalancerSourceRanges);
  return {
    ...{ name, group },
    ports: ports.flatMap(({ port, ...members }): ServedPort[] => {
      if (port.protocol === "SCTP") return [];
      const forward = behind.forward([{ service: owner.ref, port, ...members }]);
      const at = `/spec/ports/${owner.ports.indexOf(port)}`;
      const rules = forward ? [{ to: { ...forward, empty: { closed: "no server" } }, by: ownerOf(owner, at) }] : [];
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
