// The preflight checks of OpenStack: quotas, references, free addresses.

import ipaddr from "ipaddr.js";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { missing, tooFew, unseen } from "../lifecycle/preview/findings";
import { limitFindings } from "../lifecycle/preview/limits";
import type { Preflight, PreflightInput, PreflightProbe } from "../lifecycle/preview/preflight";
import type { Finding } from "../lifecycle/preview/refusal";
import { connect, type OpenStack } from "./client";
import { failedBecause, isMissingService } from "./client/errors";
import { readSettings } from "./client/settings";
import { WITHOUT_ID } from "./load-balancer/adoption";
import { floatingIpFindings, namedFloatingIps } from "./named-floating-ips";
import { quotas, RULES } from "./quotas";

/** Questions to OpenStack: quotas, objects that the plan refers to, free addresses. Without Keystone there are no quotas. */
export const preflight: Preflight = (config, question) => {
  const stack = connect(config);
  const { credentials, endpoints } = readSettings(config);
  const enforced = credentials.method !== "none";
  // one address for all services is that of Octavia alone
  const alone = !enforced && endpoints.network === endpoints["load-balancer"];
  const grown = Object.keys(question.added.counts);
  const named = alone ? [] : namedFloatingIps(question);
  return [
    ...(enforced && grown.length > 0 ? [quotaProbe(stack, question, grown)] : []),
    ...referenceProbes(stack, question, alone ? LBAAS : Object.keys(LISTS)),
    ...(Object.keys(question.added.addresses).length > 0 && !alone
      ? [() => unseenIsWarning("addresses", () => addressFindings(stack, question))]
      : []),
    ...(named.length > 0 ? [() => unseenIsWarning("floating IPs", () => floatingIpFindings(stack, question, named))] : []),
    async () => limitFindings(question.needs.largest ?? {}, RULES),
  ];
};

function quotaProbe(stack: OpenStack, { needs, added, tenant, once }: PreflightInput, kinds: readonly string[]): PreflightProbe {
  return () =>
    unseenIsWarning("the quotas of the project", async () => {
      const rows = await once(stack, `quotas ${tenant ?? ""} ${kinds}`, () => quotas(stack, tenant, kinds));
      return limitFindings(needs.largest ?? {}, rows, added.counts);
    });
}

interface PreflightList {
  /** Names or ids of those that are there, at least of the wanted ones. */
  list(stack: OpenStack, names: readonly string[]): Promise<string[]>;
  /** True if objects that are missing in the list may still exist. */
  unsure?: boolean;
  /** Remedy where the spec that names a missing object gets an object of its own, and the run continues. */
  ownInstead?: string;
}

/** Lists in which a reference must exist. Octavia takes only networks that the user sees (`allow_invisible_resource_usage` is off by default). */
const LISTS: { readonly [type: string]: PreflightList } = {
  // @unverified octavia/providers
  provider: { list: async ({ octavia }) => texts(await octavia.list("/v2/lbaas/providers", "providers"), "name") },
  flavor: { list: async ({ octavia }) => texts(await octavia.list("/v2/lbaas/flavors", "flavors"), "id") },
  availability_zone: {
    list: async ({ octavia }) => texts(await octavia.list("/v2/lbaas/availabilityzones", "availability_zones"), "name"),
  },
  loadbalancer: {
    list: async ({ octavia }) => texts(await octavia.list("/v2/lbaas/loadbalancers", "loadbalancers"), "id"),
    ownInstead: WITHOUT_ID,
  },
  subnet: { list: async ({ network }, id) => texts(await network.list("/v2.0/subnets", "subnets", { id, fields: ["id"] }), "id") },
  network: { list: async ({ network }, id) => texts(await network.list("/v2.0/networks", "networks", { id, fields: ["id"] }), "id") },
  // a container of another project may be opened to Octavia
  container: { list: ({ keyManager }, references) => containers(keyManager, references), unsure: true },
};

/** Listeners may name a container, or a secret in PKCS12; the host in a reference is the name the service knows itself by. */
async function containers(keyManager: OpenStack["keyManager"], references: readonly string[]): Promise<string[]> {
  const [held, secrets] = await Promise.all([keyManager.list("/v1/containers", "containers"), keyManager.list("/v1/secrets", "secrets")]);
  const idOf = (reference: string) => reference.replace(/\/+$/, "").split("/").at(-1);
  const ids = new Set([...texts(held, "container_ref"), ...texts(secrets, "secret_ref")].map(idOf));
  return references.filter((reference) => ids.has(idOf(reference)));
}

/** Types that Octavia itself lists. */
const LBAAS: readonly string[] = ["provider", "flavor", "availability_zone", "loadbalancer"];

function referenceProbes(
  stack: OpenStack,
  { needs: { references = {} }, once }: PreflightInput,
  types: readonly string[],
): PreflightProbe[] {
  return Object.entries(LISTS).flatMap(([type, { list, unsure, ownInstead }]): PreflightProbe[] => {
    if (!types.includes(type)) return [];
    const referenced = Object.keys(references).flatMap((name) => (name.startsWith(`${type}/`) ? [name.slice(type.length + 1)] : []));
    if (referenced.length === 0) return [];
    return [
      () =>
        unseenIsWarning(`${type}s`, async () => {
          const others = await once(stack, `${type} ${referenced}`, () => list(stack, referenced));
          const existing = new Set(others);
          const gone = referenced.filter((name) => !existing.has(name));
          if (ownInstead && gone.length > 1 && gone.length === referenced.length) return [noneOf(type, gone, references)];
          return gone.map((name) => {
            const owner = references[`${type}/${name}`] ?? "";
            if (ownInstead) {
              const message = `${type} ${name} does not exist; ${owner}, which names it, gets one of its own`;
              return { code: "LB2074", fails: false, message, remedy: ownInstead };
            }
            return { ...missing(type, name, owner, others), ...(unsure ? { fails: false } : {}) };
          });
        }),
    ];
  });
}

/** Number of objects that a message names. */
const NAMED = 3;

/** All of several: one may have been deleted, but credentials of another project see none. Each would be made again there. */
function noneOf(type: string, gone: readonly string[], references: Readonly<Record<string, string>>): Finding {
  const named = gone.slice(0, NAMED).map((name) => `${name} of ${references[`${type}/${name}`] ?? "the specs"}`);
  const more = gone.length > NAMED ? ` and ${gone.length - NAMED} more` : "";
  return {
    code: "LB2074",
    fails: true,
    message: `none of the ${gone.length} ${type}s that specs name by id exists (${named.join(", ")}${more}): the credentials probably belong to another project`,
    remedy:
      "Use credentials of the project that has them. If all of them are gone, remove the ids (of a Service: the annotation loadbalancer.openstack.org/load-balancer-id), or set `preflight: false` for one run.",
  };
}

/**
 * Free addresses: Neutron counts them for those who may ask (network-ip-availability, administrators by default); for others the ranges of
 * the subnet less the ports that the project itself sees, which is more than there can be.
 */
async function addressFindings(stack: OpenStack, { added: { addresses }, needs }: PreflightInput): Promise<Finding[]> {
  const of = (type: string) =>
    Object.keys(addresses).flatMap((place) => (place.startsWith(`${type}/`) ? [place.slice(type.length + 1)] : []));
  const list = (field: string, ids: string[]) => (ids.length > 0 ? stack.network.list("/v2.0/subnets", "subnets", { [field]: ids }) : []);
  const within = (await Promise.all([list("id", of("subnet")), list("network_id", of("network"))])).flat();
  const freeBySubnet = await availability(stack, [...new Set(within.map(({ network_id }) => String(network_id)))]);
  const ports = freeBySubnet.size < within.length ? await stack.network.list("/v2.0/ports", "ports", { fields: ["fixed_ips"] }) : [];
  const freeIn = (subnet: JsonObject) => freeBySubnet.get(String(subnet.id)) ?? sizeOf(subnet) - takenIn(subnet, ports);
  return Object.entries(addresses).flatMap(([place, neededCount]) => {
    const [type, id] = [place.slice(0, place.indexOf("/")), place.slice(place.indexOf("/") + 1)];
    const subnets = within.filter((subnet) => (type === "subnet" ? subnet.id : subnet.network_id) === id);
    if (subnets.length === 0) return [];
    const free = subnets.map(freeIn).reduce((a, b) => a + b, 0);
    return neededCount > free ? [tooFew(`${type} ${id}`, free, neededCount, needs.references?.[place])] : [];
  });
}

/** By subnet, as far as the user may ask. */
async function availability({ network }: OpenStack, ids: readonly string[]): Promise<Map<string, number>> {
  try {
    const path = "/v2.0/network-ip-availabilities";
    const answers = await network.list(path, "network_ip_availabilities", { network_id: ids });
    const subnets = answers.flatMap(({ subnet_ip_availability: list }) => (Array.isArray(list) ? list.filter(isObject) : []));
    return new Map(subnets.map(({ subnet_id, total_ips, used_ips }) => [String(subnet_id), Number(total_ips) - Number(used_ips)]));
  } catch (error) {
    if (failedBecause(error, "forbidden", "not-found")) return new Map();
    throw error;
  }
}

function sizeOf({ allocation_pools: pools }: JsonObject): number {
  const ranges = Array.isArray(pools) ? pools.filter(isObject) : [];
  return ranges.reduce((sum, { start, end }) => sum + Number(numberOf(end) - numberOf(start) + 1n), 0);
}

function takenIn({ id, allocation_pools: pools }: JsonObject, ports: readonly JsonObject[]): number {
  const ranges = Array.isArray(pools) ? pools.filter(isObject) : [];
  const addresses = ports.flatMap(({ fixed_ips }) => (Array.isArray(fixed_ips) ? fixed_ips.filter(isObject) : []));
  const taken = addresses.filter(({ subnet_id }) => subnet_id === id).map(({ ip_address }) => numberOf(ip_address));
  return taken.filter((one) => ranges.some(({ start, end }) => numberOf(start) <= one && one <= numberOf(end))).length;
}

/** An address as a number; a range of IPv6 is larger than a double can count. */
function numberOf(address: unknown): bigint {
  return ipaddr
    .parse(String(address))
    .toByteArray()
    .reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

function texts(objects: readonly JsonObject[], field: string): string[] {
  return objects.map((object) => object[field]).filter((value) => typeof value === "string");
}

/** Reports a forbidden list as a warning; a cloud without the service has no findings. */
async function unseenIsWarning(what: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (isMissingService(error)) return [];
    if (failedBecause(error, "forbidden")) return [unseen(what, error.text)];
    throw error;
  }
}
