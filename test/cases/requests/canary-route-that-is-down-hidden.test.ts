import { expect, test } from "vitest";
import { healthByObject } from "../../../requests/health/table";
import type { Condition, ServedRule } from "../../../requests/table/routing-table";

// Two rules of one path had one row, and the later one won: a canary whose servers were down was hidden by the plain rule behind it.

const PATH: Condition = { of: "path", is: "segments", values: ["/cart"] };
const CANARY: Condition = { of: "header", name: "x-canary", is: "exact", values: ["1"] };
const rule = (server: string, ...match: Condition[]): ServedRule => ({
  match,
  to: { forward: [{ weight: 1, servers: { ready: [server] } }] },
  by: { object: "Ingress default/shop", pointer: "" },
});
const routesOf = (...rules: ServedRule[]) => {
  const port = { port: 80, protocol: "http" as const, otherwise: { status: 404 }, hosts: { "a.example.com": { rules } } };
  const pools = [
    { on: "pool/next", servers: [{ address: "10.0.0.1", port: 80, state: "down" as const }] },
    { on: "pool/web", servers: [{ address: "10.0.0.2", port: 80, state: "up" as const }] },
  ];
  const [row] = healthByObject({ addresses: [{ name: "vs", group: "hosts", ports: [port] }] }, { pools, addresses: [], faults: [] });
  return row?.routes.map(({ route, state }) => [route, state]);
};

test("a canary has a route of its own, with its condition", () => {
  expect(routesOf(rule("10.0.0.1:80", PATH, CANARY), rule("10.0.0.2:80", PATH))).toEqual([
    ["http://a.example.com/cart if header x-canary=1", "down"],
    ["http://a.example.com/cart", "up"],
  ]);
});

test("an exact path has a route of its own", () => {
  expect(routesOf(rule("10.0.0.1:80", { ...PATH, is: "exact" }), rule("10.0.0.2:80", PATH))).toEqual([
    ["http://a.example.com/cart (exact)", "down"],
    ["http://a.example.com/cart", "up"],
  ]);
});

test("of two rules with the same requests the worse one is shown", () => {
  expect(routesOf(rule("10.0.0.1:80", PATH), rule("10.0.0.2:80", PATH))).toEqual([["http://a.example.com/cart", "down"]]);
});
