import { isDeepStrictEqual } from "node:util";
import ipaddr from "ipaddr.js";
import { compareSubset } from "../lib/match.mjs";
import { brief } from "../lib/subset.mjs";

/** Checks of a case's expectations of the translation, by key of `then`. */
const CHECKS = {
  ok: () => [],
  error: () => [],
  note: () => [],
  assignment: (wanted, { pods }) => each(wanted, pods, "assignment", placed),
  assignments: (wanted, { pods }) => each(wanted, pods, "assignments", placed),
  annotations: (wanted, { pods }) => annotations(wanted, pods[0]?.annotations ?? {}),
  endpoint: (wanted, { endpoints }) => each(wanted, endpoints, "endpoint", placed),
  endpoints: (wanted, { endpoints }) => each(wanted, endpoints, "endpoints", placed),
  service: (wanted, { services }) => each(wanted, services, "service", service),
  services: (wanted, { services }) => each(wanted, services, "services", service),
  bouncersUpdatedInVpc: (wanted, { services }) => compareSubset(wanted, services[0]?.bouncersUpdatedInVpc, "bouncersUpdatedInVpc"),
  stores: (wanted, { objects }) => stores(wanted, objects.stores),
};

/** Returns the check for a key of `then`; undefined for an unknown key. */
export const checkOf = (key) => CHECKS[key] ?? (key.startsWith("created") ? created(key) : undefined);

/** `createdVpcs` and the like: what there is of that type beyond what was given; `created` alone is about all types. */
const created =
  (key) =>
  (wanted, { objects, known }) => {
    const type = key.slice("created".length).toLowerCase();
    const types = type ? [type] : ["networks", "vpcs", "subnets"];
    const bodies = types.flatMap((each) => (Array.isArray(objects[each]) ? objects[each] : []));
    const made = bodies.map(({ name, metadata }) => name ?? metadata.name).filter((name) => !known.includes(name));
    return compareSubset(
      wanted.map((item) => item.metadata?.name ?? item.name ?? item),
      made,
      key,
    );
  };

/** One entry, a list in the order of the objects, or entries by name. */
function each(wanted, actual, path, check) {
  if (Array.isArray(wanted)) {
    if (wanted.length !== actual.length) return [`${path}: expected ${wanted.length}, got ${actual.length}`];
    return wanted.flatMap((one, index) => check(one, actual[index], `${path}[${index}]`));
  }
  const byName = (name) => actual.find((entry) => entry && (entry.podName === name || entry.name === name));
  const named = wanted && Object.values(wanted).every((value) => typeof value === "object") && Object.keys(wanted).some(byName);
  if (named) return Object.entries(wanted).flatMap(([name, one]) => check(one, byName(name), `${path}.${name}`));
  return check(wanted, actual[0], path);
}

/** `ipIn` is about the address, everything else is taken as written. */
function placed(wanted, actual, path) {
  if (wanted === null) return actual ? [`${path}: expected nothing, got ${brief(actual)}`] : [];
  const { ipIn, ...rest } = wanted;
  return fields(ipIn === undefined ? rest : { ...rest, "ip.in": ipIn }, actual, path);
}

/** `spec.clusterIP` is our `clusterIP`. */
function service(wanted, actual, path) {
  const renamed = Object.entries(wanted).map(([key, value]) => [key.replace(/^spec\./, ""), value]);
  return fields(Object.fromEntries(renamed), actual, path);
}

/** Fields, and assertions about them: `ip.in` a range, `ip.not`, `ip.matches`. */
function fields(wanted, actual, path) {
  return Object.entries(wanted).flatMap(([key, value]) => {
    const [, field, assertion] = /^(.*)\.(in|not|matches)$/.exec(key) ?? [];
    if (!assertion) return compareSubset(value, actual?.[key] ?? undefined, `${path}.${key}`);
    const found = actual?.[field];
    const holds = {
      in: () => typeof found === "string" && ipaddr.parse(found).match(ipaddr.parseCIDR(value)),
      not: () => !isDeepStrictEqual(found, value),
      matches: () => new RegExp(value).test(found ?? ""),
    };
    return holds[assertion]() ? [] : [`${path}.${key}: expected ${brief(value)}, got ${brief(found)}`];
  });
}

/** Values other than plain words are compared as JSON: on the wire they are strings. */
function annotations(wanted, actual) {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const text = actual[name];
    const same =
      typeof value === "string"
        ? isDeepStrictEqual(parse(text), parse(value))
        : value === null
          ? text === undefined
          : isDeepStrictEqual(parse(text), value);
    return same ? [] : [`annotations.${name}: expected ${brief(value)}, got ${brief(text)}`];
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Names in an entry of a store are a set. */
function stores(wanted, actual) {
  const sorted = (value) => (Array.isArray(value) ? [...value].sort() : value);
  return Object.entries(wanted).flatMap(([store, entries]) =>
    Object.entries(entries ?? {}).flatMap(([key, value]) =>
      compareSubset(sorted(value), sorted(actual[store]?.[key] ?? (Array.isArray(value) ? [] : undefined)), `stores.${store}.${key}`),
    ),
  );
}
