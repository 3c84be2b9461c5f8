// A data path for the real Octavia with no-op drivers: a HAProxy for each load balancer on the addresses of its own configuration, which needs a
// network where these can be bound. Octavia hands over each change before it says ACTIVE, as to an amphora.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { outsideAmphora } from "./traffic.mjs";

/** An old process ends by itself when its connections do; it gets this long. */
const graceful = 20_000;

/** A new process has this long until it serves. */
const patience = 10_000;

/** Does somebody answer on the socket? */
const answers = (path) =>
  new Promise((resolve) => {
    const socket = connect(path);
    const end = (is) => {
      socket.destroy();
      resolve(is);
    };
    socket.on("connect", () => end(true)).on("error", () => end(false));
  });

/**
 * Listens for changes; `socket` and `version` are for `startOctaviaServer({ dataPath })`. `report` gets what goes wrong: Octavia itself does not
 * hear of it. `adapted` gets the text of each configuration and returns what is served: other addresses, for a test without a network of
 * its own. `changes` has `{ id, rendering, starting }` of each change: milliseconds that Octavia's driver and HAProxy took.
 */
export async function startDataPath({ command, env, version }, report, adapted = (text) => text) {
  const folder = mkdtempSync(join(tmpdir(), "data-path-"));
  const socket = join(folder, "changes.sock");
  const running = new Map(); // load balancer -> its process
  const children = new Set();
  const leaving = new Set(); // processes that a newer one has replaced
  const queues = new Map(); // load balancer -> the last of its changes
  const changes = [];
  let generation = 0;

  /** Starts a process for the file; it takes over from `old`, which then serves what it has and ends. */
  async function start(id, config, old) {
    const stats = join(folder, `${++generation}.sock`);
    writeFileSync(`${config}.own`, adapted(outsideAmphora(readFileSync(config, "utf8"), stats)));
    const args = ["-db", "-f", `${config}.own`, ...(old ? ["-sf", String(old.pid)] : [])];
    const child = spawn(command, args, { env, stdio: ["ignore", "ignore", "pipe"] });
    children.add(child);
    let errors = "";
    child.stderr.on("data", (bytes) => {
      errors = `${errors}${bytes}`.slice(-4_000);
    });
    child.on("error", (error) => {
      errors += error.message;
    });
    const gone = new Promise((resolve) => child.on("close", resolve)).then((code) => {
      children.delete(child);
      if (running.get(id) === child && !leaving.delete(child)) report(`HAProxy of load balancer ${id} ended with ${code}:\n${errors}`);
    });
    if (old) leaving.add(old); // the new process ends it as soon as it listens
    for (const end = Date.now() + patience; !(await answers(stats)); await sleep(5)) {
      if (child.exitCode === null && child.signalCode === null && Date.now() < end) continue;
      child.kill("SIGKILL");
      await gone;
      leaving.delete(old);
      throw new Error(`HAProxy does not take ${config}:\n${errors}`);
    }
    if (old) setTimeout(() => old.kill("SIGKILL"), graceful).unref();
    return child;
  }

  const actions = {
    async serve({ id, config, rendering }) {
      const begin = performance.now();
      running.set(id, await start(id, config, running.get(id)));
      changes.push({ id, rendering: rendering * 1_000, starting: performance.now() - begin });
    },
    async end({ id }) {
      const child = running.get(id);
      running.delete(id);
      child?.kill("SIGKILL");
    },
    async fault({ id, text }) {
      report(`Octavia's driver failed for load balancer ${id}: ${text}`);
    },
  };

  /** One change of a load balancer after the other. */
  function take(message) {
    const before = queues.get(message.id) ?? Promise.resolve();
    const done = before.then(() => actions[message.action](message)).catch((error) => report(error.message));
    queues.set(message.id, done);
    return done;
  }

  const server = createServer((channel) => {
    channel.on("error", () => {});
    createInterface({ input: channel }).once("line", async (line) => {
      await take(JSON.parse(line));
      channel.end("done\n");
    });
  });
  server.listen(socket);
  await once(server, "listening");
  return {
    socket,
    version,
    changes,
    async stop() {
      running.clear();
      const gone = [...children].map((child) => once(child, "close"));
      for (const child of children) child.kill("SIGKILL");
      server.close();
      await Promise.all(gone);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
