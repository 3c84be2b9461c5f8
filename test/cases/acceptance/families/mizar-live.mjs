// Mizar cases about a live server, over HTTP against a sandbox that this process starts: its operator behaves as the real one, hangs included.
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { brief } from "../lib/subset.mjs";
import { apiOf, referTo } from "./mizar-live-api.mjs";
import { checkOf } from "./mizar-live-checks.mjs";
import { nested } from "./mizar-live-fields.mjs";
import { worldOf } from "./mizar-live-given.mjs";

const require = createRequire(import.meta.url);

/** The stand-in takes milliseconds where the real operator takes seconds. */
const PACE = { delayMs: 2, retryMs: 20, mode: "head" };
/** Expected changes happen within the first time; the absence of a change is checked after the second. */
const LATEST_MS = 5_000;
const SETTLED_MS = 300;

const sandboxes = new Map();

/** A sandbox of Kubernetes or of Arktos, started when the first case needs it. */
function sandboxFor(mode) {
  if (!sandboxes.has(mode)) {
    const { startKubernetesSandbox } = require("../../../../dist/sandbox/index.js");
    sandboxes.set(mode, startKubernetesSandbox({ mode, https: false, tenants: [], operator: PACE }));
  }
  return sandboxes.get(mode);
}

export async function closeMizar() {
  for (const sandbox of sandboxes.values()) await (await sandbox).close();
}

/** A state, one operation or several, and what must hold once everything has settled. */
export async function mizarLive(value) {
  const tenants = value.profile === "arktos-1.0";
  const { url, token } = await sandboxFor(tenants ? "arktos" : "vanilla");
  const api = apiOf(url, token, tenants);
  const operations = [value.when ?? []].flat();
  const { given, subjects } = worldOf(value.given ?? {}, operations, tenants);
  const begun = await api.control("given", { ...PACE, ...given });
  if (begun.status !== 200) return { problems: [`the state cannot be made: ${brief(begun.body)}`] };
  const world = { api, given, subjects, tenants, answers: [], isDeletion: operations.at(-1)?.op === "delete" };
  for (const operation of operations) {
    const problem = await operate(world, operation);
    if (problem) return { problems: [problem] };
  }
  return { problems: await judged(world, value.then) };
}

/** Sends an operation; what is wrong with the case, if it is not one that is known. */
async function operate({ api, answers, subjects }, operation) {
  const { op, object, objects = [] } = operation;
  const bodies = [...(object ? [object] : []), ...objects];
  const target = () => (object ? referTo(object) : operation.kind ? referTo({ kind: operation.kind, metadata: operation }) : subjects[0]);
  switch (op) {
    case "create":
    case "admit":
      for (const body of bodies) {
        answers.push(await api.create(body));
        // one after the other, as somebody at a terminal: the order of addresses is that of the case
        if (bodies.length > 1) await sleep(60);
      }
      return undefined;
    case "update":
    case "patch":
      answers.push(await api.patch(target(), changeOf(operation)));
      return undefined;
    case "delete":
      answers.push(await api.delete(target()));
      return undefined;
    case "reconcile": // the controllers do nothing else
      return undefined;
    case "restart":
      await api.control("operator", PACE);
      return undefined;
    default:
      return `the case says op ${op}, which is not known here`;
  }
}

/** A patch as written, dotted paths, or an object of which everything but its identity is written. */
function changeOf({ patch, set, object, spec, status, metadata }) {
  if (Array.isArray(patch)) return patch;
  if (patch ?? set) return nested(patch ?? set);
  const body = object ?? { spec, status, metadata };
  const { labels, annotations } = body.metadata ?? {};
  return { metadata: { labels, annotations }, spec: body.spec, status: body.status };
}

/** Looks until everything is as it should be, or for as long as something that must not happen could. */
async function judged(world, then) {
  const unknown = Object.keys(then).filter((key) => !checkOf(key));
  if (unknown.length > 0) return [`the case says ${unknown.join(", ")}, which is not known here`];
  if (then.ok === false) await sleep(SETTLED_MS);
  const end = Date.now() + LATEST_MS;
  for (;;) {
    const problems = [];
    for (const [key, expected] of Object.entries(then)) problems.push(...(await checkOf(key)(expected, world, then)));
    if (problems.length === 0 || Date.now() > end) return problems;
    await sleep(20);
  }
}
