// The real kube-apiserver with its etcd, for tests. See docs/kube-server.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Stop } from "../lib/stop.mjs";
import { ensureKubeServer } from "./install.mjs";

const modes = ["AlwaysAllow", "RBAC"];
const loops = ["namespace", "gc", "endpoints"];

/** The program's own arguments; throws for what it does not know. */
export function argumentsFor({ authorization = "AlwaysAllow", controllers = ["namespace", "gc"], users = [], port = 0 }) {
  if (!modes.includes(authorization)) throw new Stop(`authorization is ${modes.join(" or ")}, not ${authorization}`);
  const unknown = controllers.filter((name) => !loops.includes(name));
  if (unknown.length > 0) throw new Stop(`there is no controller ${unknown[0]}; there are ${loops.join(", ")}`);
  const wrong = users.filter((name) => !/^[a-z][a-z0-9-]*$/.test(name) || name.startsWith("admin"));
  if (wrong.length > 0) throw new Stop(`${wrong[0]} cannot be the name of a user: lower-case letters, digits and dashes, and not admin`);
  const given = { authorization, controllers: controllers.join(","), users: users.join(","), port };
  return ["-exit-on-stdin-eof", ...Object.entries(given).map(([name, value]) => `-${name}=${value}`)];
}

/**
 * Starts a server on loopback; several run side by side. Builds the program first where the cache has none (minutes, once per machine).
 *
 * `token` belongs to an administrator, `users[NAME]` to each of `users`, who may nothing until RBAC says otherwise. `kubeconfig` and `ca` are paths
 * of files, `dir` the folder they and the log are in. The server ends with `stop()`, or when this process ends however that happens.
 *
 * @param {{ authorization?: "AlwaysAllow" | "RBAC", controllers?: string[], users?: string[], port?: number, env?: NodeJS.ProcessEnv }} options
 * `controllers`: of `namespace`, `gc`, `endpoints`; default the first two.
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
