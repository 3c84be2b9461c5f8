// The preflight checks of Avi: system limits, references by name, free addresses of its own IPAM.

import { LbError } from "../../resources/diagnostic";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { missing, tooFew, unseen } from "../lifecycle/preview/findings";
import { limitFindings } from "../lifecycle/preview/limits";
import type { Preflight, PreflightInput, PreflightProbe } from "../lifecycle/preview/preflight";
import type { Finding } from "../lifecycle/preview/refusal";
import type { AviObject } from "./client/answers";
import { type AviApi, apiFor } from "./client/api";
import { systemLimits } from "./limits";

/** Questions to a controller: its system limits, objects that the plan refers to by name, and free addresses of its own IPAM. */
export const preflight: Preflight = (config, question) => {
  const api = apiFor(config);
  const grown = Object.keys(question.added.counts).length > 0 || Object.keys(question.needs.largest ?? {}).length > 0;
  return [
    ...(grown ? [limitProbe(api, question)] : []),
    ...referenceProbes(api, question),
    ...(Object.keys(question.added.addresses).length > 0 ? [addressProbe(api, question)] : []),
  ];
};

function limitProbe(api: AviApi, { needs, added, once }: PreflightInput): PreflightProbe {
  return () =>
    unseenIsWarning("the system limits", async () => {
      const limits = await once(api, "limits", () => systemLimits(api));
      return limitFindings(needs.largest ?? {}, limits, added.counts);
    });
}

/** Searches a name in the tenant, and then in the tenant admin, whose shared objects a reference may name. */
const ADMIN = "admin";

/** One list of each type, of the names alone. */
function referenceProbes(
  api: AviApi,
  { needs: { references = {} }, tenant = api.session.settings.tenant, once }: PreflightInput,
): PreflightProbe[] {
  const types = [...new Set(Object.keys(references).map((name) => name.slice(0, name.indexOf("/"))))];
  /** Existing names, to find the one that is meant; none without the right to see them. */
  const namesOf = async (type: string) => {
    const all = once(api, `names of ${type} ${tenant}`, () => api.list(type, "fields=name&page_size=100", tenant, `list of ${type}`));
    return all.then((list) => list.map(({ name }) => name)).catch(() => []);
  };
  return types.map((type) => {
    const referenced = Object.keys(references).flatMap((name) => (name.startsWith(`${type}/`) ? [name.slice(type.length + 1)] : []));
    const list = async (names: readonly string[], from: string) => {
      const query = `name.in=${names.map(encodeURIComponent).join(",")}&fields=name&page_size=100`;
      return once(api, `${type} ${from} ${names}`, () => api.list(type, query, from, `list of ${type}`));
    };
    return () =>
      unseenIsWarning(`objects of type ${type}`, async () => {
        const without = async (names: readonly string[], from: string) => {
          const existing = new Set(names.length === 0 ? [] : (await list(names, from)).map(({ name }) => name));
          return names.filter((name) => !existing.has(name));
        };
        const unknown = await without(referenced, tenant);
        const gone = tenant === ADMIN ? unknown : await without(unknown, ADMIN);
        const others = gone.length > 0 ? await namesOf(type) : [];
        return gone.map((name) => missing(type, name, references[`${type}/${name}`] ?? "", others));
      });
  });
}

/** Addresses of networks whose ranges stand on the controller; those of another IPAM it does not tell. */
function addressProbe(
  api: AviApi,
  { needs, added: { addresses }, tenant = api.session.settings.tenant, once }: PreflightInput,
): PreflightProbe {
  const { cloud } = api.session.settings;
  const query = `page_size=100&include_name=true${cloud ? `&cloud_ref.name=${encodeURIComponent(cloud)}` : ""}`;
  const list = (type: string) => once(api, `${type} of ${cloud}`, () => api.list(type, query, tenant, `list of ${type}`));
  return () =>
    unseenIsWarning("networks", async () => {
      const [networks, vsVips] = await Promise.all([list("network"), list("vsvip")]);
      const taken = new Set(vsVips.flatMap(({ vip }) => objectsIn(vip)).map((vip) => addrIn(vip.ip_address)));
      return Object.entries(addresses).flatMap(([place, neededCount]) => {
        const name = place.slice("network/".length);
        const ranges = networks.filter((network) => name === "*" || network.name === name).flatMap(rangesOf);
        if (ranges.length === 0) return [];
        const all = new Set(ranges.flatMap(({ first, last }) => addressesFrom(first, last)));
        const free = [...all].filter((address) => !taken.has(address)).length;
        const where = name === "*" ? `cloud ${cloud}` : `network ${name}`;
        return neededCount > free ? [tooFew(where, free, neededCount, needs.references?.[place])] : [];
      });
    });
}

/** More addresses than any plan needs. */
const MANY = 65_536;

function addressesFrom(first: number, last: number): string[] {
  const count = Math.min(last - first + 1, MANY);
  return Array.from({ length: count }, (_, i) => [24, 16, 8, 0].map((shift) => Math.floor((first + i) / 2 ** shift) % 256).join("."));
}

/** Ranges of which service engines alone get addresses. */
const ENGINES_ALONE = "STATIC_IPS_FOR_SE";

/** `static_ip_ranges`, before 20.1.3 `static_ranges`; of IPv4, as VIPs are allocated from. */
function rangesOf({ configured_subnets }: AviObject): { first: number; last: number }[] {
  return objectsIn(configured_subnets).flatMap(({ static_ip_ranges, static_ranges }) => {
    const forVips = objectsIn(static_ip_ranges).filter(({ type }) => type !== ENGINES_ALONE);
    const all = [...forVips.map(({ range }) => (isObject(range) ? range : {})), ...objectsIn(static_ranges)];
    return all.flatMap(({ begin, end }) => {
      const [first, last] = [numberOf(addrIn(begin)), numberOf(addrIn(end))];
      return first > 0 && last >= first ? [{ first, last }] : [];
    });
  });
}

const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

const addrIn = (value: unknown): string => (isObject(value) && typeof value.addr === "string" ? value.addr : "");

function numberOf(address: string): number {
  const parts = address.split(".").map(Number);
  return parts.length === 4 && parts.every(Number.isInteger) ? parts.reduce((sum, part) => sum * 256 + part, 0) : 0;
}

/** Reports objects that the role may not see as a warning, so that the run continues. */
async function unseenIsWarning(what: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof LbError && error.code === "LB2010") return [unseen(what, error.message.split("\n")[0] ?? "")];
    throw error;
  }
}
