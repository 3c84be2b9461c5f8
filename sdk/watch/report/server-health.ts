// Reports routes that lose their last server, or have one again.

import type { RouteHealth } from "../../../requests/health/table";
import { faultTexts } from "../../../requests/health/words";
import type { StatusRow } from "../../health/report";
import { withJitter } from "../../health/rounds";
import type { FollowedCluster } from "../../kubernetes/follow";
import { type Clock, every } from "../terms/clock";
import type { EventSink } from "../terms/reported-event";
import type { ActiveErrors } from "./active-errors";

/** At most so many routes are reported one by one; the others are counted in one line. */
const MOST_EVENTS = 50;

/** Result of one reading: all rows, those of a load balancer that does not answer from before. */
export interface HealthReading {
  rows: readonly StatusRow[];
  /** Components that could not be read, as a whole or in part. */
  faults: readonly HealthFault[];
}

/** Reason for which the health of a component is not known, or not all of it. */
export interface HealthFault {
  component: string;
  error: unknown;
}

/** Parts of the watch that the reading of health uses. */
export interface ServerHealthWork {
  read(): Promise<HealthReading>;
  /** The clusters of a component; of all of them where it is not known. */
  clusters(component?: string): readonly Pick<FollowedCluster, "objects" | "tell">[];
  /** True if this process leads: any other leaves no Events. */
  leads(): boolean;
  intervalMs: number;
  clock: Clock;
  emit: EventSink;
  errors: Pick<ActiveErrors, "failed" | "resolve">;
}

/** Reads the health of servers at an interval; says when a route loses its last server, and when one is back. */
export class ServerHealthWatch {
  /** Rows of the last reading; they stay while none succeeds. */
  rows: readonly StatusRow[] = [];
  /** Keys of routes that have no server. */
  private down: ReadonlySet<string> = new Set();
  /** Failures of components that last. */
  private faulty: ReadonlySet<string> = new Set();

  constructor(private readonly work: ServerHealthWork) {}

  /** Begins; the function that comes back ends it. */
  begin(): () => void {
    const { clock, intervalMs } = this.work;
    return every(
      clock,
      () => withJitter(intervalMs, clock.random()),
      () => this.turn(),
    );
  }

  /** One reading. A failure takes nothing away. */
  async turn(): Promise<void> {
    const { read, errors } = this.work;
    try {
      const { rows, faults } = await read();
      this.rows = rows;
      errors.resolve("health of servers");
      this.reportFaults(faults);
    } catch (error) {
      errors.failed("health of servers", error);
      return;
    }
    await this.report();
  }

  private reportFaults(faults: readonly HealthFault[]): void {
    const { errors } = this.work;
    const before = this.faulty;
    const now = new Map(faults.map(({ component, error }) => [`health of servers of ${component}`, error]));
    for (const [what, error] of now) errors.failed(what, error);
    for (const what of before) if (!now.has(what)) errors.resolve(what);
    this.faulty = new Set(now.keys());
  }

  private async report(): Promise<void> {
    const before = this.down;
    const now = new Set<string>();
    const news: (() => Promise<void>)[] = [];
    for (const row of this.rows)
      for (const route of row.routes) {
        const key = keyOf(row, route);
        // a route with unknown servers stays down
        const isDown = route.state === "down" || (route.state === "unknown" && before.has(key));
        if (isDown) now.add(key);
        if (isDown !== before.has(key)) news.push(() => this.tell(row, route, isDown));
      }
    this.down = now;
    for (const [count, tell] of news.entries()) if (count < MOST_EVENTS) await tell();
    const { emit } = this.work;
    if (news.length > MOST_EVENTS)
      emit({ what: "note", message: `${news.length - MOST_EVENTS} more routes have lost or got back their servers` });
  }

  private async tell({ object, component }: StatusRow, route: RouteHealth, isDown: boolean): Promise<void> {
    const message = isDown ? downText(route) : `${route.route} has a server again`;
    this.work.emit({ what: "health", object, route: route.route, down: isDown, message });
    if (!this.work.leads()) return;
    const event = { reason: isDown ? "NoServerUp" : "ServersUp", message, warning: isDown };
    for (const cluster of this.work.clusters(component)) {
      const clusterObject = cluster.objects()?.find((one) => `${one.kind} ${one.metadata.namespace}/${one.metadata.name}` === object);
      if (!clusterObject) continue;
      const { apiVersion, kind, metadata } = clusterObject;
      const ref = { apiVersion, kind, namespace: metadata.namespace ?? "", name: metadata.name };
      const { errors } = this.work;
      await cluster.tell(ref, event).then(
        () => errors.resolve("event"),
        (error: unknown) => errors.failed("event", error),
      );
      return;
    }
  }
}

/** Components, and addresses of one object, may have the same route. */
const keyOf = ({ target, component, object }: StatusRow, { address, route }: RouteHealth): string =>
  JSON.stringify([target, component, object, address, route]);

const downText = ({ route, servers }: RouteHealth): string =>
  [`no server is up for ${route}`, ...faultTexts(servers)].join("; ").slice(0, 1000);
