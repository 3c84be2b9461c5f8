// Sends requests through load balancers of Octavia: its own driver writes haproxy.cfg, and a HAProxy on loopback runs it in front of echo servers.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { debianProgram } from "../lib/debian-program.mjs";
import { run, Stop } from "../lib/process.mjs";
import { freePorts } from "./python.mjs";

/**
 * Lines of a configuration that this machine has no use for: unlike an amphora it has no such user, log or state folder, and only loopback
 * has addresses.
 */
const FOREIGN = /^\s*(daemon|user nobody|log \S+ local.*|log global|server-state-file.*|load-server-state-from-file.*)$/gm;

/** The configuration of an amphora without these lines, for a process that answers on the socket. */
export const outsideAmphora = (text, socket) =>
  text
    .replace(FOREIGN, "")
    .replace(/stats socket \S+/, `stats socket ${socket}`)
    .replace(/maxconn \d{4,}/g, "maxconn 500");

/** A server in the place of the member `address`, which says who it is. */
async function echo(address) {
  const server = createServer((_request, response) => response.end(address));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** The configuration with every address on loopback; nothing that decides where a request goes is touched. */
function onLoopback(text, { socket, listen, member }) {
  return outsideAmphora(text, socket)
    .replace(/^(\s*bind )[\d.]+:(\d+)/gm, (_all, head, port) => `${head}127.0.0.1:${listen(port)}`)
    .replace(/^(\s*server \S+ )([\d.]+):(\d+)/gm, (_all, head, ip, port) => `${head}127.0.0.1:${member(`${ip}:${port}`)}`);
}

const isUp = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (up) => {
      socket.destroy();
      resolve(up);
    };
    socket.on("connect", () => end(true)).on("error", () => end(false));
  });

/**
 * Serves all load balancers of a real Octavia server. `send` answers with the address of the member that got the request, the status
 * without one, or the place it is redirected to; `stop` ends everything that was started.
 */
export async function startTraffic(server) {
  const { command, env, version } = await ensureHaproxy();
  const folder = mkdtempSync(join(tmpdir(), "traffic-"));
  const [children, echoes, ports] = [[], new Map(), new Map()];
  const stop = async () => {
    const gone = children.map((child) => child.exitCode ?? once(child, "close"));
    for (const child of children) child.kill("SIGKILL");
    for (const echoServer of echoes.values()) echoServer.close().closeAllConnections();
    await Promise.all(gone);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const { name, config } of await server.render(folder, version)) {
      const text = readFileSync(config, "utf8");
      for (const [, address] of text.matchAll(/^\s*server \S+ ([\d.]+:\d+)/gm)) {
        if (!echoes.has(address)) echoes.set(address, await echo(address));
      }
      const bound = [...new Set([...text.matchAll(/^\s*bind [\d.]+:(\d+)/gm)].map(([, port]) => port))];
      const free = await freePorts(bound.length);
      const listen = (port) => free[bound.indexOf(port)];
      for (const port of bound) ports.set(`${name} ${port}`, listen(port));
      const member = (address) => echoes.get(address).address().port;
      writeFileSync(config, onLoopback(text, { socket: `${config}.sock`, listen, member }));
      const { code, output } = await run(command, ["-c", "-f", config], { env });
      if (code !== 0) throw new Stop(`HAProxy refuses the configuration of ${name}:\n${output}`);
      children.push(spawn(command, ["-db", "-f", config], { env, stdio: "ignore" }));
    }
    const started = [...ports.values()];
    for (let tries = 0; (await Promise.all(started.map(isUp))).includes(false); tries++) {
      if (tries === 100) throw new Stop("HAProxy does not listen after 10 s");
      await sleep(100);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { send: (balancer, to) => send(ports, balancer, to), stop };
}

/** One request to a load balancer on port 443 (`tls`) or 80. */
async function send(ports, balancer, { tls, host, path, headers = {} }) {
  const port = ports.get(`${balancer} ${tls ? 443 : 80}`);
  if (port === undefined) return "nothing listens";
  const common = { host: "127.0.0.1", port, path, headers: { Host: host, ...headers }, agent: false, timeout: 20_000 };
  const sent = tls ? overHttps({ ...common, servername: host, rejectUnauthorized: false }) : overHttp(common);
  sent.on("timeout", () => sent.destroy(new Error(`no answer to ${host}${path}`)));
  sent.end();
  const [response] = await once(sent, "response");
  let body = "";
  for await (const chunk of response) body += chunk;
  return response.statusCode === 200 ? body : (response.headers.location ?? response.statusCode);
}

/** `{ command, env, version }` of a real HAProxy: that of the machine, or Debian's package in the user's cache. */
export async function ensureHaproxy() {
  const { command, env } = await debianProgram("haproxy", "HAProxy 2.2 or later");
  const { output } = await run(command, ["-v"], { env });
  const version = /version (\d+\.\d+\.\d+)/.exec(output)?.[1];
  if (!version) throw new Stop(`${command} -v says no version`);
  return { command, env, version };
}
