import { compareSubset } from "../lib/match.mjs";
import { brief } from "../lib/subset.mjs";
import { refusal, verdict } from "./mizar-live-errors.mjs";
import { dotted } from "./mizar-live-fields.mjs";

/** Checks of a case's expectations of the server, by key of `then`. Each check gets the expected value, the world, and all of `then`. */
const CHECKS = {
  ok: async (expected, world, then) => [...(expected ? world.answers.flatMap(refusal) : []), ...(await deletion(expected, world, then))],
  note: () => [],
  error: verdict,
  object: async (expected, world) => dotted(expected, await live(world), "object"),
  stays: async (expected, world) => dotted(expected, await live(world), "stays"),
  pod: async (expected, world) => dotted(expected, await live(world), "pod"),
  network: async (expected, world) => dotted(expected, await live(world), "network"),
  service: async (expected, world) => dotted(inSpec(expected), await live(world), "service"),
  status: async (expected, world) => compareSubset(expected, (await live(world))?.status ?? {}, "status"),
  statusUpdated,
  annotations,
  gone: async (expected, world) => (Boolean(await live(world)) === expected ? [`gone: expected ${expected}`] : []),
  deleted: async (expected, world) => (Boolean(await live(world)) === expected ? [`deleted: expected ${expected}`] : []),
  hangs: async (expected, world) =>
    Boolean((await live(world))?.metadata.deletionTimestamp) === expected ? [] : [`hangs: expected ${expected}`],
  children,
  endpoint: (expected, world) => endpoints([expected].filter(Boolean), expected === null, world),
  endpoints: (expected, world) => endpoints(expected, true, world),
  created,
  createdVpcs: (expected, world) => beyond("Vpc", expected, world),
  createdSubnets: (expected, world) => beyond("Subnet", expected, world),
  namespaces,
};

export const checkOf = (key) => CHECKS[key];

const live = ({ api, subjects }) => api.get(subjects.at(-1));

/** A deletion that succeeds ends, one that does not leaves the object, unless the case says more. */
async function deletion(expected, world, then) {
  if (!world.isDeletion || ["object", "stays", "status", "network", "gone", "hangs"].some((key) => key in then)) return [];
  const isThere = (await live(world)) !== undefined;
  return isThere === expected ? [expected ? "it is still there" : "it is gone"] : [];
}

/** A Service's own fields may stand without `spec`. */
const inSpec = (expected) =>
  Object.fromEntries(Object.entries(expected).map(([key, value]) => [/^(spec|status|metadata)\b/.test(key) ? key : `spec.${key}`, value]));

/** Nothing wanted: no one has placed the object. */
async function annotations(expected, world) {
  const found = (await live(world))?.metadata.annotations ?? {};
  if (expected && Object.keys(expected).length > 0) return compareSubset(expected, found, "annotations");
  return Object.keys(found)
    .filter((name) => name.startsWith("mizar.com/"))
    .map((name) => `annotations: there is ${name}`);
}

async function statusUpdated(expected, world) {
  const before = world.given.network?.status ?? {};
  const now = (await live(world))?.status ?? {};
  const changed = ["phase", "message", "dnsServiceIP"].some((field) => (before[field] ?? "") !== (now[field] ?? ""));
  return changed === expected ? [] : [`statusUpdated: expected ${expected}, ${brief(before)} is ${brief(now)}`];
}

const SINGULAR = { dividers: "Divider", bouncers: "Bouncer", endpoints: "Endpoint", subnets: "Subnet", droplets: "Droplet", vpcs: "Vpc" };

/** Mizar's objects below the object of the operation: how many, their names, their fields. */
async function children(expected, world) {
  const { kind, name } = world.subjects.at(-1);
  const field = kind === "Subnet" ? "net" : "vpc";
  const problems = [];
  for (const [plural, { count, nameMatches, ...fields }] of Object.entries(expected)) {
    const found = (await world.api.list(SINGULAR[plural])).filter(({ spec }) => spec[field] === name);
    const path = `children.${plural}`;
    if (count !== undefined && found.length !== count) problems.push(`${path}: expected ${count}, got ${found.length}`);
    for (const child of found) {
      if (nameMatches && !new RegExp(nameMatches).test(child.metadata.name)) problems.push(`${path}: the name is ${child.metadata.name}`);
      problems.push(...dotted(fields, child, path));
    }
  }
  return problems;
}

/** Endpoints by name; `exactly`: there are no others but those of the nodes, of the controllers, and of the state before. */
async function endpoints(expected, exactly, { api, given, subjects }) {
  const list = await api.list("Endpoint");
  const problems = [];
  const known = new Set((given.endpoints ?? []).map((one) => one.name ?? one.metadata.name));
  const own = list.filter(({ spec, metadata }) => spec.type !== "host" && !known.has(metadata.name) && isOf(metadata.name, subjects));
  if (exactly && own.length !== expected.length)
    problems.push(`endpoints: expected ${expected.length}, got ${brief(own.map(({ metadata }) => metadata.name))}`);
  for (const [index, { name, ...fields }] of expected.entries()) {
    const found = name === undefined ? own[index] : list.find(({ metadata }) => metadata.name === name);
    const flat = found && { ...found.spec, name: found.metadata.name };
    const { ipIn, ...rest } = fields;
    problems.push(
      ...(flat
        ? dotted(ipIn === undefined ? rest : { ...rest, "ip.in": ipIn }, flat, `endpoint ${name ?? index}`)
        : [`there is no endpoint ${name ?? index}`]),
    );
  }
  return problems;
}

const isOf = (endpoint, subjects) => subjects.some(({ name, namespace }) => endpoint.startsWith(`${name}-${namespace}`));

/** Objects that controllers made, and of the kinds among them no others; an empty list is about Vpcs, Subnets and Networks. */
async function created(expected, world) {
  const problems = [];
  for (const object of expected) {
    const { name, namespace = "default", tenant = "system" } = object.metadata;
    const found = await world.api.get({ kind: object.kind, name, namespace, tenant });
    problems.push(...(found ? compareSubset(object, found, `created ${object.kind} ${name}`) : [`${object.kind} ${name} was not created`]));
  }
  const kinds = expected.length === 0 ? ["Vpc", "Subnet", "Network"] : [...new Set(expected.map(({ kind }) => kind))];
  for (const kind of kinds.filter((each) => ["Vpc", "Subnet", "Network"].includes(each))) {
    problems.push(
      ...(await beyond(
        kind,
        expected.filter((object) => object.kind === kind),
        world,
      )),
    );
  }
  return problems;
}

/** The objects of a kind beyond those that were given or asked for, by name. */
async function beyond(kind, expected, { api, given, subjects, tenants }) {
  const subject = subjects.at(-1);
  const tenant = tenants && kind === "Network" ? (subject.kind === "Tenant" ? subject.name : subject.tenant) : "system";
  const lists = { Vpc: given.vpcs, Subnet: given.subnets, Network: [...(given.networks ?? []), ...(given.network ? [given.network] : [])] };
  const before = (lists[kind] ?? []).map((one) => one.name ?? one.metadata.name);
  const subjectNames = subjects.filter((one) => one.kind === kind).map(({ name }) => name);
  const made = (await api.list(kind, { tenant }))
    .map(({ metadata }) => metadata.name)
    .filter((name) => ![...before, ...subjectNames].includes(name));
  const names = expected.map((one) => one.metadata?.name ?? one.name ?? one);
  return compareSubset(names.sort(), made.sort(), `created ${kind}s`);
}

/** The namespaces of a tenant; it may have more. */
async function namespaces(expected, { api, subjects }) {
  const { kind, name, tenant } = subjects.at(-1);
  const found = (await api.list("Namespace", { tenant: kind === "Tenant" ? name : tenant })).map(({ metadata }) => metadata.name);
  return expected.filter((one) => !found.includes(one)).map((one) => `namespace ${one} is missing among ${brief(found)}`);
}
