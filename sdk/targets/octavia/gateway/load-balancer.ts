// Lowers Gateways to load balancers.

import type { ObjectRef } from "../../../../resources/diagnostic";
import { groupBy } from "../../../../resources/lists";
import { wireProtocol } from "../../../../resources/octavia/listener";
import type { ListenerBody, TlsSecret } from "../../../../resources/octavia/types";
import { type GatewayModel, type GatewayPort, readsRequests, statusKey } from "../../../routing";
import { bySeniority, compare, keyOf, type SpecSet } from "../../../specs";
import type { OctaviaLowering, Profile } from "../lower/context";
import { reportLongChecks } from "../lower/l7";
import { balancerOf } from "../lower/l7/balancer";
import { Pools } from "../lower/l7/pools";
import { NamedAddresses, takenWords } from "../lower/taken-addresses";
import { cut, hostNames } from "../names";
import type { LoweredLoadBalancer } from "../plan";
import { addressed, tagsOf } from "./address";
import { type GatewayBalancer, gatewayListener, losePort, type PortListener } from "./listeners";
import { type Responders, respondersOf } from "./responders";
import { reportWithoutResponders } from "./shares";

/** Identity of the load balancer of a Gateway: its own, or that of the group that shares one. */
export const gatewayIdentity = ({ owner, share }: Pick<GatewayModel, "owner" | "share">): string =>
  share === undefined ? `kube_gateway_${owner.ref.namespace}_${owner.ref.name}` : `kube_gateways_${share}`;

/** One load balancer per Gateway, or per group of Gateways that share one; none for those without a port that Octavia serves. */
export function lowerGateways(
  cx: OctaviaLowering,
  profile: Profile,
  specs: SpecSet,
  gateways: readonly GatewayModel[],
  addresses = new NamedAddresses(),
): LoweredLoadBalancer[] {
  if (gateways.length === 0) return [];
  const responders = respondersOf(cx, profile, specs);
  const groups = groupBy(
    gateways.toSorted((a, b) => bySeniority(a.owner, b.owner)),
    gatewayIdentity,
  );
  const balancers = [...groups].flatMap(([identity, sharing]) =>
    lowerGroup(cx, profile, responders, identity, sharing).filter((planned) => hasOwnAddress(cx, planned, sharing, addresses)),
  );
  reportLongChecks(cx, balancers);
  return balancers;
}

/** Loses the ports of Gateways whose address belongs to another load balancer. */
function hasOwnAddress(
  cx: OctaviaLowering,
  { inputs }: LoweredLoadBalancer,
  gateways: readonly GatewayModel[],
  addresses: NamedAddresses,
): boolean {
  const [first] = gateways;
  const taken = first && addresses.take(inputs, first.owner.ref);
  if (!taken) return true;
  for (const gateway of gateways) for (const port of gateway.ports) losePort(cx, { gateway, port, message: takenWords(taken) });
  return false;
}

function lowerGroup(
  cx: OctaviaLowering,
  profile: Profile,
  responders: Responders,
  identity: string,
  gateways: readonly GatewayModel[],
): LoweredLoadBalancer[] {
  const [first] = gateways;
  if (!first) return [];
  const { share } = first;
  const { cluster_name: cluster } = cx.settings;
  const name = share === undefined ? hostNames.gateway(cluster, first.owner.ref) : hostNames.gateways(cluster, share);
  const pools = new Pools(cx, profile, name);
  const at: GatewayBalancer = { cx, name, pools, secrets: new Map<string, TlsSecret>(), keptListeners: new Set<string>(), responders };
  const { listeners, hosts, owners } = listenersOf(at, gateways);
  if (listeners.length === 0) return [];
  const what = share === undefined ? `Gateway ${keyOf(first.owner.ref)}` : `Gateways of group ${share}`;
  const description = cut(`Kubernetes ${what} from cluster ${cluster}`);
  const { vip, floatingIp } = addressed(cx, gateways, profile.hosts(cx, description));
  const body = { description, ...tagsOf(cx, gateways), ...vip, listeners };
  const secrets = new Map([...at.secrets, ...pools.authorities]).values();
  return [balancerOf(cx, profile, { name, identity, body, floatingIp, pools, secrets, keep: at.keptListeners, owners, hosts })];
}

/** Listeners of all Gateways of a load balancer, the hosts that they serve, and the objects with a part of their own on them. */
function listenersOf(
  at: GatewayBalancer,
  gateways: readonly GatewayModel[],
): Pick<LoweredLoadBalancer, "hosts" | "owners"> & { listeners: ListenerBody[] } {
  const taken: TakenPorts = new Map();
  const owners = new Map<string, ObjectRef>();
  const all = gateways.flatMap((gateway) => {
    const listeners = gateway.ports.flatMap((port) => listenerOn(at, gateway, port, taken));
    if (listeners.some(({ port }) => readsRequests(port))) reportWithoutResponders(at.cx, gateway, at.responders);
    for (const ref of servedIn(gateway, listeners)) owners.set(statusKey(ref), ref);
    return listeners;
  });
  const hosts = new Set(all.flatMap(({ port }) => (readsRequests(port) ? port.rules.map(({ host }) => host || "*") : [])));
  return { listeners: all.map(({ listener }) => listener), hosts: [...hosts].sort(compare), owners: [...owners.values()] };
}

type TakenPorts = Map<string, GatewayModel>;
type OwnListener = PortListener & { port: GatewayPort };

/** The listener of one port, unless an older Gateway has the port. */
function listenerOn(at: GatewayBalancer, gateway: GatewayModel, port: GatewayPort, taken: TakenPorts): OwnListener[] {
  const { can } = at.cx;
  const key = `${wireProtocol(port.protocol)} ${port.port}`;
  const other = taken.get(key) ?? (can.has("samePort") ? undefined : onSamePort(taken, port.port));
  if (other) {
    const older = `Gateway ${keyOf(other.owner.ref)}, which is older or comes first, has it on the load balancer that both share`;
    losePort(at.cx, { gateway, port, reason: "PortUnavailable", message: other === gateway ? can.missing("samePort") : older });
    return [];
  }
  const made = gatewayListener(at, gateway, port);
  if (!made) return [];
  taken.set(key, gateway);
  return [{ ...made, port }];
}

/** The Gateway with its ListenerSets, and those of its Routes that a listener serves; nothing of a Gateway without listeners. */
function servedIn({ owners }: GatewayModel, listeners: readonly OwnListener[]): ObjectRef[] {
  if (listeners.length === 0) return [];
  const served = new Set(listeners.flatMap((one) => one.served.map(({ owner }) => statusKey(owner.ref))));
  const isRoute = ({ kind }: ObjectRef) => kind !== "Gateway" && kind !== "ListenerSet";
  return owners.map(({ ref }) => ref).filter((ref) => served.has(statusKey(ref)) || !isRoute(ref));
}

const onSamePort = (taken: TakenPorts, port: number) => [...taken].find(([key]) => key.endsWith(` ${port}`))?.[1];
