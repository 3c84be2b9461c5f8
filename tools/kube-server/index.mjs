// The real kube-apiserver with its etcd, for tests. See docs/contributing/real-servers.md#kube-apiserver.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../lib/checkout.mjs";
import { inRoot, keepLogs } from "../lib/files.mjs";
import { builtPath, findGo, goBuild } from "../lib/go-build.mjs";
import { alone, Stop, say, step } from "../lib/process.mjs";
import { installCrds } from "./requests.mjs";

const modes = ["AlwaysAllow", "RBAC"];
const loops = ["namespace", "gc", "endpoints"];

/** The program's own arguments; throws for what it does not know. */
function argumentsFor({ authorization = "AlwaysAllow", controllers = ["namespace", "gc"], users = [], port = 0, dir = "" }) {
  if (!modes.includes(authorization)) throw new Stop(`authorization is ${modes.join(" or ")}, not ${authorization}`);
  const unknown = controllers.filter((name) => !loops.includes(name));
  if (unknown.length > 0) throw new Stop(`there is no controller ${unknown[0]}; there are ${loops.join(", ")}`);
  const wrong = users.filter((name) => !/^[a-z][a-z0-9-]*$/.test(name) || name.startsWith("admin"));
  if (wrong.length > 0) throw new Stop(`${wrong[0]} cannot be the name of a user: lower-case letters, digits and dashes, and not admin`);
  const requestedOptions = { authorization, controllers: controllers.join(","), users: users.join(","), port, dir };
  return ["-exit-on-stdin-eof", ...Object.entries(requestedOptions).map(([name, value]) => `-${name}=${value}`)];
}

/**
 * Starts a server on loopback; several run side by side. Builds the program first where the cache has none (minutes, once per machine).
 *
 * `token` belongs to an administrator, `users[NAME]` to each of `users`, who may nothing until RBAC says otherwise. `kubeconfig` and `ca` are paths
 * of files, `dir` the folder they and the log are in. The server ends with `stop()`, or when this process ends however that happens.
 *
 * @param {{ authorization?: "AlwaysAllow" | "RBAC", controllers?: string[], users?: string[], port?: number, dir?: string, env?:
 * NodeJS.ProcessEnv }} options `controllers`: of `namespace`, `gc`, `endpoints`; default the first two. `dir`: a folder with a short path
 * that is kept; a server that is started there again, with the same `port`, is the one of before: data, keys and tokens.
 */
export async function startKubeServer({ env = {}, ...options } = {}) {
  const args = argumentsFor(options);
  const command = await ensureKubeServer();
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], env: { ...process.env, ...env } });
  child.stdin.on("error", () => {}); // it went first
  let errors = "";
  child.stderr.on("data", (data) => {
    errors = `${errors}${data}`.slice(-4_000);
  });
  const gone = once(child, "close").catch((error) => {
    errors += error.message;
  });
  const stop = async () => {
    child.stdin.end();
    const kill = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await gone;
    clearTimeout(kill);
  };
  const slow = setTimeout(() => child.kill("SIGTERM"), 120_000);
  const ready = await Promise.race([gone.then(() => undefined), once(createInterface({ input: child.stdout }), "line")]);
  clearTimeout(slow);
  if (!ready) throw new Stop(`kube-apiserver did not start:\n${errors.trim()}`);
  return { ...JSON.parse(ready[0]), stop };
}

// The server built from go/, once per machine: the program stays in the user's cache.

const module = join(dirname(fileURLToPath(import.meta.url)), "go");

/** Version that a release carries; with a fixed date the same sources give the same program. */
function versionFlags() {
  const [, version, major, minor] = /k8s\.io\/kubernetes (v(\d+)\.(\d+)\.\d+)/.exec(readFileSync(join(module, "go.mod"), "utf8"));
  const values = {
    gitVersion: version,
    gitMajor: major,
    gitMinor: minor,
    gitTreeState: "clean",
    gitCommit: "0",
    buildDate: "1970-01-01T00:00:00Z",
  };
  return Object.entries(values)
    .map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`)
    .join(" ");
}

/** The path of the program; builds it unless the cache has it. */
export async function ensureKubeServer() {
  if (!findGo()) throw new Stop("building kube-apiserver needs Go 1.26 or newer (https://go.dev/dl/)");
  const target = await builtPath(module, "kube-server");
  if (existsSync(target)) return target;
  await alone(`${dirname(dirname(target))}.lock`, "Waiting for another process that builds kube-apiserver", async () => {
    if (existsSync(target)) return;
    await goBuild({
      title: "Building kube-apiserver and etcd",
      expected: "3 to 7 minutes on two cores, once per machine",
      module,
      pkg: ".",
      target,
      ldflags: versionFlags(),
      flags: ["-p=2"],
      env: { CGO_ENABLED: "0" },
      minutes: 40,
    });
  });
  return target;
}

// The real kube-apiserver with the Mizar kinds and a stand-in for Mizar's operator on it.

/**
 * Starts both; `stop()` ends them. The stand-in is that of dist/, which must be built.
 *
 * @param operator options of the stand-in, e.g. `{ mode: "head" }`
 */
export async function startMizarServer(operator = {}) {
  const load = createRequire(import.meta.url);
  const { startOperator } = load(inRoot("dist/sandbox/index.js"));
  const { CRDS } = load(inRoot("dist/sandbox/mizar/definitions.js"));
  const server = await startKubeServer();
  try {
    await installCrds(server, CRDS);
    const { url, token } = server;
    const running = await startOperator({ url, token, ca: readFileSync(server.ca, "utf8"), ...operator });
    const stop = async () => {
      await running.stop();
      await server.stop();
    };
    const { ca, kubeconfig, dir } = server;
    return { url, token, ca, kubeconfig, env: { KUBECONFIG: kubeconfig }, keepLogs: () => keepLogs(dir), stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

// npm run tools -- kube-server: the server in the foreground, until ^C.

const split = (text) => text.split(",").filter(Boolean);

function optionsOf(args) {
  const text = (value) => ({ type: "string", default: value });
  const options = {
    authorization: text("AlwaysAllow"),
    controllers: text("namespace,gc"),
    users: text(""),
    port: text("0"),
    "no-crds": { type: "boolean", default: false },
    shell: { type: "boolean", default: false },
  };
  try {
    const { values } = parseArgs({ args, options });
    if (!/^\d+$/.test(values.port)) throw new Stop(`--port is a number, not ${values.port}`);
    return { ...values, controllers: split(values.controllers), users: split(values.users), port: Number(values.port) };
  } catch (error) {
    throw error instanceof Stop ? error : new Stop(error.message);
  }
}

/** Our definitions of the Mizar and Arktos kinds. */
async function ourCrds() {
  await ensureBuilt();
  return createRequire(import.meta.url)(inRoot("dist/sandbox/mizar/definitions.js")).CRDS;
}

/** Prints where the server is as one line of JSON, or with `--shell` as a line for `eval`. */
export async function kubeServer(args) {
  const { shell, "no-crds": bare, ...options } = optionsOf(args);
  argumentsFor(options); // before anything that takes time
  const end = Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
  const crds = bare ? [] : await ourCrds();
  await ensureKubeServer();
  const { stop, ...server } = await step("Starting kube-apiserver", "2 to 10 seconds", () => startKubeServer(options));
  try {
    if (crds.length > 0) await step("Installing the Mizar and Arktos kinds", "3 seconds", () => installCrds(server, crds));
    process.stdout.write(shell ? `export KUBECONFIG='${server.kubeconfig}'\n` : `${JSON.stringify(server)}\n`);
    say(`Running; in another terminal:\n  export KUBECONFIG='${server.kubeconfig}'\n^C ends it`);
    await end;
  } finally {
    await stop();
  }
}
