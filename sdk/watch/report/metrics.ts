// Prometheus metrics of watch.

import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { EventSink, ReportedEvent } from "../terms/reported-event";
import type { HttpRoutes, WatchView } from "./http-server";

/** Seconds from an event to its write: the goals are 60 ms in the middle and 250 ms at the end, on a controller that answers at once. */
const BUCKETS = [0.01, 0.03, 0.06, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Metrics of events for Prometheus. Give the observer to the watch. */
export interface Metrics {
  observer: EventSink;
  /** `/metrics`; gauges are asked of the view at that moment. */
  routes(view: WatchView): HttpRoutes;
}

/** Objects that have series of their own, the first by name; those of all others are one. */
const MOST_OBJECTS = 1000;

/** Counters of one watch, in a registry of their own. Only `servers` has objects as labels, at most 1,000: there may be thousands. */
export function metrics(): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  const name = (text: string) => `k8s_lb_watch_${text}`;
  const counter = <L extends string>(what: string, help: string, labelNames: L[]) =>
    new Counter({ name: name(`${what}_total`), help, labelNames, registers });
  const events = counter("events", "Changes of objects in the clusters", ["cluster", "kind", "type"]);
  const streams = counter("streams", "Lists begun, expired and broken off", ["cluster", "kind", "state"]);
  const writes = counter("writes", "Resources whose servers were written", ["type"]);
  const errors = counter("errors", "What did not work, by its code in docs/errors.md", ["code"]);
  const runs = counter("runs", "Runs of the program through Pulumi", ["run", "result"]);
  const seconds = new Histogram({
    name: name("event_to_write_seconds"),
    help: "From the first event to the write",
    buckets: BUCKETS,
    registers,
  });
  const gauge = (what: string, help: string) => new Gauge({ name: name(what), help, registers });
  const leader = gauge("leader", "1 where this replica writes");
  const ready = gauge("ready", "1 when everything is read and followed");
  const pending = gauge("pending", "Changes of structure that wait for a person");
  const drift = gauge("drift", "Resources that somebody changed on the load balancer");
  const waiting = gauge("queue", "Resources whose servers are to be written");
  const oldest = gauge("queue_oldest_seconds", "How long the oldest of them has waited");

  const servers = new Gauge({ name: name("servers"), help: "Servers of an object by state", labelNames: ["object", "state"], registers });

  const count = (event: ReportedEvent): void => {
    if (event.what === "event") events.inc({ cluster: event.cluster, kind: event.kind, type: event.type });
    else if (event.what === "stream") streams.inc({ cluster: event.cluster, kind: event.kind, state: event.state });
    else if (event.what === "failure") errors.inc({ code: event.code });
    else if (event.what === "run") runs.inc({ run: event.run, result: event.failed === undefined ? "succeeded" : "failed" });
    else if (event.what === "leader") leader.set(event.leader ? 1 : 0);
    else if (event.what === "write" && !event.would) {
      writes.inc({ type: event.type });
      seconds.observe(event.seconds);
    }
  };
  return {
    observer: count,
    routes: (view) => ({
      "/metrics": async () => {
        const queue = view.queue();
        ready.set(view.ready() ? 1 : 0);
        pending.set(view.pending().length);
        drift.set(view.drift().length);
        waiting.set(queue.waiting);
        oldest.set(queue.oldestSeconds);
        servers.reset();
        const rows = view.health?.() ?? [];
        const named = new Set([...new Set(rows.map(({ object }) => object))].sort().slice(0, MOST_OBJECTS));
        for (const row of rows)
          for (const { state } of row.servers) servers.inc({ object: named.has(row.object) ? row.object : "", state });
        return { status: 200, type: registry.contentType, body: await registry.metrics() };
      },
    }),
  };
}
