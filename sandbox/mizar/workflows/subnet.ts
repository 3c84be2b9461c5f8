import { type KubeObject, specText } from "../api/kinds";
import type { Action } from "../api/world";
import { PermanentFailure, TemporaryFailure } from "../engine/failures";
import { rangeOfSpec } from "../memory";
import { interfaceNames } from "./endpoint";
import { integer, knownVpc } from "./vpc";
import { type Context, own, provision, type Workflows } from "./workflow";

export const subnetWorkflows: Workflows = {
  init(subnet, context) {
    const { name } = subnet.metadata;
    const range = rangeOfSpec(subnet.spec);
    const vpc = specText(subnet, "vpc");
    const bouncers = integer(subnet.spec.bouncers, 1);
    const task = `Task: NetCreate Net: ${name}`;
    if (context.world.provisioned("Droplet").length === 0) throw new TemporaryFailure(`${task} No droplets available.`);
    const parent = knownVpc(vpc, context);
    if (!parent) throw new TemporaryFailure(`${task} VPC ${vpc} not yet created`);
    if (!context.world.provisioned("Divider").some(({ spec }) => spec.vpc === vpc)) {
      throw new TemporaryFailure(`${task} Dividers not available`);
    }
    const vni = String(parent.vni ?? "");
    const { ip, prefix } = range;
    return {
      actions: [
        ...newBouncers(name, { vpc, vni, ip, prefix: String(prefix) }, bouncers, context),
        provision(subnet, { ip, prefix, vpc, vni, bouncers }, context),
      ],
      remember: () => context.memory.know(name, { vpc, range, gateway: true }, context.world.owned("Endpoint")),
    };
  },

  /** Fewer bouncers than before: nothing happens. */
  provisioned(subnet, context, changes) {
    const { name } = subnet.metadata;
    const [vpc, vni, ip, prefix] = ["vpc", "vni", "ip", "prefix"].map((field) => specText(subnet, field)) as [
      string,
      string,
      string,
      string,
    ];
    if (!context.memory.subnets.has(name)) {
      context.memory.know(name, { vpc, range: rangeOfSpec(subnet.spec), gateway: false }, context.world.owned("Endpoint"));
    }
    const change = changes.find(({ field }) => field === "bouncers");
    const more = change ? integer(change.to, 1) - integer(change.from, 1) : 0;
    return { actions: [...newBouncers(name, { vpc, vni, ip, prefix }, more, context), ...hostEndpoints(context)] };
  },

  /** The gateway endpoint of a subnet is never removed, so the real operator waits for ever. */
  deleted(subnet, context) {
    const { name } = subnet.metadata;
    const known = context.memory.subnets.get(name);
    if (!known) throw new PermanentFailure("'NoneType' object has no attribute 'set_obj_spec'");
    const endpoints = context.world.owned("Endpoint").filter(({ spec }) => spec.net === name);
    const hosts = endpoints.filter(({ spec }) => spec.type === "host");
    if (context.settings.mode === "head" ? known.gateway || endpoints.length > 0 : endpoints.length > hosts.length) return undefined;
    const bouncers = context.world.owned("Bouncer").filter(({ spec }) => spec.net === name);
    return { actions: [...hosts, ...bouncers].map(removal), remember: () => void context.memory.subnets.delete(name) };
  },
};

function newBouncers(
  net: string,
  { vpc, vni, ip, prefix }: { vpc: string; vni: string; ip: string; prefix: string },
  count: number,
  { random }: Context,
): Action[] {
  return Array.from({ length: Math.max(0, count) }, () => ({
    create: own("Bouncer", `${net}-b-${random.uuid4()}`, { vpc, net, ip: "", mac: "", droplet: "", vni, nip: ip, prefix }),
  }));
}

const removal = ({ kind, metadata: { name } }: KubeObject): Action => ({ delete: { kind, name } });

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
