import { isDeepStrictEqual } from "node:util";
import ipaddr from "ipaddr.js";
import { mizarObjects, readMizarSpecs, translateToMizar } from "../../../dist/sdk/index.js";
import { compareSubset } from "../lib/match.mjs";
import { brief } from "../lib/subset.mjs";
import { objectsOf, subjectsOf } from "./mizar-given.mjs";

/** Profiles that are the contract of the translation; the others speak of a live server (cases/mizar/README.md). */
const PURE = ["seed", "arktos-design", "mizar-design"];
const LIVE = ["mizar-head", "mizar-tests", "arktos-1.0"];

/** What a case says about the translation, by key of `then`. */
const CHECKS = {
  ok: () => [],
  error: () => [],
  assignment: (wanted, { pods }) => placed(wanted, pods[0], "assignment"),
  assignments: (wanted, { pods }) => listed(wanted, pods, "assignments"),
  annotations: (wanted, { pods }) => annotations(wanted, pods[0]?.annotations ?? {}),
  endpoint: (wanted, { pods, services }) => placed(wanted, services[0]?.endpoint ?? endpointOf(pods[0]), "endpoint"),
  endpoints: (wanted, { services }) =>
    listed(
      wanted,
      services.map(({ endpoint }) => endpoint),
      "endpoints",
    ),
  service: (wanted, { services }) => service(wanted, services[0]),
  bouncersUpdatedInVpc: (wanted, { services }) => compareSubset(wanted, services[0]?.bouncersUpdatedInVpc, "bouncersUpdatedInVpc"),
  stores: (wanted, { objects }) => stores(wanted, objects.stores),
  createdVpcs: (wanted, { made }) => compareSubset(wanted, made("vpcs"), "createdVpcs"),
  createdSubnets: (wanted, { made }) => compareSubset(wanted, made("subnets"), "createdSubnets"),
  createdNetworks: (wanted, { made }) => compareSubset(wanted, made("networks"), "createdNetworks"),
};

/** A state, one operation, and what must hold: through the translation of the state with the object of the operation (cases/mizar/README.md). */
export function mizar(value) {
  if (value.when?.op === "grpc" || value.profile === "mizar-v0.9")
    return { skip: "gRPC is not spoken, the case is for reading (cases/mizar/README.md)" };
  if (LIVE.includes(value.profile))
    return { skip: `profile ${value.profile} is about a live server (docs/decisions/0003-acceptance-skips.md)` };
  if (!PURE.includes(value.profile)) return { problems: [`unknown profile ${value.profile}`] };

  const subjects = subjectsOf(value.when);
  const given = objectsOf(value.given).filter(
    (object) => !subjects.some((subject) => object.kind === subject.kind && isSame(refOf(object), subject)),
  );
  const settings = value.settings ?? value.given?.settings ?? {};
  const plan = translateToMizar(readMizarSpecs([...given, ...subjects].map((object) => ({ value: object }))), { settings });
  const { objects } = mizarObjects(plan);
  const statusOf = (object) => plan.statuses.find((status) => isSame(status.object, object));
  const problems = subjects.flatMap((object) => verdict(value.then, statusOf(object)));
  const entries = (list, kind) =>
    subjects.filter((object) => object.kind === kind).map((object) => list.find((entry) => isSame(entry, object)));
  const seen = {
    objects,
    pods: entries(objects.pods, "Pod"),
    services: entries(objects.services, "Service"),
    made: (type) => names(objects[type]).filter((name) => ![...given, ...subjects].some(({ metadata }) => metadata.name === name)),
  };
  for (const [key, wanted] of Object.entries(value.then)) {
    problems.push(...(CHECKS[key] ? CHECKS[key](wanted, seen) : [`the case says ${key}, which is not known here`]));
  }
  return { problems };
}

/** The endpoint of a Pod, as the operator would name it. */
const endpointOf = (pod) =>
  pod && { name: `${pod.podName}-eth0`, type: "simple", vpc: pod.vpc, net: pod.subnet, ip: pod.ip, gw: pod.gateway, prefix: pod.prefix };

const refOf = ({ kind, metadata }) => ({ kind, ...metadata, namespace: metadata.namespace ?? "default" });

const names = (bodies) => bodies.map(({ metadata }) => metadata.name);

function isSame(one, { metadata: { name, namespace, tenant }, kind }) {
  const cluster = kind === "Network";
  return (
    one.name === name &&
    (one.kind === undefined || one.kind === kind) &&
    (cluster || one.namespace === (namespace ?? "default")) &&
    (one.tenant ?? "") === (tenant ?? "")
  );
}

/** `ok: false` is a rejected object whose diagnostic bears the code of the case, behind our prefix. */
function verdict({ ok, error }, status) {
  if (!status) return ["the object has no status"];
  const said = brief(status.diagnostics.map(({ code, pointer, message }) => [code, pointer, message]));
  if (ok !== false) return status.state === "rejected" ? [`rejected: ${said}`] : [];
  if (status.state !== "rejected") return [`state ${status.state}, expected rejected`];
  const found = status.diagnostics.find(({ code, severity }) => severity === "error" && code === `LB${error?.kind}`);
  if (!found) return error?.kind ? [`no diagnostic LB${error.kind}, but ${said}`] : [];
  const field = found.pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
  return [
    ...(error.field === undefined || error.field === field ? [] : [`field ${field}, expected ${error.field}`]),
    ...(error.message === undefined || found.message === error.message
      ? []
      : [`message ${brief(found.message)}, expected ${brief(error.message)}`]),
    ...(error.mustMention ?? [])
      .filter((text) => !found.message.includes(text))
      .map((text) => `the message does not mention ${brief(text)}: ${said}`),
  ];
}

/** `ipIn` is about the address, everything else as it stands. */
function placed(wanted, actual, path) {
  if (wanted === null) return actual ? [`${path}: expected nothing, got ${brief(actual)}`] : [];
  const { ipIn, ...rest } = wanted;
  const inside = !ipIn || (actual?.ip && ipaddr.parse(actual.ip).match(ipaddr.parseCIDR(ipIn)));
  return [...compareSubset(rest, actual, path), ...(inside ? [] : [`${path}.ip: ${actual?.ip} is not in ${ipIn}`])];
}

function listed(wanted, actual, path) {
  if (wanted.length !== actual.length) return [`${path}: expected ${wanted.length}, got ${actual.length}`];
  return wanted.flatMap((one, index) => placed(one, actual[index], `${path}[${index}]`));
}

/** Dotted paths: `spec.clusterIP` is our `clusterIP`. */
function service(wanted, actual) {
  return Object.entries(wanted).flatMap(([path, value]) =>
    path === "spec.clusterIP"
      ? compareSubset(value, actual?.clusterIP ?? undefined, path)
      : [`the case says service.${path}, which is not known here`],
  );
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
      compareSubset(sorted(value), sorted(actual[store]?.[key]), `stores.${store}.${key}`),
    ),
  );
}
