import { expect, test } from "vitest";
import type { RouteHealth } from "../../../requests/health/table";
import type { StatusRow } from "../../../sdk/health/report";
import { ServerHealthWatch } from "../../../sdk/watch/report/server-health";

// One URL at two Gateways, or of two components, had one key: while one was down and the other up each reading left two Events.

const route = (address: string, state: "up" | "down"): RouteHealth => ({
  ...{ route: "http://a.example.com/", address, state, services: [] },
  servers: [{ address: "10.0.0.1", port: 80, state }],
});
const row = (component: string, ...routes: RouteHealth[]): StatusRow => ({
  ...{ object: "HTTPRoute default/shop", component, state: "down", routes, addresses: [], servers: [] },
  ...{ target: "avi", spec: { state: "ready", findings: 0 } },
});

async function eventsOf(rows: StatusRow[], rounds = 3) {
  const events: string[] = [];
  const object = { apiVersion: "gateway.networking.k8s.io/v1", kind: "HTTPRoute", metadata: { namespace: "default", name: "shop" } };
  const clusterOf = (component: string) => ({
    objects: () => [object] as never,
    tell: async (_: unknown, { reason }: { reason: string }) => void events.push(`${component} ${reason}`),
  });
  const watch = new ServerHealthWatch({
    read: async () => ({ rows, faults: [] }),
    clusters: (component = "") => [clusterOf(component)],
    leads: () => true,
    intervalMs: 1000,
    clock: { now: () => 0, after: () => () => undefined, random: () => 0 },
    emit: () => undefined,
    errors: { failed: () => undefined, resolve: () => undefined },
  });
  for (let round = 0; round < rounds; round++) await watch.turn();
  return events;
}

test("two addresses of one object are two routes: one Event for the one that is down", async () => {
  expect(await eventsOf([row("web", route("vs-1", "down"), route("vs-2", "up"))])).toEqual(["web NoServerUp"]);
});

test("two components are two: the Event is in the cluster of the one that is down", async () => {
  expect(await eventsOf([row("one", route("vs", "up")), row("two", route("vs", "down"))])).toEqual(["two NoServerUp"]);
});
