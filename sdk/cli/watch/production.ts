// Parts around a watch in production: logs, metrics, probes and the Lease.
import { redact } from "../../../provider";
import { connect } from "../../../provider/kubernetes";
import { reasonOf } from "../../../resources/diagnostic";
import { type Leadership, LeaseElector, WITHOUT_ELECTION } from "../../watch/lease";
import { type HttpRoutes, pendingRoutes, probeRoutes, type WatchView } from "../../watch/report/http-server";
import { jsonLog, textLog } from "../../watch/report/log";
import { LogRing } from "../../watch/report/log-ring";
import { metrics } from "../../watch/report/metrics";
import type { StackProgram } from "../../watch/stack/program";
import { type Cancels, ownRuns, withoutStaleLocks } from "../../watch/stack/stale-lock";
import { type EventSink, eventSinks } from "../../watch/terms/reported-event";

/** A request for the Lease is given up before the next is due. Seconds. */
const LEASE_TIMEOUT = 5;

/** Parts around a watch that runs by itself. */
export interface Production {
  tell: EventSink;
  leadership: Leadership;
  /** The program, whose runs a dead leader's locks do not refuse. */
  guard(program: StackProgram, stack: Cancels): StackProgram;
  /** Paths that the HTTP server answers. */
  routes(view: WatchView): HttpRoutes;
  begin(): void;
  end(): Promise<void>;
}

interface ProductionOptions {
  /** `[namespace/]name`; the namespace is else that of the Pod. */
  lease?: string;
  log: "text" | "json";
  logLevel: "info" | "debug";
}

export function production({ lease, log, logLevel }: ProductionOptions): Production {
  const collector = metrics();
  const ring = new LogRing();
  const tell = eventSinks(
    collector.observer,
    (log === "json" ? jsonLog : textLog)(process.stderr, redact, logLevel),
    jsonLog(ring, redact),
  );
  const elector = lease === undefined ? undefined : electorOf(lease, tell);
  let ended = false;
  return {
    tell,
    leadership: elector ?? WITHOUT_ELECTION,
    guard: (program, stack) => (elector ? withoutStaleLocks(program, stack, () => elector.before) : program),
    routes: (view) => ({ ...probeRoutes(view), ...collector.routes(view), ...pendingRoutes(view), ...ring.routes() }),
    begin() {
      elector?.onChange((leader) => tell({ what: "leader", leader }));
      elector ? elector.start() : collector.observer({ what: "leader", leader: true });
    },
    async end() {
      if (ended) return;
      ended = true;
      await elector?.release();
    },
  };
}

function electorOf(lease: string, tell: EventSink): LeaseElector {
  const [name = "", namespace = process.env.POD_NAMESPACE ?? "default"] = lease.split("/").reverse();
  return new LeaseElector({
    client: connect({ timeout: LEASE_TIMEOUT }),
    namespace,
    name,
    runs: ownRuns,
    failed: (error) => tell({ what: "failure", code: "LB2220", message: `Lease ${namespace}/${name}: ${reasonOf(error)}` }),
  });
}
