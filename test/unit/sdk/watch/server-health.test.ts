import { expect, test } from "vitest";
import type { RouteState } from "../../../../requests/health/table";
import type { StatusRow } from "../../../../sdk/health/report";
import { metrics } from "../../../../sdk/watch/report/metrics";
import { type HealthFault, ServerHealthWatch, type ServerHealthWork } from "../../../../sdk/watch/report/server-health";
import type { ReportedEvent } from "../../../../sdk/watch/terms/reported-event";

/** A row of one route with one server. */
function row(name: string, state: RouteState): StatusRow {
  const up = state === "up";
  const servers = [
    { address: "10.0.0.1", port: 80, state: up ? ("up" as const) : ("down" as const), ...(up ? {} : { reason: "refused" }) },
  ];
  const route = { route: `http://${name}.example.com/`, address: "vs", state, services: [], servers };
  return {
    object: `Ingress default/${name}`,
    state,
    addresses: [],
    servers,
    routes: [route],
    target: "avi",
    spec: { state: "ready", findings: 0 },
  };
}

function lab({ leads = true } = {}) {
  const told: ReportedEvent[] = [];
  const events: [string, string, boolean][] = [];
  const failures: string[] = [];
  const over: string[] = [];
  const pauses: number[] = [];
  const next: { rows: StatusRow[] | Error; faults?: HealthFault[] } = { rows: [] };
  const object = (name: string) => ({ apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: { namespace: "default", name } });
  const work: ServerHealthWork = {
    async read() {
      if (next.rows instanceof Error) throw next.rows;
      return { rows: next.rows, faults: next.faults ?? [] };
    },
    clusters: () => [
      {
        objects: () => [object("shop"), object("blog")] as never,
        async tell({ name }, { reason, warning }) {
          events.push([name, reason, warning]);
        },
      },
    ],
    leads: () => leads,
    intervalMs: 1000,
    clock: {
      now: () => 0,
      after: (ms) => {
        pauses.push(ms);
        return () => undefined;
      },
      random: () => 0,
    },
    emit: (event) => told.push(event),
    errors: { failed: (what) => failures.push(what), resolve: (what) => over.push(what) },
  };
  return { watch: new ServerHealthWatch(work), next, told, events, failures, over, pauses };
}

test("an Event when a route loses its last server, one when it is back, and none in between", async () => {
  const { watch, next, events, told } = lab();
  for (const state of ["up", "down", "down", "unknown", "degraded", "up"] as const) {
    next.rows = [row("shop", state), row("blog", "up")];
    await watch.turn();
  }
  expect(events).toEqual([
    ["shop", "NoServerUp", true],
    ["shop", "ServersUp", false],
  ]);
  expect(told.map((event) => event.what === "health" && event.message)).toEqual([
    "no server is up for http://shop.example.com/; 10.0.0.1:80 down: refused",
    "http://shop.example.com/ has a server again",
  ]);
});

test("a replica that does not lead logs and leaves no Event", async () => {
  const { watch, next, events, told } = lab({ leads: false });
  next.rows = [row("shop", "down")];
  await watch.turn();
  expect({ events, told: told.length }).toEqual({ events: [], told: 1 });
});

test("a reading that fails is a failure, and takes nothing away", async () => {
  const { watch, next, failures, events } = lab();
  next.rows = [row("shop", "down")];
  await watch.turn();
  next.rows = new Error("LB2007: no answer");
  await watch.turn();
  expect(failures).toEqual(["health of servers"]);
  expect(watch.rows).toHaveLength(1);
  next.rows = [row("shop", "down")];
  await watch.turn();
  expect(events).toHaveLength(1);
});

test("of a thousand routes that go at once fifty have Events, and the log says how many more", async () => {
  const { watch, next, told } = lab();
  next.rows = Array.from({ length: 1000 }, (_, n) => row(`r${n}`, "down"));
  await watch.turn();
  expect(told.filter(({ what }) => what === "health")).toHaveLength(50);
  expect(told.at(-1)).toEqual({ what: "note", message: "950 more routes have lost or got back their servers" });
});

test("the interval has jitter", () => {
  const { watch, pauses } = lab();
  watch.begin()();
  expect(pauses).toEqual([800]);
});

test("servers by object and state are a gauge, with a bound on objects", async () => {
  const rows = Array.from({ length: 1002 }, (_, n) => row(`r${n}`, n === 0 ? "down" : "up"));
  const view = {
    ready: () => true,
    activeErrors: () => [],
    pending: () => [],
    drift: () => [],
    lastKnownGood: () => [],
    health: () => rows,
  };
  const route = metrics().routes({ ...view, queue: () => ({ waiting: 0, oldestSeconds: 0 }) })["/metrics"];
  const { body } = (await route?.(new URLSearchParams())) ?? { body: "" };
  expect(body).toContain('k8s_lb_watch_servers{object="Ingress default/r0",state="down"} 1');
  expect(body).toContain('k8s_lb_watch_servers{object="",state="up"} 2');
});

test("faults of one component are failures of their own, until it is read again", async () => {
  const { watch, next, failures, over } = lab();
  next.rows = [row("shop", "up")];
  next.faults = [{ component: "lbs", error: new Error("LB2007: no answer") }];
  await watch.turn();
  expect(watch.rows).toHaveLength(1);
  next.faults = [];
  await watch.turn();
  expect({ failures, over: over.filter((what) => what.includes("lbs")) }).toEqual({
    failures: ["health of servers of lbs"],
    over: ["health of servers of lbs"],
  });
});

test("an Event that succeeds ends the failure of another", async () => {
  const { watch, next, over } = lab();
  next.rows = [row("shop", "down")];
  await watch.turn();
  expect(over).toContain("event");
});

test("series are those of the first thousand names, whatever the order of rows", async () => {
  const rows = Array.from({ length: 1001 }, (_, n) => row(`r${String(n).padStart(4, "0")}`, "up")).reverse();
  const view = {
    ready: () => true,
    activeErrors: () => [],
    pending: () => [],
    drift: () => [],
    lastKnownGood: () => [],
    health: () => rows,
  };
  const route = metrics().routes({ ...view, queue: () => ({ waiting: 0, oldestSeconds: 0 }) })["/metrics"];
  const { body } = (await route?.(new URLSearchParams())) ?? { body: "" };
  expect(body).toContain('object="Ingress default/r0000"');
  expect(body).not.toContain('object="Ingress default/r1000"');
});
