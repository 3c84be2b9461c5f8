import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { requestsTo } from "../../../../tools/kube-server/requests.mjs";
import { fill, valueAt } from "../../lib/replay/paths.mjs";
import { KubernetesNormaliser } from "./normalise.mjs";
import { Watch } from "./watch.mjs";

/** So many cases run at once. */
const width = 8;

const methods = ["GET", "POST", "PATCH", "DELETE"];

const patchTypes = {
  merge: "application/merge-patch+json",
  apply: "application/apply-patch+yaml",
};

/** Managers of fields are named after the client. */
const client = { "User-Agent": "conformance/1.0" };

/** Names the request of a step whose answer counts. */
export function labelOf(step) {
  const method = methods.find((name) => name in step);
  if (method) return `${method} ${step[method]}`;
  return step.events === undefined ? undefined : `events of ${step.of}`;
}

/** Replays all groups to a server. Returns `Map(id → answers)`. */
export async function replayAll(server, groups) {
  const target = requestsTo(server);
  const results = new Map();
  const work = async (cases) => {
    for (let item = cases.shift(); item; item = cases.shift()) results.set(item.id, await replay(server, target, item));
  };
  try {
    for (const { cases, serial } of groups) {
      const remaining = [...cases];
      await Promise.all(Array.from({ length: serial ? 1 : width }, () => work(remaining)));
    }
  } finally {
    target.close();
  }
  return results;
}

/** Runs the steps of a case. Returns the normalised answers; a step that could not be run is an answer `{ problem }` and the last. */
async function replay(server, target, { steps }) {
  const unique = randomBytes(4).toString("hex");
  const run = { server, target, variables: { unique, ns: `case-${unique}`, limited: server.users?.limited ?? "" }, watches: new Map() };
  const normaliser = new KubernetesNormaliser(server, run.variables, steps);
  const answers = [];
  try {
    await makeNamespace(run);
    for (const step of steps) {
      const answer = await runStep(run, step);
      if (answer) answers.push(normaliser.normalise(answer, step));
    }
  } catch (error) {
    answers.push({ problem: error.cause?.message ?? error.message });
  } finally {
    for (const watch of run.watches.values()) watch.close();
  }
  return answers;
}

async function makeNamespace({ target, variables: { ns } }) {
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { name: ns } };
  const { status, text } = await target.send({ method: "POST", path: "/api/v1/namespaces", body });
  if (status !== 201) throw new Error(`no namespace: ${status} ${text}`);
}

async function runStep(run, step) {
  if (step.pause) return sleep(step.pause, undefined);
  if (step.wait) return waitFor(run, step);
  if (step.watch) return openWatch(run, step);
  if (step.events !== undefined) {
    const watch = run.watches.get(step.of);
    return { status: watch.status, headers: watch.headers, body: await watch.next(step.events) };
  }
  const answer = await run.target.send(requestOf(run, step));
  for (const [name, path] of Object.entries(step.save ?? {})) run.variables[name] = valueAt(answer.body, path);
  return answer;
}

function requestOf({ variables }, step) {
  const method = methods.find((name) => name in step);
  const { [method]: path, type, body, raw, headers, as } = fill(step, variables);
  const given = type ? { "Content-Type": patchTypes[type] ?? type } : {};
  return { method, path, body, raw, headers: { ...client, ...given, ...headers }, token: tokenOf(as) };
}

/** `as` is a token, or `nobody`. */
const tokenOf = (as) => (as === "nobody" ? null : as);

/** Asks until the answer has this status. */
async function waitFor({ target, variables }, step) {
  const { wait, status, as } = fill(step, variables);
  const request = { path: wait, headers: client, token: tokenOf(as) };
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(25)) {
    if ((await target.send(request)).status === status) return undefined;
  }
  throw new Error(`${step.wait} did not become ${status} within 20 seconds`);
}

async function openWatch(run, { watch, name, headers }) {
  const path = fill(watch, run.variables);
  run.watches.set(name, await Watch.open(run.target, { path, headers: { ...client, ...headers } }));
}
