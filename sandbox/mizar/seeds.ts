// Short form for the state of a cluster in test cases.
import { asArray, asObject, isObject, type Json, type JsonObject, text } from "../shared/json";
import type { SeededRandom } from "../shared/random";
import type { MizarKind, NewObject, WatchedKind } from "./api/kinds";

/** The state of a cluster in short form, as cases write it; see docs/contributing/sandboxes.md#mizar-and-arktos. */
export type SeedInput = JsonObject;

/** Lists of objects, by key: what kind they are of. */
export const LISTS = {
  vpcs: "Vpc",
  subnets: "Subnet",
  dividers: "Divider",
  bouncers: "Bouncer",
  endpoints: "Endpoint",
  networks: "Network",
  pods: "Pod",
  services: "Service",
} as const;

/** Single objects, by key. */
export const SINGLES = { network: "Network", service: "Service", pod: "Pod" } as const;

/** Entries of a list that are names or objects. */
export const entriesOf = (seedInput: SeedInput, key: string): JsonObject[] =>
  asArray(seedInput[key]).map((entry) => (isObject(entry) ? entry : { name: entry }));

/** Fields of an entry in short form that belong into its metadata; the rest is its spec. */
const SHORT_METADATA = ["name", "namespace", "tenant", "labels", "annotations", "deletionTimestamp", "finalizers"];

const fieldsOf = (entry: JsonObject, ofMetadata: boolean): JsonObject =>
  Object.fromEntries(
    Object.entries(entry).filter(([field, value]) => value !== undefined && SHORT_METADATA.includes(field) === ofMetadata),
  );

/** An entry in short or long form: `{name, ip, prefix, status}` means the object with that spec. */
export function metadataOf(entry: JsonObject): { name: string; [field: string]: Json } {
  const metadata = isObject(entry.metadata) ? entry.metadata : fieldsOf(entry, true);
  return { ...metadata, name: text(metadata.name) };
}

/** The spec of an entry in either form. */
function specOf(entry: JsonObject): JsonObject {
  if (isObject(entry.metadata) || isObject(entry.spec)) return asObject(entry.spec);
  return fieldsOf(entry, false);
}

/** An object to begin with. */
export interface Seed {
  create: NewObject;
  /** Written after it, where its kind keeps the status apart. */
  status?: JsonObject;
  /** Somebody has deleted it already, and its finalizers hold it. */
  isDeleted?: boolean;
}

type SeedRandom = Pick<SeededRandom, "hex" | "uuid4">;

/** Mizar's objects of a state, parents first; what a provisioned Vpc or Subnet has below it comes along. */
export function mizarSeeds(seedInput: SeedInput, random: SeedRandom): Seed[] {
  const vpcs = entriesOf(seedInput, "vpcs").map((entry) => {
    const name = metadataOf(entry).name;
    return seed("Vpc", entry, { ip: "10.20.0.0", prefix: "16", dividers: 1, vni: name === "vpc0" ? "1" : vni(random), ...specOf(entry) });
  });
  const vniOf = (vpc: unknown) => text(specOfSeed(vpcs.find(({ create }) => create.metadata.name === vpc)).vni);
  const subnets = entriesOf(seedInput, "subnets").map((entry) => {
    const spec = specOf(entry);
    return seed("Subnet", entry, { ip: "10.20.0.0", prefix: "16", bouncers: 1, vni: vniOf(spec.vpc), ...spec });
  });
  return [
    ...dropletSeeds(seedInput),
    ...vpcs,
    ...(seedInput.dividers ? plain(seedInput, "dividers") : vpcs.flatMap((vpc) => dividersOf(vpc, random))),
    ...subnets,
    ...(seedInput.bouncers ? plain(seedInput, "bouncers") : subnets.flatMap((subnet) => bouncersOf(subnet, random))),
    ...entriesOf(seedInput, "endpoints").map((entry) => seed("Endpoint", entry, { type: "simple", ...specOf(entry) })),
  ];
}

/** The other objects of a state, in their order. */
export function otherSeeds(seedInput: SeedInput): Seed[] {
  const keys = ["network", "service", "pod"] as const;
  const single = keys.flatMap((key) => (isObject(seedInput[key]) ? object(SINGLES[key], seedInput[key]) : []));
  const lists = ["networks", "services", "pods"] as const;
  const fromLists = lists.flatMap((key) => entriesOf(seedInput, key).map((entry) => object(LISTS[key], entry)));
  const any = entriesOf(seedInput, "objects").map((entry) => object(text(entry.kind) as WatchedKind, entry));
  return [...single, ...fromLists, ...any];
}

function dropletSeeds(seedInput: SeedInput): Seed[] {
  const node = asObject(seedInput.node);
  const names = seedInput.droplets ? entriesOf(seedInput, "droplets") : node.droplet === undefined ? [] : [{ name: node.droplet }];
  return names.map((entry, index) => {
    const { name } = metadataOf(entry);
    const isNode = name === node.droplet && node.hostIP !== undefined;
    const ip = isNode ? text(node.hostIP) : `172.18.0.${3 + index}`;
    const mac = `02:42:ac:12:00:${(3 + index).toString(16).padStart(2, "0")}`;
    return seed("Droplet", entry, { main_ip: ip, ip, mac, itf: "eth0", ...specOf(entry) });
  });
}

const plain = (seedInput: SeedInput, key: "dividers" | "bouncers"): Seed[] =>
  entriesOf(seedInput, key).map((entry) => seed(LISTS[key], entry, specOf(entry)));

/** Seed of an entry; its status is `Provisioned` unless the entry names another. */
const seed = (kind: MizarKind, entry: JsonObject, spec: JsonObject): Seed => ({
  create: { kind, metadata: metadataOf(entry), spec: { status: "Provisioned", ...spec } },
});

/** Kinds whose status is not taken with the object. */
const WITH_STATUS: readonly string[] = ["Network", "Pod", "Service", "Node", "Namespace", "Tenant", "Deployment"] satisfies WatchedKind[];

function object(kind: WatchedKind, entry: JsonObject): Seed {
  const { deletionTimestamp, ...metadata } = metadataOf(entry);
  const isLong = isObject(entry.metadata) || isObject(entry.spec);
  const { status, metadata: _metadata, name: _name, tenant: _tenant, ...rest } = entry;
  const body = isLong ? rest : { spec: specOf(entry) };
  const isApart = WITH_STATUS.includes(kind);
  if (!isApart && status !== undefined) return { create: { ...body, kind, metadata, status } };
  const isDeleted = deletionTimestamp !== undefined && isApart;
  if (isDeleted && !metadata.finalizers) metadata.finalizers = ["arktos.futurewei.com/network"];
  return {
    create: { ...body, kind, metadata },
    ...(isLong && isObject(status) && Object.keys(status).length > 0 ? { status } : {}),
    ...(isDeleted ? { isDeleted } : {}),
  };
}

function dividersOf(vpc: Seed, random: SeedRandom): Seed[] {
  const spec = specOfSeed(vpc);
  const { name } = vpc.create.metadata;
  return below(spec, "dividers").map(() =>
    seed("Divider", { name: `${name}-d-${random.uuid4()}` }, { vpc: name, vni: "", ip: "", mac: "", droplet: "" }),
  );
}

function bouncersOf(subnet: Seed, random: SeedRandom): Seed[] {
  const spec = specOfSeed(subnet);
  const { name } = subnet.create.metadata;
  const [vpc, vni, nip, prefix] = [text(spec.vpc), text(spec.vni), text(spec.ip), text(spec.prefix)];
  const bouncerSpec = { vpc, net: name, ip: "", mac: "", droplet: "", vni, nip, prefix };
  return below(spec, "bouncers").map(() => seed("Bouncer", { name: `${name}-b-${random.uuid4()}` }, bouncerSpec));
}

const below = (spec: JsonObject, field: string): unknown[] =>
  spec.status === "Provisioned" ? Array.from({ length: Number(spec[field]) || 0 }) : [];

const specOfSeed = (seed: Seed | undefined): JsonObject => asObject(seed?.create.spec);

const vni = (random: SeedRandom): string => String(Number.parseInt(random.hex(3), 16));
