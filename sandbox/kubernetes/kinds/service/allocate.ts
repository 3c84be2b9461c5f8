import { isIPv4 } from "node:net";
import { IPv4 } from "ipaddr.js";
import { asArray, asObject, type JsonObject, text } from "../../../shared/json";
import type { Cluster } from "../../cluster";
import { type FieldError, invalid } from "../../errors/field";
import { keyOfObject } from "../../resources/meta";
import { isHeadless, needsAddress, needsHealthPort, needsNodePorts, portsOf, specOf } from "./needs";

const FIRST_PORT = 30_000;
const LAST_PORT = 32_767;
/** Given out by hand are mostly addresses and ports at the beginning of a range. */
const SKIPPED = 256;

export interface Taken {
  addresses: Set<string>;
  ports: Set<number>;
}

/** What the other Services have. */
export function takenBeside(cluster: Cluster, service: JsonObject): Taken {
  const own = keyOfObject(service);
  const others = cluster.store.list("services").filter(([key]) => key !== own);
  const taken: Taken = { addresses: new Set(), ports: new Set() };
  for (const [, other] of others) {
    // each tenant has addresses of its own only where its Networks have ranges of their own
    for (const address of asArray(asObject(other.spec).clusterIPs)) taken.addresses.add(text(address));
    for (const port of portsOf(other)) if (port.nodePort) taken.ports.add(Number(port.nodePort));
    const health = Number(asObject(other.spec).healthCheckNodePort ?? 0);
    if (health > 0) taken.ports.add(health);
  }
  return taken;
}

/** Gives a Service the address, families and ports that it needs and does not have. */
export function allocate(cluster: Cluster, service: JsonObject, range: string | undefined, taken: Taken): void {
  const spec = specOf(service);
  if (needsAddress(service)) {
    families(service, spec);
    if (!text(spec.clusterIP) && range !== undefined) spec.clusterIP = freeAddress(cluster, range, taken.addresses);
    if (text(spec.clusterIP) && asArray(spec.clusterIPs).length === 0) spec.clusterIPs = [spec.clusterIP!];
  }
  const used = new Set([...taken.ports, ...portsOf(service).map((port) => Number(port.nodePort ?? 0))]);
  if (needsNodePorts(service)) for (const port of portsOf(service)) if (!port.nodePort) port.nodePort = freePort(cluster, used);
  if (needsHealthPort(service) && !spec.healthCheckNodePort) spec.healthCheckNodePort = freePort(cluster, used);
}

function families(service: JsonObject, spec: JsonObject): void {
  // without selector nobody knows which addresses will be behind it
  const anything = isHeadless(service) && Object.keys(asObject(spec.selector)).length === 0;
  spec.ipFamilyPolicy ??= anything ? "RequireDualStack" : "SingleStack";
  if (asArray(spec.ipFamilies).length === 0) spec.ipFamilies = anything ? ["IPv4", "IPv6"] : ["IPv4"];
}

/** One after the other, so that an address that has been given back is not somebody else's at once. */
function freeAddress(cluster: Cluster, range: string, taken: Set<string>): string {
  const first = numberOf(IPv4.networkAddressFromCIDR(range).toString()) + 1;
  const size = numberOf(IPv4.broadcastAddressFromCIDR(range).toString()) - first;
  const skipped = size > 2 * SKIPPED ? SKIPPED - 1 : 0;
  const begin = skipped + (cluster.addressesGiven.get(range) ?? 0);
  for (let tried = 0; tried < size; tried++) {
    const address = textOf(first + ((begin + tried) % size));
    if (taken.has(address)) continue;
    cluster.addressesGiven.set(range, begin + tried + 1 - skipped);
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

const numberOf = (address: string): number => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
const textOf = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");

/** Addresses and ports that somebody asked for and cannot have. */
export function allocationFaults(service: JsonObject, old: JsonObject | undefined, range: string | undefined, taken: Taken): FieldError[] {
  const spec = asObject(service.spec);
  const before = asArray(asObject(old?.spec).clusterIPs);
  const wanted = asArray(spec.clusterIPs).filter((address) => address !== "None" && !before.includes(address));
  const faults = wanted.flatMap((address) => {
    const refused = addressFault(text(address), range, taken);
    return refused ? [invalid("spec.clusterIPs", [address], `failed to allocate IP ${text(address)}: ${refused}`)] : [];
  });
  const had = new Set((old ? portsOf(old) : []).map((port) => port.nodePort));
  for (const [i, port] of portsOf(service).entries()) {
    const wish = Number(port.nodePort ?? 0);
    if (wish === 0 || had.has(wish)) continue;
    if (wish < FIRST_PORT || wish > LAST_PORT) {
      const why = `provided port is not in the valid range. The range of valid ports is ${FIRST_PORT}-${LAST_PORT}`;
      faults.push(invalid(`spec.ports[${i}].nodePort`, wish, why));
    } else if (taken.ports.has(wish)) faults.push(invalid(`spec.ports[${i}].nodePort`, wish, "provided port is already allocated"));
  }
  return faults;
}

function addressFault(address: string, range: string | undefined, taken: Taken): string | undefined {
  if (!isIPv4(address) || range === undefined) return undefined;
  if (!IPv4.parse(address).match(IPv4.parseCIDR(range))) return "the provided network does not match the current range";
  return taken.addresses.has(address) ? "provided IP is already allocated" : undefined;
}
