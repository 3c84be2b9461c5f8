import { specText } from "../api/object";
import type { Action } from "../api/world";
import { interfaceNames } from "./interfaces";
import { type Context, own } from "./workflow";

/** The host endpoints that are missing: one per VPC and droplet, in the first subnet of the VPC. */
export function hostEndpoints({ world, memory }: Context): Action[] {
  return world.provisioned("Vpc").flatMap((vpc) => {
    const net = memory.firstSubnetOf(vpc.metadata.name);
    const subnet = net === undefined ? undefined : world.own("Subnet", net);
    // a subnet that is going takes its host endpoints along
    if (!subnet || subnet.metadata.deletionTimestamp) return [];
    const vni = specText(vpc, "vni");
    return world.provisioned("Droplet").flatMap((droplet): Action[] => {
      const name = `${droplet.metadata.name}-default--hostep-${vni}`;
      if (world.own("Endpoint", name)) return [];
      const [hostip, hostmac] = [specText(droplet, "ip"), specText(droplet, "mac")];
      const place = { vpc: vpc.metadata.name, net, ip: hostip, gw: "", mac: hostmac, vni, prefix: "32" };
      const host = { droplet: droplet.metadata.name, ...interfaceNames(name), netns: "", hostip, hostmac, pod: "" };
      return [{ create: own("Endpoint", name, { type: "host", ...place, ...host }), unlessThere: true }];
    });
  });
}
