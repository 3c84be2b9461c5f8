// Python processes that end with this one.
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { run } from "../lib/run.mjs";
import { Stop } from "../lib/stop.mjs";
import { script } from "./install.mjs";

/** Ports that nobody listens on. */
export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer();
      return new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", () => resolve(server)));
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/**
 * Starts `python/FILE PORT WORK ...` and waits until it says that it is ready. The child reads a pipe of ours and ends when that
 * closes, which it does also when this process is killed. Returns a function that ends it.
 */
export async function startPython({ venv, work, name, file, port, args = [], env = {} }) {
  const log = join(work, `${name}.log`);
  const errors = openSync(log, "a");
  const child = spawn(join(venv, "bin/python"), ["-B", "-W", "ignore", script(file), port, work, ...args].map(String), {
    cwd: work,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env }, // no OS_* of the user's
    stdio: ["pipe", "pipe", errors],
  });
  closeSync(errors);
  child.stdin.on("error", () => {}); // it went first
  const gone = new Promise((resolve) => child.once("close", resolve).once("error", resolve));
  const ready = new Promise((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => line === "ready" && resolve(true));
  });
  const stop = async () => {
    child.stdin.end();
    const kill = setTimeout(() => child.kill("SIGKILL"), 5_000);
    await gone;
    clearTimeout(kill);
  };
  if ((await Promise.race([ready, gone])) === true) return stop;
  throw new Error(`${name} did not start:\n${readFileSync(log, "utf8").split("\n").slice(-15).join("\n")}`);
}

/** Lets Octavia's driver write its configurations below `folder`: `[{ name, config, address }]`, the file and the VIP of each load balancer. */
export async function render({ venv, work, folder, version }) {
  const args = ["-B", "-W", "ignore", script("render.py"), work, folder, version];
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const { code, stdout, output } = await run(join(venv, "bin/python"), args, { cwd: work, env, timeout: 180_000 });
  if (code !== 0) throw new Stop(`Octavia's driver wrote no configuration:\n${output.trimEnd().split("\n").slice(-15).join("\n")}`);
  return JSON.parse(stdout.trim().split("\n").at(-1));
}
