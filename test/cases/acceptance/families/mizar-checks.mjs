import { isDeepStrictEqual } from "node:util";
import ipaddr from "ipaddr.js";
import { compareSubset } from "../lib/match.mjs";
import { brief } from "../lib/subset.mjs";

/** Checks of a case's expectations of the translation, by key of `then`. */
const CHECKS = {
  ok: () => [],
  error: () => [],
  note: () => [],
  assignment: (expected, { pods }) => each(expected, pods, "assignment", placed),
  assignments: (expected, { pods }) => each(expected, pods, "assignments", placed),
  annotations: (expected, { pods }) => annotations(expected, pods[0]?.annotations ?? {}),
  endpoint: (expected, { endpoints }) => each(expected, endpoints, "endpoint", placed),
  endpoints: (expected, { endpoints }) => each(expected, endpoints, "endpoints", placed),
  service: (expected, { services }) => each(expected, services, "service", service),
  services: (expected, { services }) => each(expected, services, "services", service),
  bouncersUpdatedInVpc: (expected, { services }) => compareSubset(expected, services[0]?.bouncersUpdatedInVpc, "bouncersUpdatedInVpc"),
  stores: (expected, { objects }) => stores(expected, objects.stores),
};

/** Returns the check for a key of `then`; undefined for an unknown key. */
export const checkOf = (key) => CHECKS[key] ?? (key.startsWith("created") ? created(key) : undefined);

/** `createdVpcs` and the like: what there is of that type beyond what was given; `created` alone is about all types. */
const created =
  (key) =>
  (expected, { objects, known }) => {
    const type = key.slice("created".length).toLowerCase();
    const types = type ? [type] : ["networks", "vpcs", "subnets"];
    const bodies = types.flatMap((each) => (Array.isArray(objects[each]) ? objects[each] : []));
    const made = bodies.map(({ name, metadata }) => name ?? metadata.name).filter((name) => !known.includes(name));
    return compareSubset(
      expected.map((item) => item.metadata?.name ?? item.name ?? item),
      made,
      key,
    );
  };

/** One entry, a list in the order of the objects, or entries by name. */
function each(expected, actual, path, check) {
  if (Array.isArray(expected)) {
    if (expected.length !== actual.length) return [`${path}: expected ${expected.length}, got ${actual.length}`];
    return expected.flatMap((one, index) => check(one, actual[index], `${path}[${index}]`));
  }
  const byName = (name) => actual.find((entry) => entry && (entry.podName === name || entry.name === name));
  const named = expected && Object.values(expected).every((value) => typeof value === "object") && Object.keys(expected).some(byName);
  if (named) return Object.entries(expected).flatMap(([name, one]) => check(one, byName(name), `${path}.${name}`));
  return check(expected, actual[0], path);
}

/** `ipIn` is about the address, everything else is taken as written. */
function placed(expected, actual, path) {
  if (expected === null) return actual ? [`${path}: expected nothing, got ${brief(actual)}`] : [];
  const { ipIn, ...rest } = expected;
  return fields(ipIn === undefined ? rest : { ...rest, "ip.in": ipIn }, actual, path);
}

/** `spec.clusterIP` is our `clusterIP`. */
function service(expected, actual, path) {
  const renamed = Object.entries(expected).map(([key, value]) => [key.replace(/^spec\./, ""), value]);
  return fields(Object.fromEntries(renamed), actual, path);
}

/** Fields, and assertions about them: `ip.in` a range, `ip.not`, `ip.matches`. */
function fields(expected, actual, path) {
  return Object.entries(expected).flatMap(([key, value]) => {
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
function annotations(expected, actual) {
  return Object.entries(expected).flatMap(([name, value]) => {
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
function stores(expected, actual) {
  const sorted = (value) => (Array.isArray(value) ? [...value].sort() : value);
  return Object.entries(expected).flatMap(([store, entries]) =>
    Object.entries(entries ?? {}).flatMap(([key, value]) =>
      compareSubset(sorted(value), sorted(actual[store]?.[key] ?? (Array.isArray(value) ? [] : undefined)), `stores.${store}.${key}`),
    ),
  );
}
