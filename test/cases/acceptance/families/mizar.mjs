import { mizarObjects, readMizarSpecs, translateToMizar } from "../../../../dist/sdk/index.js";
import { brief } from "../lib/subset.mjs";
import { checkOf } from "./mizar-checks.mjs";
import { objectsOf, subjectsOf } from "./mizar-given.mjs";
import { mizarLive } from "./mizar-live.mjs";

/** Profiles that are the contract of the translation; the others speak of a live server (cases/mizar/README.md). */
const PURE = ["seed", "arktos-design", "mizar-design"];
const LIVE = ["mizar-head", "mizar-tests", "arktos-1.0"];

/**
 * A state, one operation, and what must hold: through the translation of the state with the object of the operation, or through a live
 * server (cases/mizar/README.md).
 */
export function mizar(value) {
  if (value.when?.op === "grpc" || value.profile === "mizar-v0.9")
    return { skip: "gRPC is not spoken, the case is for reading (cases/mizar/README.md)" };
  if (LIVE.includes(value.profile)) return mizarLive(value);
  if (!PURE.includes(value.profile)) return { problems: [`unknown profile ${value.profile}`] };

  const subjects = subjectsOf(value.when);
  const given = objectsOf(value.given).filter(
    (object) => !subjects.some((subject) => object.kind === subject.kind && isSame(refOf(object), subject)),
  );
  const settings = value.settings ?? value.given?.settings ?? {};
  const plan = translateToMizar(readMizarSpecs([...given, ...subjects].map((object) => ({ value: object }))), { settings });
  const { objects } = mizarObjects(plan);
  const verdicts = subjects.map((object) =>
    verdict(
      value.then,
      plan.statuses.find((status) => isSame(status.object, object)),
    ),
  );
  // of several objects the last is the one that does not go
  const problems = value.then.ok === false ? (verdicts.at(-1) ?? []) : verdicts.flat();
  const entries = (list, kind) =>
    subjects.filter((object) => object.kind === kind).map((object) => list.find((entry) => isSame(entry, object)));
  const [pods, services] = [entries(objects.pods, "Pod"), entries(objects.services, "Service")];
  const endpoints = services.length > 0 ? services.map((entry) => entry?.endpoint) : pods.map(endpointOf);
  const seen = { objects, pods, services, endpoints, known: [...given, ...subjects].map(({ metadata }) => metadata.name) };
  for (const [key, expected] of Object.entries(value.then)) {
    const check = checkOf(key);
    problems.push(...(check ? check(expected, seen) : [`the case says ${key}, which is not known here`]));
  }
  return { problems };
}

/** The endpoint of a Pod, as the operator would name it. */
const endpointOf = (pod) =>
  pod && { name: `${pod.podName}-eth0`, type: "simple", vpc: pod.vpc, net: pod.subnet, ip: pod.ip, gw: pod.gateway, prefix: pod.prefix };

const refOf = ({ kind, metadata }) => ({ kind, ...metadata, namespace: metadata.namespace ?? "default" });

/** An object without tenant may have got that of the settings. */
function isSame(one, { metadata: { name, namespace, tenant }, kind }) {
  return (
    one.name === name &&
    (one.kind === undefined || one.kind === kind) &&
    (kind === "Network" || one.namespace === (namespace ?? "default")) &&
    (tenant === undefined || one.tenant === tenant)
  );
}

/** `ok: false` is a rejected object whose diagnostic bears the code of the case, behind our prefix. */
function verdict({ ok, error }, status) {
  if (!status) return ["the object has no status"];
  const messages = brief(status.diagnostics.map(({ code, pointer, message }) => [code, pointer, message]));
  if (ok !== false) return status.state === "rejected" ? [`rejected: ${messages}`] : [];
  if (status.state !== "rejected") return [`state ${status.state}, expected rejected`];
  const found = status.diagnostics.find(({ code, severity }) => severity === "error" && code === `LB${error?.kind}`);
  if (!found) return error?.kind ? [`no diagnostic LB${error.kind}, but ${messages}`] : [];
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
      .map((text) => `the message does not mention ${brief(text)}: ${messages}`),
  ];
}
