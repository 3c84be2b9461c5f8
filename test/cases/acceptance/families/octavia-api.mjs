// Octavia API cases over HTTP, against a sandbox that this process starts or against the server of --url.
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { differences } from "../lib/diff.mjs";
import { compareSubset, compareUnordered, valuesAt } from "../lib/match.mjs";
import { settle } from "./octavia-settle.mjs";

const require = createRequire(import.meta.url);

let server;

/** Address of the API; found once, when the first case needs it. */
function address() {
  const at = process.argv.indexOf("--url");
  if (at > 0) return Promise.resolve(process.argv[at + 1].replace(/\/+$/, ""));
  server ??= require("../../../../dist/sandbox/index.js").startOctaviaSandbox({ auth: "noauth" });
  return server.then(({ url }) => url);
}

/** One case in a project of its own. */
export async function octaviaApi(value) {
  const world = { base: await address(), project: randomBytes(16).toString("hex"), saved: {} };
  for (const [i, step] of value.steps.entries()) {
    const problems = await run(world, filled(step, world.saved));
    if (problems.length > 0) return { problems: problems.map((problem) => `step ${i + 1}: ${problem}`) };
  }
  return { problems: [] };
}

export async function close() {
  await (await server)?.close();
}

async function run(world, step) {
  let problems = [];
  if (step.request) {
    const answer = await send(world, step.request);
    problems = compare(step.expect ?? {}, answer);
    for (const [name, path] of Object.entries(step.save ?? {})) {
      const [found] = valuesAt(answer.body, path);
      if (found === undefined) problems.push(`${path} to save as ${name} is not there`);
      else world.saved[name] = found;
    }
  }
  if (problems.length > 0) return problems;
  // these may be about what this very step has saved
  if (step.settle) await settle(world, filled(step.settle, world.saved), send);
  if (step.set_status) await setStatus(world, filled(step.set_status, world.saved));
  return [];
}

const setStatus = (world, { loadbalancer, ...states }) =>
  send(world, { method: "POST", path: "/_lab/status", body: { loadbalancers: [{ id: loadbalancer, ...states }] } });

/** Lists show the project of the case only, as its README says. */
function targetOf({ base, project }, { method, path }) {
  const url = new URL(base + path);
  const collection = /^\/v2(\.0)?\/lbaas\/(loadbalancers|listeners|pools|healthmonitors|l7policies)\/?$/;
  if (method === "GET" && collection.test(url.pathname) && !url.searchParams.has("project_id")) {
    return `${base}${path}${url.search ? "&" : "?"}project_id=${project}`;
  }
  return base + path;
}

async function send(world, request) {
  const headers = { "X-Project-Id": world.project, ...request.headers };
  if (request.body !== undefined) headers["Content-Type"] = "application/json";
  const body = request.body === undefined ? undefined : typeof request.body === "string" ? request.body : JSON.stringify(request.body);
  const response = await fetch(targetOf(world, request), { method: request.method, headers, body });
  const text = await response.text();
  return { status: response.status, text, body: parsed(text) };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function compare(expect, { status, text, body }) {
  const problems = [];
  if (expect.status !== undefined && expect.status !== status) {
    problems.push(`status: expected ${expect.status}, got ${status} ${text.slice(0, 200)}`);
  }
  if (expect.faultstring !== undefined) problems.push(...differences(expect.faultstring, body?.faultstring, "faultstring"));
  if (expect.faultstring_regex !== undefined && !new RegExp(expect.faultstring_regex).test(body?.faultstring ?? "")) {
    problems.push(`faultstring: ${body?.faultstring} does not match ${expect.faultstring_regex}`);
  }
  if (expect.body_exact !== undefined) problems.push(...differences(expect.body_exact, body === undefined ? text : body));
  if (expect.body_subset !== undefined) problems.push(...compareSubset(expect.body_subset, body));
  for (const [path, values] of Object.entries(expect.body_unordered ?? {})) problems.push(...compareUnordered(values, body, path));
  return problems;
}

/** `${name}` replaced by what was saved under it; a text that is nothing else keeps the type. */
function filled(value, saved) {
  if (typeof value === "string") {
    const whole = /^\$\{(\w+)\}$/.exec(value);
    if (whole && whole[1] in saved) return saved[whole[1]];
    return value.replace(/\$\{(\w+)\}/g, (written, name) => (name in saved ? String(saved[name]) : written));
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, saved));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [filled(key, saved), filled(item, saved)]));
}
