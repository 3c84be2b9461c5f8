// Routes without a server after a run: which of them a run waits for, and the words for them.
import { expect, test } from "vitest";
import { healthQueryIn } from "../../../../requests/health/after-up";
import type { ServerHealth } from "../../../../requests/health/health";
import { changedServices, unservedRoutes, unservedText } from "../../../../requests/health/unserved";
import { NO_FACTS, type ReviewFacts } from "../../../../requests/review/facts";
import type { RoutingTable } from "../../../../requests/table/routing-table";

const facts = (more: Partial<ReviewFacts>): ReviewFacts => ({ ...NO_FACTS, ...more });
const WEB = { "http://shop.x/": { to: { "default/web:80": 1 } } };

test("a run may have changed Services with other servers, with another route or with other terms", () => {
  const before = facts({ routes: WEB, servers: { "default/web:80": ["10.0.0.1:80"], "default/db:80": ["10.0.0.2:80"] } });
  const servers = { ...before.servers, "default/db:80": ["10.0.0.3:80"] };
  expect(changedServices(before, before)).toEqual(new Set());
  expect(changedServices(before, { ...before, servers })).toEqual(new Set(["default/db:80"]));
  const routes = { "http://shop.x/": { to: { "default/web:80": 1 }, terms: ["health check /"] } };
  expect(changedServices(before, { ...before, routes })).toEqual(new Set(["default/web:80"]));
  expect(changedServices(before, { ...before, settings: { shardVSSize: "LARGE" } })).toBeUndefined();
});

const rules: RoutingTable = {
  addresses: [
    {
      name: "vs",
      group: "hosts",
      ports: [
        {
          ...{ port: 80, protocol: "http" as const, otherwise: { status: 404 } },
          hosts: {
            "shop.x": {
              rules: [
                {
                  match: [{ of: "path", is: "segments", values: ["/"] }],
                  to: { forward: [{ weight: 1, service: "default/web:80", pool: "pool/web" }] },
                  by: { object: "Ingress default/shop", pointer: "/spec" },
                },
              ],
            },
          },
        },
      ],
    },
  ],
};

const server = (state: ServerHealth["state"], reason?: string): ServerHealth => ({
  ...{ address: "10.0.0.1", port: 80, state },
  ...(reason === undefined ? {} : { reason }),
});
const found = (servers: ServerHealth[], changed?: ReadonlySet<string>, isEmptyMeant = false) =>
  unservedRoutes(rules, { pools: [{ on: "pool/web", servers }], addresses: [], faults: [] }, changed, isEmptyMeant);

test.each<[ServerHealth["state"], boolean | undefined]>([
  ["up", undefined],
  ["unmonitored", undefined],
  ["down", true],
  ["unknown", true],
  ["disabled", false],
  ["draining", false],
])("a route whose only server is %s", (state, isOpen) => {
  expect(found([server(state)]).map((one) => one.isOpen)).toEqual(isOpen === undefined ? [] : [isOpen]);
});

test("of several servers one that is up is enough, and a route of a Service that has not changed is not waited for", () => {
  expect(found([server("down"), { ...server("up"), port: 81 }])).toEqual([]);
  expect(found([server("down")], new Set(["default/web:80"]))[0]?.isOpen).toBe(true);
  expect(found([server("down")], new Set(["default/db:80"]))[0]?.isOpen).toBe(false);
});

test("a pool without servers is no wait, and no line where its servers come later", () => {
  const [empty] = found([]);
  expect(empty && unservedText(empty, 30)).toBe("Ingress default/shop: no server up for http://shop.x/; it has no server");
  expect(empty?.isOpen).toBe(false);
  expect(found([], undefined, true)).toEqual([]);
});

test("the words name the object, the route, the time and the reason", () => {
  const [down] = found([server("down", "GET / answered 503")]);
  expect(down && unservedText(down, 29)).toBe(
    "Ingress default/shop: no server up for http://shop.x/ after 29 s; 10.0.0.1:80 down: GET / answered 503",
  );
});

test.each([undefined, 1, "", "no json", "[]", '{"rules":{}}', '{"rules":{"addresses":1}}'])("%s asks for no look", (text) => {
  expect(healthQueryIn(text)).toBeUndefined();
});
