import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import { redact } from "../../../../provider/http/redact";
import { probeRoutes, serve, type WatchView } from "../../../../sdk/watch/report/http-server";
import { jsonLog, textLog } from "../../../../sdk/watch/report/log";
import { metrics } from "../../../../sdk/watch/report/metrics";
import { removeStaleLocks } from "../../../../sdk/watch/stack/stale-lock";

let server: Server | undefined;
afterEach(() => server?.close());

const view = (ready: boolean): WatchView => ({
  ready: () => ready,
  activeErrors: () => (ready ? [] : ["lab: Endpoints cannot be followed"]),
  pending: () => [{ causes: [], since: "2026-01-01T00:00:00Z", objects: { "pool/a": "create" } }],
  drift: () => [],
  lastKnownGood: () => [],
  queue: () => ({ waiting: 2, oldestSeconds: 1.5 }),
});

describe("what is asked of a watch", () => {
  it("answers probes and metrics", async () => {
    const counted = metrics();
    counted.observer({ what: "write", resource: "a", type: "avi:Pool", seconds: 0.05, servers: 2 });
    counted.observer({ what: "failure", code: "LB2102", message: "no answer" });
    counted.observer({ what: "leader", leader: true });
    const listening = await serve({ ...probeRoutes(view(false)), ...counted.routes(view(true)) }, "127.0.0.1", 0);
    server = listening;
    const { port } = listening.address() as AddressInfo;
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return [answer.status, await answer.text()] as const;
    };
    expect(await ask("/healthz")).toEqual([200, "ok\n"]);
    expect(await ask("/readyz")).toEqual([503, "not ready\nlab: Endpoints cannot be followed\n"]);
    const [, text] = await ask("/metrics?x=1");
    for (const line of [
      'k8s_lb_watch_writes_total{type="avi:Pool"} 1',
      'k8s_lb_watch_errors_total{code="LB2102"} 1',
      'k8s_lb_watch_event_to_write_seconds_bucket{le="0.06"} 1',
      "k8s_lb_watch_leader 1",
      "k8s_lb_watch_pending 1",
      "k8s_lb_watch_queue_oldest_seconds 1.5",
    ])
      expect(text).toContain(`${line}\n`);
  });

  it("logs a line of JSON for each thing that is told, without secrets", () => {
    const lines: string[] = [];
    const log = jsonLog({ write: (line) => void lines.push(line) }, (text) => redact(text, ["hunter22"]));
    log({ what: "failure", code: "LB2003", message: 'refused: {"password":"abc def"} for hunter22' });
    log({ what: "event", cluster: "lab", kind: "Endpoints", type: "modified", object: "default/web" });
    const [only, ...more] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ level: "error", what: "failure", code: "LB2003" });
    expect(lines.join()).not.toMatch(/hunter22|abc def/);
  });

  it.each([
    ["info", ["watching prod", "pulumi up failed: LB2017: no"]],
    ["debug", ["watching prod", "lab: Endpoints shop/web modified", "Updating ...", "pulumi up failed: LB2017: no"]],
  ] as const)("tells people from the beginning to the end at the level %s", (level, expected) => {
    const lines: string[] = [];
    const log = textLog({ write: (line) => void lines.push(line) }, (text) => redact(text, []), level);
    log({ what: "begin", stack: "prod" });
    log({ what: "event", cluster: "lab", kind: "Endpoints", type: "modified", object: "shop/web" });
    log({ what: "run", run: "up", seconds: 1, failed: "LB2017: no" });
    log({ what: "output", run: "up", text: "Updating ..." });
    log({ what: "failure", code: "LB2017", message: "pulumi up failed: LB2017: no" });
    expect(lines.map((line) => line.trim().slice("2026-01-01T00:00:00.000Z ".length))).toEqual(expected);
  });
});

describe("the locks of a dead leader", () => {
  const lock = (host: string, pid: number) =>
    `  file:///s/.pulumi/locks/x.json: created by root@${host} (pid ${pid}) at 2026-01-02T03:04:05Z\n`;
  const refusal = (...locks: string[]) => `error: the stack is currently locked by ${locks.length} lock(s).\n${locks.join("")}`;
  const removed = async (text: string, dead?: { host: string; pids: number[] }) => {
    let cancelled = 0;
    const done = await removeStaleLocks({ cancel: async () => void cancelled++ }, text, dead);
    expect(cancelled).toBe(done ? 1 : 0);
    return done;
  };
  const dead = { host: "watch-1", pids: [1, 42] };

  it("go when host and process are its own", async () => {
    expect(await removed(refusal(lock("watch-1", 42)), dead)).toBe(true);
  });

  it.each([
    ["another process of its host", refusal(lock("watch-1", 43)), dead],
    ["another host", refusal(lock("watch-2", 42)), dead],
    ["a lock of somebody else beside it", refusal(lock("watch-1", 42), lock("laptop", 42)), dead],
    ["no lock in the words of the refusal", "error: conflict", dead],
    ["nobody who died", refusal(lock("watch-1", 42)), undefined],
    ["a process that lives on this machine", refusal(lock(hostname(), process.pid)), { host: hostname(), pids: [process.pid] }],
  ])("stay for %s", async (_what, text, who) => {
    expect(await removed(text, who)).toBe(false);
  });
});
