// Echo servers in place of containers; they answer as the echo server of the suite does.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { echoFrames } from "./websocket.mjs";

const json = { "Content-Type": "application/json", "X-Content-Type-Options": "nosniff" };

/** `Accept-Encoding` for `accept-encoding`, as Go's server names headers. */
const canonical = (name) => name.toLowerCase().replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase());

/** The headers of a request with all their values; `Host` is none of them, as in Go. */
function headersOf({ rawHeaders }) {
  const headers = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = canonical(rawHeaders[index]);
    if (name === "Host") continue;
    headers[name] ??= [];
    headers[name].push(rawHeaders[index + 1]);
  }
  return headers;
}

/** Milliseconds of a duration as Go writes it: `1s`, `250ms`, `1.5s`. */
function milliseconds(text) {
  const [, number, unit] = /^([\d.]+)(ms|s|m)$/.exec(text ?? "") ?? [];
  return unit ? Number(number) * { ms: 1, s: 1_000, m: 60_000 }[unit] : 0;
}

/** Headers that the request orders for its answer: `X-Echo-Set-Header: a:b, c:d`. Values of one name are joined. */
function orderedHeaders(values = []) {
  const ordered = {};
  for (const pair of values.flatMap((value) => value.split(","))) {
    const [name, ...rest] = pair.trim().split(":");
    if (!name) continue;
    const value = rest.join(":");
    ordered[name] = ordered[name] === undefined ? value : `${ordered[name]},${value.trim()}`;
  }
  return ordered;
}

/** Answers with the request, after the delay that it asks for. */
async function answer(request, response, identity) {
  const { url, method, httpVersion } = request;
  const headers = headersOf(request);
  await sleep(milliseconds(new URL(url, "http://echo").searchParams.get("delay")));
  const { host = "" } = request.headers;
  const body = { path: url, host, method, proto: `HTTP/${httpVersion}`, headers, ...identity };
  response.writeHead(200, { ...orderedHeaders(headers["X-Echo-Set-Header"]), ...json });
  response.end(JSON.stringify(body, null, 1));
}

/** Fails the first requests of a `uuid` by a status or a reset, then echoes. */
async function retry(attempts, request, response, identity) {
  const query = new URL(request.url, "http://echo").searchParams;
  const uuid = query.get("uuid");
  const failures = Number.parseInt(query.get("succeedAfter") ?? "", 10);
  if (!uuid || Number.isNaN(failures)) return response.writeHead(400).end(`${uuid ? "succeedAfter" : "uuid"} is required\n`);
  const before = attempts.get(uuid) ?? 0;
  if (before >= failures) return answer(request, response, identity);
  attempts.set(uuid, before + 1);
  await sleep(milliseconds(query.get("delayRetry")));
  const status = Number.parseInt(query.get("responseCode") ?? "", 10);
  return Number.isNaN(status) ? request.socket.resetAndDestroy() : response.writeHead(status).end();
}

/** Takes the address; throws when somebody else has it. */
async function listening(server, ip, port) {
  server.listen(port, ip);
  await once(server, "listening");
  return () => {
    server.close();
    server.closeAllConnections?.();
  };
}

/** Echo of HTTP on the address of a Pod. Returns what ends it. */
export function startHttpEcho(ip, port, { namespace, pod }) {
  const identity = { httpPort: String(port), namespace, ingress: "", service: "", pod };
  const attempts = new Map();
  const server = createServer((request, response) => {
    const path = request.url.split("?")[0].replaceAll("//", "/");
    const status = /^\/status\/(.*)$/.exec(path)?.[1];
    if (path === "/health") response.end("OK");
    else if (status !== undefined) response.writeHead(/^\d{3}$/.test(status) ? Number(status) : 400).end();
    else if (path.startsWith("/retry/")) void retry(attempts, request, response, identity);
    else if (path === "/ws") response.writeHead(400).end("not websocket protocol\n");
    else void answer(request, response, identity);
  });
  server.on("upgrade", (request, socket, head) => {
    const key = request.headers["sec-websocket-key"];
    if (request.url.split("?")[0] !== "/ws" || !key) return socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    return echoFrames(socket, head);
  });
  return listening(server, ip, port);
}

/** Echo of TCP: a greeting, then an answer to each line that is a known word. */
export function startTcpEcho(ip, port, { namespace, pod }) {
  const facts = { namespace, ingress: "", service: "", pod, tcpport: String(port), tlsport: "8443", isTLS: false };
  const answers = { PING: "PONG", IS_TLS: "false", TEST: JSON.stringify(facts) };
  const sockets = new Set();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    socket.write("Gateway API Test TCP Server\n");
    const lines = createInterface({ input: socket });
    lines.on("error", () => {}); // that of the socket: a proxy that is reloaded resets connections
    lines.on("line", (line) => {
      if (Object.hasOwn(answers, line) && socket.writable) socket.write(`${answers[line]}\n`);
    });
  });
  server.closeAllConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return listening(server, ip, port);
}

/** A server with one answer, as hashicorp/http-echo is one. */
export const startResponder = (ip, port, status, text) =>
  listening(
    createServer((_request, response) => response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(`${text}\n`)),
    ip,
    port,
  );
