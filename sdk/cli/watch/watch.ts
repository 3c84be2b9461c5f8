// `k8s-lb watch`: keeps servers current; structural changes wait for review.

import type { Server } from "node:http";
import { join } from "node:path";
import { InvalidArgumentError } from "commander";
import { reasonOf } from "../../../resources/diagnostic";
import { WATCH_SOCKET } from "../../components/watch-socket";
import { codeIn } from "../../watch/report/active-errors";
import type { HttpRoutes } from "../../watch/report/http-server";
import type { ResidentProgram as ResidentProgramType } from "../../watch/stack/resident/resident-program";
import { type EventSink, eventSinks } from "../../watch/terms/reported-event";
import type { Watcher as WatcherType } from "../../watch/watcher";
import { EXIT, UsageError } from "../grammar";
import { opt } from "../option";
import { endsWithin, stopped } from "../signals";
import { openStack, STACK_OPTIONS, throughPulumi } from "../stack";
import { defineVerb } from "../verb";
import { watchManifestsCommand } from "./manifests";
import { LISTEN, watchStatusCommand } from "./status";

/** A Pod of our manifests is killed 30 s after SIGTERM; until then it gives back its Lease. */
const ENDS_WITHIN_MS = 25_000;

/** A load balancer is not asked more often. */
const LEAST_HEALTH_MS = 2_000;

const UNITS: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** An option that takes `300ms`, `30s`, `10m`, `1h`; in milliseconds. */
function duration<F extends string>(flags: F, about: string, usual: string) {
  const read = (text: string) => {
    const [, number, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
    const factor = UNITS[unit];
    if (number === undefined || factor === undefined) throw new InvalidArgumentError("A time such as 300ms, 30s or 10m is expected.");
    return Number(number) * factor;
  };
  return opt(flags, about).read(read).usually(read(usual), usual);
}

export const watchCommand = defineVerb({
  name: "watch",
  options: [
    opt("--apply <what>", "what is written without review: servers, everything that the guards allow, nothing")
      .oneOf(["members", "all", "none"])
      .usually("members"),
    duration("--debounce <time>", "minimum time between two writes to one pool; the first is immediate", "300ms"),
    duration("--resync <time>", "how often to check for drift", "30m"),
    duration("--settle <time>", "time without writes after which `pulumi up` records the servers in the state", "30s"),
    duration("--empty-after <time>", "how long to wait before the last server of a pool is removed", "10s"),
    duration("--health <time>", "how often to read the state of servers, ±20 %, at least 2s; 0s: never", "30s"),
    opt("--listen <address>", "address for `k8s-lb watch status`, probes and metrics; none: no address").usually(LISTEN),
    opt("--lease <[namespace/]name>", "write only while holding this Lease, so that one of several replicas writes"),
    opt("--log <format>", "lines for people, or JSON").oneOf(["text", "json"]).usually("text"),
    opt("--log-level <level>", "debug: each event too, and all that Pulumi prints in a run that fails")
      .oneOf(["info", "debug"])
      .usually("info"),
    opt("--once", "write once, list what is pending, and exit"),
    ...STACK_OPTIONS,
  ],
  note: "\nThe program of the stack defines what is watched: every component with `specs: liveCluster(...)`.",
  examples: ["watch -C infrastructure -s prod", "watch --apply none   # write nothing, list what would be written"],
  verbs: [watchStatusCommand, watchManifestsCommand],
  async run({ apply, debounce, resync, settle, emptyAfter, health, listen, once, lease, log, logLevel, ...where }) {
    const { keepHeapSmall } = await import("../../watch/heap.js");
    keepHeapSmall();
    const { RegistrationSocket } = await import("../../watch/stack/registration-socket.js");
    const { programOf } = await import("../../watch/stack/automation.js");
    const { ResidentProgram } = await import("../../watch/stack/resident/resident-program.js");
    const { Watcher } = await import("../../watch/watcher.js");
    const { pageRoutes } = await import("../../watch/watch-page.js");
    const { production } = await import("./production.js");
    const { stackHealth } = await import("./health.js");
    const socket = await RegistrationSocket.listen();
    const ended = new AbortController();
    const stop = stopped(ended);
    const around = production({ lease, log, logLevel });
    let watcher: WatcherType | undefined;
    let resident: ResidentProgramType | undefined;
    try {
      const stack = await openStack(where, { [WATCH_SOCKET]: socket.path });
      resident = ResidentProgram.of(stack, (message) => around.tell({ what: "note", message }));
      const servers = once || health === 0 ? undefined : stackHealth(stack, Math.max(health, LEAST_HEALTH_MS));
      const tell = servers ? eventSinks(around.tell, servers.observer) : around.tell;
      const watching = new Watcher(around.guard(programOf(stack, socket, ended.signal, resident), stack), {
        apply,
        debounceMs: debounce,
        resyncMs: resync,
        settleMs: settle,
        emptyAfterMs: emptyAfter,
        planFile: join(socket.folder, "plan.json"),
        leadership: around.leadership,
        ...(servers ? { health: servers } : {}),
        emit: tell,
      });
      watcher = watching;
      socket.lastKnownGood = watching.lastKnownGood;
      const server = once ? undefined : await listening(listen, around.routes(watching), pageRoutes(watching, stack.name), around.tell);
      ended.signal.addEventListener("abort", () => server?.close());
      around.begin();
      await Promise.race([throughPulumi(() => watching.start()), stop]);
      if (!ended.signal.aborted) around.tell({ what: "begin", stack: stack.name });
      await (once ? Promise.race([watching.idle(), stop]) : stop);
      ended.abort();
      // a write may wait for its load balancer for minutes
      if (!(await endsWithin(ENDS_WITHIN_MS, watching.close()))) {
        await around.end();
        process.exit();
      }
      await around.end();
      return once && watching.activeErrors().length > 0 ? EXIT.backend : 0;
    } catch (error) {
      if (ended.signal.aborted) return 0;
      if (log === "text") throw error;
      const message = reasonOf(error);
      around.tell({ what: "failure", code: codeIn(message), message });
      return error instanceof UsageError ? EXIT.usage : EXIT.backend;
    } finally {
      ended.abort();
      // what is followed would keep the process
      await watcher?.close();
      resident?.close();
      await around.end();
      await socket.close();
    }
  },
});

/** Starts the HTTP server. If it cannot listen, because another watch of this machine has the address, the watch goes on without it. */
async function listening(address: string, routes: HttpRoutes, page: HttpRoutes, tell: EventSink): Promise<Server | undefined> {
  if (address === "none") return undefined;
  const [, host = "", port = ""] = /^(.*):(\d+)$/.exec(address) ?? [];
  if (port === "") throw new UsageError(`--listen takes an address such as ${LISTEN}, got ${address}`);
  const { serve } = await import("../../watch/report/http-server.js");
  // probes may be for everybody in a cluster, the page is for this machine
  const all = isLoopback(host) ? { ...routes, ...page } : routes;
  return serve(all, host.replace(/^\[|\]$/g, ""), Number(port)).catch((error: unknown) => {
    tell({ what: "note", message: `cannot serve the status of this watch: ${reasonOf(error)}` });
    return undefined;
  });
}

const isLoopback = (host: string) => /^(127\.[\d.]+|\[::1\]|localhost)$/.test(host);
