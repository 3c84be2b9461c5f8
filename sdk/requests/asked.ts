import { describeObject } from "../../kinds/diagnostic";
import type { ServedAddress, ServedPort, ServedRules } from "../../kinds/requests/form";
import type { L4Service, RoutingModel } from "../routing";
import { gatewayAddress } from "./gateways";
import { hostPorts } from "./hosts";
import { Behind, ownerOf } from "./parts";

/**
 * Rules that a model asks for: what the documents of each kind promise, after conflicts. What a target cannot serve is in it too. Hosts whose
 * Secret is missing are not, see {@link askedOfSpecs}: the model has no routes of theirs.
 */
export function askedRules(model: Pick<RoutingModel, "hosts" | "l4" | "defaults" | "gateways">): ServedRules {
  const behind = new Behind();
  const scopes = new Set([...model.hosts, ...model.defaults].map(({ scope }) => scope));
  const shared = [...scopes].flatMap((scope): ServedAddress[] => {
    const of = <T extends { scope: string }>(all: readonly T[]) => all.filter((one) => one.scope === scope);
    const ports = hostPorts(of(model.hosts), of(model.defaults), behind);
    const name = scope === "" ? "hosts" : `hosts of ${scope}`;
    return ports.length > 0 ? [{ name, group: name, ports }] : [];
  });
  const addresses = [
    ...shared,
    ...model.gateways.map((gateway) => gatewayAddress(gateway, behind)),
    ...model.l4.map((service) => serviceAddress(service, behind)),
  ];
  return { addresses, servers: behind.servers };
}

/** A Service with a load balancer of its own; source ranges restrict its clients. */
function serviceAddress({ owner, ports }: L4Service, behind: Behind): ServedAddress {
  const name = describeObject(owner.ref);
  const { loadBalancerSourceRanges: ranges } = owner;
  return {
    ...{ name, group: name },
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
