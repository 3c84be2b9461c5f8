import fc from "fast-check";
import { expect, test } from "vitest";
import { PoolFinder } from "../../../../requests/health/find";
import { type PoolHealth, SERVER_STATES, type ServerHealth, serverAt, serverName } from "../../../../requests/health/health";

const up = (address: string, port = 80): ServerHealth => ({ address, port, state: "up" });
const down = (address: string, port = 80): ServerHealth => ({ address, port, state: "down", reason: "refused" });
const pool = (on: string, servers: ServerHealth[], more: Partial<PoolHealth> = {}): PoolHealth => ({ on, servers, ...more });

test("a server of two pools has the state of the pool that the rule names", () => {
  const finder = new PoolFinder({
    pools: [pool("pools/a", [up("10.0.0.1")], { rules: ["l7policy/a"] }), pool("pools/b", [down("10.0.0.1")], { rules: ["l7policy/b"] })],
  });
  expect(finder.serversAt({ on: "l7policy/a", servers: ["10.0.0.1:80"] })).toEqual([up("10.0.0.1")]);
  expect(finder.serversAt({ on: "l7policy/b", servers: ["10.0.0.1:80"] })).toEqual([down("10.0.0.1")]);
});

test.each([
  ["address", { address: "lb" }, { address: "lb" }, { address: "other" }],
  ["port", { port: 80 }, { ports: [80] }, { ports: [443] }],
  ["servers", {}, {}, { servers: [down("10.0.0.1"), up("10.0.0.2")] }],
] as const)("without a name it is narrowed by %s", (_what, place, own, other) => {
  const finder = new PoolFinder({ pools: [pool("a", [up("10.0.0.1")], own as object), pool("b", [down("10.0.0.1")], other as object)] });
  expect(finder.serversAt({ ...place, servers: ["10.0.0.1:80"] })).toEqual([up("10.0.0.1")]);
});

test("an owner narrows too, and of what is left the worst state counts", () => {
  const pools = [pool("pool/a", [up("10.0.0.1")]), pool("pool/b", [down("10.0.0.1")])];
  const finder = new PoolFinder({ pools }, (on) => (on === "pool/a" ? ["Ingress/default/a"] : []));
  expect(finder.serversAt({ owner: "Ingress/default/a", servers: ["10.0.0.1:80"] })).toEqual([up("10.0.0.1")]);
  expect(finder.serversAt({ owner: "Ingress/default/c", servers: ["10.0.0.1:80"] })).toEqual([down("10.0.0.1")]);
});

test("a server in no pool is unknown, with the reason", () => {
  const [found] = new PoolFinder({ pools: [] }).serversAt({ servers: ["[2001:db8::1]:80"] });
  expect(found).toMatchObject({ address: "2001:db8::1", port: 80, state: "unknown", reason: "the load balancer does not list it" });
});

test("names of servers are read as they are written", () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.integer({ min: 1, max: 65_535 }), (address, port) => {
      expect(serverAt(serverName({ address, port }))).toEqual({ address, port });
    }),
  );
});

test("no state is better than that of the worst pool, whatever the order of pools", () => {
  const states = fc.array(fc.constantFrom(...SERVER_STATES), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(states, (all) => {
      const pools = all.map((state, n) => pool(`pool/${n}`, [{ address: "10.0.0.1", port: 80, state }]));
      const [found] = new PoolFinder({ pools }).serversAt({ servers: ["10.0.0.1:80"] });
      expect(found?.state).toBe(SERVER_STATES.find((state) => all.includes(state)));
    }),
  );
});
