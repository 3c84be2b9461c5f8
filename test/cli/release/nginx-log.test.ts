// Logs that a real nginx writes of generated requests: counted by `diff --log` and judged by `test --log` as whoever sent them knows it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttp, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { comparedRequests } from "../../../requests/differences/changes";
import type { RoutingTable, ServedAnswer, ServedRule } from "../../../requests/table/routing-table";
import { countedTraffic } from "../../../sdk/cli/diff/traffic";
import { AnswerChecker } from "../../../sdk/traffic/check";
import { jsonLines, logFieldsOf } from "../../../sdk/traffic/formats/fields";
import { readPieces } from "../../../sdk/traffic/input";
import { partsRead } from "../../../sdk/traffic/parts";
import { readLog } from "../../../sdk/traffic/read";
import { freePort } from "../../support/free-port";
import { root } from "../pr/harness";

const HOST = "shop.example.com";
const JSON_FORM = `'{"host":"$host","uri":"$request_uri","method":"$request_method","status":$status,"server":"$upstream_addr"}'`;

/** `/moved` goes to another server than the rules below say. */
const configuration = (port: number, api: number, web: number, folder: string) => `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  log_format fields escape=json ${JSON_FORM};
  access_log ${folder}/combined.log combined;
  access_log ${folder}/fields.log fields;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    location = /old { return 301 https://$host$request_uri; }
    location /api { proxy_pass http://127.0.0.1:${api}; }
    location /moved { proxy_pass http://127.0.0.1:${api}; }
    location /gone { return 404; }
    location / { proxy_pass http://127.0.0.1:${web}; }
  }
}
`;

async function started(status: number): Promise<Server> {
  const server = createHttp((_, response) => response.writeHead(status).end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const folder = mkdtempSync(join(tmpdir(), "k8s-lb-nginx-log-"));
let [child, port]: [ChildProcess | undefined, number] = [undefined, 0];
let servers: Server[] = [];

beforeAll(async () => {
  const { debianProgram } = await import(join(root, "tools/lib/debian-program.mjs"));
  const { command, env } = await debianProgram("nginx");
  // a server may answer 404 by itself
  servers = [await started(404), await started(200)];
  port = await freePort();
  const [api, web] = servers.map(portOf);
  mkdirSync(join(folder, "logs"));
  writeFileSync(join(folder, "nginx.conf"), configuration(port, api ?? 0, web ?? 0, folder));
  child = spawn(command, ["-p", folder, "-c", "nginx.conf"], { env, stdio: ["ignore", "inherit", "inherit"] });
  for (let look = 0; look < 100 && (await sent("/up").catch(() => 0)) !== 200; look++) await sleep(100);
}, 600_000);
afterAll(() => {
  child?.kill("SIGKILL");
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function sent(path: string): Promise<number | undefined> {
  const call = request({ port, host: "127.0.0.1", path, agent: false, headers: { host: HOST } }).end();
  const [response] = (await once(call, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

const rule = (path: string, to: ServedAnswer): ServedRule => ({ match: [{ of: "path", is: "segments", values: [path] }], to });
const to = (service: string): ServedAnswer => ({ forward: [{ weight: 1, service }] });

function served(rules: ServedRule[]): RoutingTable {
  const [api, web] = servers.map((server) => ({ ready: [`127.0.0.1:${portOf(server)}`] }));
  const hosts = { [HOST]: { rules } };
  return {
    addresses: [{ name: "lb", group: "hosts", ports: [{ port: 80, protocol: "http", hosts, otherwise: { status: 404 } }] }],
    servers: { "default/api:80": api!, "default/web:80": web! },
  };
}

const PATHS = ["/", "/old", "/api", "/api/v2?a=1", "/api/v2/x", "/moved", "/gone", "/gone/x", "/%C3%BC"];
const ROUNDS = 15;
const RULES = () => [
  rule("/old", { redirect: { scheme: "https" }, status: 301 }),
  rule("/api", to("default/api:80")),
  { to: to("default/web:80") },
];

test("nginx writes what its clients sent, and what the rules do not say is found", async () => {
  for (let round = 0; round < ROUNDS; round++) for (const path of PATHS) await sent(path);
  for (let look = 0; look < 50 && linesOf("fields.log").length < PATHS.length * ROUNDS + 1; look++) await sleep(100);
  const lines = linesOf("fields.log").length;

  const [before, after] = [served(RULES()), served([rule("/api/v2", to("default/web:80")), ...RULES()])];
  const compared = { ...comparedRequests(before, after), beside: [], unready: [], rules: { before, after } };
  const log = [join(folder, "combined.log")];
  const traffic = await countedTraffic({ log, logHost: HOST, logScheme: "http" }, "octavia", compared);
  expect(traffic?.shown).toMatchObject({ requests: lines, changed: 2 * ROUNDS, unread: 0, unknown: 0 });

  const checker = new AnswerChecker(before, partsRead(before));
  const format = jsonLines(logFieldsOf("host=host,path=uri,method=method,status=status,server=server"));
  await readLog(readPieces(join(folder, "fields.log")), { format, scheme: "http" }, partsRead(before), checker);
  const { logCheck } = checker;
  expect(logCheck.contradictions.map(({ region, log: has, requests }) => [region, has, requests])).toEqual([
    ["http://shop.example.com", "404 of default/api:80", ROUNDS],
    ["http://shop.example.com", "404 of the load balancer", 2 * ROUNDS],
  ]);
  expect([logCheck.requests, logCheck.agreeing]).toEqual([lines, lines - 3 * ROUNDS]);
}, 120_000);

const linesOf = (name: string): string[] => readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean);
