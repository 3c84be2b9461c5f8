// Allocates cluster IPs and node ports of Services.
import { isIPv4 } from "node:net";
import { IPv4 } from "ipaddr.js";
import { ipv4Text, numberOf } from "../../shared/addresses";
import { asArray, asObject, type JsonObject, text } from "../../shared/json";
import type { Cluster } from "../cluster";
import { keyOf, keyOfObject, labelsOf, listOf, metaOf, nameOf, partOf } from "../metadata";
import { type FieldError, forbidden, internal, invalid, StatusError } from "../status";

export const portsOf = (object: JsonObject): JsonObject[] => listOf(asObject(object.spec), "ports");

const typeOf = (object: JsonObject): string => text(asObject(object.spec).type);

export const isHeadless = (object: JsonObject): boolean => text(asObject(object.spec).clusterIP) === "None";

export const needsAddress = (object: JsonObject): boolean => typeOf(object) !== "ExternalName";

export const isLoadBalancer = (object: JsonObject): boolean => typeOf(object) === "LoadBalancer";

/** Clients outside of the cluster reach it. */
export const isExternal = (object: JsonObject): boolean => isLoadBalancer(object) || typeOf(object) === "NodePort";

/** Its ports are on all nodes, too. */
export const needsNodePorts = (object: JsonObject): boolean =>
  typeOf(object) === "NodePort" || (isLoadBalancer(object) && asObject(object.spec).allocateLoadBalancerNodePorts !== false);

export const needsHealthPort = (object: JsonObject): boolean =>
  isLoadBalancer(object) && asObject(object.spec).externalTrafficPolicy === "Local";

const FIRST_PORT = 30_000;
const LAST_PORT = 32_767;
/** Given out by hand are mostly addresses and ports at the beginning of a range. */
const SKIPPED = 256;

/** Addresses and ports of the other Services. */
function takenBeside(cluster: Cluster, service: JsonObject): { addresses: Set<string>; ports: Set<number> } {
  const serviceKey = keyOfObject(service);
  const others = cluster.store.list("services").flatMap(([key, other]) => (key === serviceKey ? [] : [other]));
  const specs = others.map(({ spec }) => asObject(spec));
  const ports = others.flatMap(portsOf).map(({ nodePort }) => nodePort);
  // each tenant has addresses of its own only where its Networks have ranges of their own
  return {
    addresses: new Set(specs.flatMap(({ clusterIPs }) => asArray(clusterIPs).map(text))),
    ports: new Set([...ports, ...specs.map(({ healthCheckNodePort }) => healthCheckNodePort)].map((port) => Number(port ?? 0))),
  };
}

/** Gives a Service the address, families and ports that it needs and does not have. */
export function allocate(cluster: Cluster, service: JsonObject): void {
  networkOf(cluster, service);
  const spec = partOf(service, "spec");
  const taken = takenBeside(cluster, service);
  if (needsAddress(service)) {
    // without selector it is unknown which addresses will be behind a headless one
    const isOpen = isHeadless(service) && Object.keys(asObject(spec.selector)).length === 0;
    spec.ipFamilyPolicy ??= isOpen ? "RequireDualStack" : "SingleStack";
    if (asArray(spec.ipFamilies).length === 0) spec.ipFamilies = isOpen ? ["IPv4", "IPv6"] : ["IPv4"];
    const range = text(spec.clusterIP) ? undefined : rangeFor(cluster, service);
    if (range !== undefined) spec.clusterIP = freeAddress(cluster, range, taken.addresses);
    if (text(spec.clusterIP) && asArray(spec.clusterIPs).length === 0) spec.clusterIPs = [text(spec.clusterIP)];
  }
  const used = new Set([...taken.ports, ...portsOf(service).map(({ nodePort }) => Number(nodePort ?? 0))]);
  if (needsNodePorts(service)) for (const port of portsOf(service)) port.nodePort ||= freePort(cluster, used);
  if (needsHealthPort(service)) spec.healthCheckNodePort ||= freePort(cluster, used);
}

/** One after the other, so that an address that has been given back is not somebody else's at once. */
function freeAddress(cluster: Cluster, range: string, taken: Set<string>): string {
  const first = numberOf(IPv4.networkAddressFromCIDR(range).toString()) + 1;
  const size = numberOf(IPv4.broadcastAddressFromCIDR(range).toString()) - first;
  const skipped = size > 2 * SKIPPED ? SKIPPED - 1 : 0;
  const handedOut = cluster.addressesGiven.get(range) ?? 0;
  for (let tried = 0; tried < size; tried++) {
    const address = ipv4Text(first + ((skipped + handedOut + tried) % size));
    if (taken.has(address)) continue;
    cluster.addressesGiven.set(range, handedOut + tried + 1);
    return address;
  }
  return "";
}

/** As with addresses. */
function freePort(cluster: Cluster, used: Set<number>): number {
  const size = LAST_PORT - FIRST_PORT + 1;
  for (let tried = 0; tried < size; tried++) {
    const port = FIRST_PORT + ((SKIPPED + cluster.portsGiven++) % size);
    if (used.has(port)) continue;
    used.add(port);
    return port;
  }
  return 0;
}

/** Addresses and ports that somebody asked for and cannot have. */
export function allocationFaults(cluster: Cluster, service: JsonObject, old: JsonObject | undefined): FieldError[] {
  const taken = takenBeside(cluster, service);
  const before = asArray(asObject(old?.spec).clusterIPs);
  const addresses = asArray(asObject(service.spec).clusterIPs).map(text);
  const isNew = !old || addresses.some((address) => !before.includes(address));
  const range = needsAddress(service) && isNew ? rangeFor(cluster, service) : undefined;
  const had = portsOf(old ?? {}).map(({ nodePort }) => nodePort);
  return [
    ...addresses.flatMap((address) => {
      if (address === "None" || before.includes(address) || !isIPv4(address) || range === undefined) return [];
      const isOutside = !IPv4.parse(address).match(IPv4.parseCIDR(range));
      const why = isOutside ? "the provided network does not match the current range" : "provided IP is already allocated";
      if (!isOutside && !taken.addresses.has(address)) return [];
      return [invalid("spec.clusterIPs", [address], `failed to allocate IP ${address}: ${why}`)];
    }),
    ...portsOf(service).flatMap(({ nodePort }, i) => {
      const port = Number(nodePort ?? 0);
      if (port === 0 || had.includes(port)) return [];
      const isOutside = port < FIRST_PORT || port > LAST_PORT;
      const why = isOutside
        ? `provided port is not in the valid range. The range of valid ports is ${FIRST_PORT}-${LAST_PORT}`
        : "provided port is already allocated";
      return isOutside || taken.ports.has(port) ? [invalid(`spec.ports[${i}].nodePort`, port, why)] : [];
    }),
  ];
}

const NETWORK_LABEL = "arktos.futurewei.com/network";
const DEFAULT_NETWORK = "default";

/** A Service that is gone gives its address back, for which the server asks its Network: without that it fails, too late. */
export function release(cluster: Cluster, service: JsonObject): void {
  try {
    rangeFor(cluster, service);
  } catch (error) {
    if (error instanceof StatusError) throw internal(`unable to determine service IPAM type: ${error.message}`);
    throw error;
  }
}

/**
 * The Network of a Service on Arktos, which looks it up at every write, for every type. The default Network may be missing.
 *
 * @throws StatusError 403 when the Network that its label names is not there
 */
function networkOf({ arktos, store }: Cluster, service: JsonObject): JsonObject | undefined {
  if (!arktos) return undefined;
  const tenant = text(metaOf(service).tenant);
  const name = text(labelsOf(service)[NETWORK_LABEL]) || DEFAULT_NETWORK;
  const network = store.get("networks.arktos.futurewei.com", keyOf(tenant, "", name));
  if (!network && name !== DEFAULT_NETWORK) throw refused(service, `network ${name} of tenant ${tenant} not found`);
  return network;
}

/**
 * From where a Service gets its address, which on Arktos its Network says. Undefined: not from the server, because somebody outside gives it.
 *
 * @throws StatusError 403 when its Network is not there, or has no range
 */
function rangeFor(cluster: Cluster, service: JsonObject): string | undefined {
  const { settings, featureGates } = cluster;
  const network = networkOf(cluster, service);
  if (!network) return settings.serviceCidr;
  const { ipam, cidrs } = asObject(asObject(network.spec).service);
  if (ipam === "External") return undefined;
  if (!featureGates.PerNetworkServiceIPAlloc) return settings.serviceCidr;
  const [range] = asArray(cidrs);
  if (range !== undefined) return text(range);
  throw refused(service, `no service cidr found for network ${nameOf(network)} of tenant ${text(metaOf(service).tenant)}`);
}

const refused = (service: JsonObject, why: string): StatusError => forbidden({ group: "", kind: "services", name: nameOf(service) }, why);
