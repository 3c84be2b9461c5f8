import { expect, test } from "vitest";
import { parseRequest } from "../../../../requests/answer/request";
import { PoolFinder } from "../../../../requests/health/find";
import type { Health, ServerHealth, ServerState } from "../../../../requests/health/health";
import { monitorText } from "../../../../requests/health/monitor-words";
import { answerNow, partsHealth } from "../../../../requests/health/route";
import { healthByObject, routeState } from "../../../../requests/health/table";
import { countText, serversText } from "../../../../requests/health/words";
import type { RoutingTable, ServedForward } from "../../../../requests/table/routing-table";

const server = (address: string, state: ServerState, reason?: string): ServerHealth => ({
  address,
  port: 80,
  state,
  ...(reason ? { reason } : {}),
});
const ANY = parseRequest({ url: "http://a.example.com/" })!;

test.each<[ServerState[], string]>([
  [["up", "up"], "up"],
  [["up", "down"], "degraded"],
  [["down", "disabled", "draining"], "down"],
  [[], "down"],
  [["up", "unknown"], "unknown"],
  [["unmonitored", "unmonitored"], "unmonitored"],
  [["unmonitored", "up"], "up"],
])("servers that are %j: %s", (states, expected) => {
  expect(routeState(states.map((state, n) => server(`10.0.0.${n}`, state)))).toBe(expected);
});

test("unknown servers are not down", () => {
  expect(routeState([], true)).toBe("unknown");
});

const RULES: RoutingTable = {
  servers: { "default/web:80": { ready: ["10.0.0.1:80", "10.0.0.2:80"] } },
  addresses: [
    {
      name: "vs",
      group: "hosts",
      ports: [
        {
          port: 80,
          protocol: "http",
          otherwise: { status: 404 },
          hosts: {
            "a.example.com": {
              rules: [
                {
                  to: { forward: [{ weight: 1, service: "default/web:80" }], empty: { status: 503 } },
                  by: { object: "Ingress default/a", pointer: "" },
                },
                { to: { redirect: { scheme: "https" }, status: 301 } },
              ],
            },
          },
        },
      ],
    },
    {
      name: "lb-db",
      group: "Service default/db",
      ports: [
        {
          port: 5432,
          protocol: "tcp",
          otherwise: { closed: "no server" },
          hosts: { "": { rules: [{ to: { forward: [{ weight: 1, servers: { ready: ["10.0.9.9:80"] } }] } }] } },
        },
      ],
    },
  ],
};
const HEALTH: Health = {
  pools: [
    { on: "pool/web", servers: [server("10.0.0.1", "up"), server("10.0.0.2", "up")] },
    { on: "pool/db", servers: [server("10.0.9.9", "down", "refused")] },
  ],
  addresses: [{ name: "vs", state: "up" }],
  faults: [],
};

test("a row for each object with a route to servers, the worst first; a redirect is none", () => {
  const rows = healthByObject(RULES, HEALTH);
  expect(rows.map(({ object, state }) => [object, state])).toEqual([
    ["Service default/db", "down"],
    ["Ingress default/a", "up"],
  ]);
  expect(rows[0]?.routes).toMatchObject([{ route: "tcp://default/db:5432", address: "lb-db" }]);
  expect(rows[1]?.routes).toMatchObject([{ route: "http://a.example.com/", services: ["default/web:80"] }]);
});

test("an address that does not answer takes its objects down", () => {
  const [first, second] = healthByObject(RULES, { ...HEALTH, addresses: [{ name: "vs", state: "down" }] });
  expect([first?.state, second?.state]).toEqual(["down", "down"]);
});

test("a single part has the servers of its pool, also those that a watch has written since", () => {
  const to: ServedForward = { forward: [{ weight: 1, servers: { ready: ["10.0.0.1:80"] } }] };
  const pools = [{ on: "pool/web", servers: [server("10.0.0.7", "up")] }];
  expect(partsHealth(to, { on: "pool/web" }, new PoolFinder({ pools }))).toEqual([{ servers: [server("10.0.0.7", "up")] }]);
});

test("now: the parts with servers share all requests; without any it is the answer of an empty rule", () => {
  const to: ServedForward = {
    forward: [
      { weight: 9, service: "default/a:80", servers: { ready: ["10.0.0.1:80"] } },
      { weight: 1, service: "default/b:80", servers: { ready: ["10.0.0.2:80"] } },
    ],
    empty: { status: 503 },
  };
  const now = (one: ServerState, other: ServerState) =>
    answerNow(to, ANY, [{ servers: [server("10.0.0.1", one)] }, { servers: [server("10.0.0.2", other)] }]);
  expect(now("down", "up")).toMatchObject({ kind: "forward", to: [{ service: "default/b:80", share: 1 }] });
  expect(now("up", "up")).toMatchObject({ kind: "forward", to: [{ share: 0.9 }, { share: 0.1 }] });
  expect(now("down", "draining")).toEqual({ kind: "status", status: 503 });
});

test("words: counts, and reasons together where they are the same", () => {
  const all = [
    server("10.0.0.1", "up"),
    server("10.0.0.2", "down", "GET / answered 503"),
    server("10.0.0.3", "down", "GET / answered 503"),
  ];
  expect(serversText(all)).toBe("1 of 3 up; 10.0.0.2:80, 10.0.0.3:80 down: GET / answered 503");
  expect(countText([server("10.0.0.1", "unmonitored")])).toBe("1 server, not monitored");
  expect(countText([server("10.0.0.1", "unmonitored"), server("10.0.0.2", "up")])).toBe("1 of 2 up, 1 not monitored");
  expect(countText([])).toBe("no server");
});

test.each([
  [
    { type: "HTTP", http_method: "HEAD", url_path: "/ok", expected_codes: "200-204", timeout: 5 },
    "HEAD /ok did not answer 200-204 within 5 s",
  ],
  [{ type: "HTTPS" }, "GET / over TLS did not answer 200"],
  [{ type: "TCP", timeout: 3 }, "no TCP connection within 3 s"],
  [{ type: "TLS-HELLO", timeout: 3 }, "no TLS handshake within 3 s"],
  [{ type: "PING" }, "no answer to ping"],
  [{}, "no answer to the monitor, or a wrong one"],
])("a monitor %j", (monitor, words) => {
  expect(monitorText(monitor)).toBe(words);
});
