import type { RouteHealth } from "../../../kinds/health/table";
import { faultTexts } from "../../../kinds/health/words";
import type { StatusRow } from "../../health/report";
import type { FollowedCluster } from "../../kubernetes/follow";
import { type Clock, every } from "../terms/clock";
import type { Observer } from "../terms/reported-event";
import type { OpenFailures } from "./open-failures";

/** Part of an interval that is chance, so that many watches do not come in step. */
const JITTER = 0.2;

/** Of so many routes a reading leaves Events on objects; of the others the log alone tells. */
const MOST_EVENTS = 50;

/** Parts of the watch that the reading of health uses. */
export interface ServerHealthWork {
  read(): Promise<StatusRow[]>;
  clusters(): readonly Pick<FollowedCluster, "objects" | "tell">[];
  /** True if this process leads: any other leaves no Events. */
  leads(): boolean;
  intervalMs: number;
  clock: Clock;
  tell: Observer;
  failures: Pick<OpenFailures, "failed" | "over">;
}

/** Reads the health of servers at an interval; says when a route loses its last server, and when one is back. */
export class ServerHealthWatch {
  /** Rows of the last reading; they stay while none succeeds. */
  rows: readonly StatusRow[] = [];
  /** Routes that have no server, `Ingress default/shop http://shop.example.com/`. */
  private down: ReadonlySet<string> = new Set();

  constructor(private readonly work: ServerHealthWork) {}

  /** Begins; the function that comes back ends it. */
  begin(): () => void {
    const { clock, intervalMs } = this.work;
    return every(
      clock,
      () => intervalMs * (1 - JITTER + 2 * JITTER * clock.random()),
      () => this.turn(),
    );
  }

  /** One reading. A failure takes nothing away. */
  async turn(): Promise<void> {
    const { read, failures } = this.work;
    try {
      this.rows = await read();
      failures.over("health of servers");
    } catch (error) {
      failures.failed("health of servers", error);
      return;
    }
    await this.report();
  }

  private async report(): Promise<void> {
    const before = this.down;
    const now = new Set<string>();
    const news: (() => Promise<void>)[] = [];
    for (const { object, routes } of this.rows)
      for (const route of routes) {
        const key = `${object} ${route.route}`;
        // of servers that nobody knows nobody knows that they are back
        const isDown = route.state === "down" || (route.state === "unknown" && before.has(key));
        if (isDown) now.add(key);
        if (isDown !== before.has(key)) news.push(() => this.tell(object, route, isDown));
      }
    this.down = now;
    for (const [count, tell] of news.entries()) if (count < MOST_EVENTS) await tell();
    const { tell } = this.work;
    if (news.length > MOST_EVENTS)
      tell({ what: "note", message: `${news.length - MOST_EVENTS} more routes have lost or got back their servers` });
  }

  private async tell(object: string, route: RouteHealth, isDown: boolean): Promise<void> {
    const message = isDown ? downText(route) : `${route.route} has a server again`;
    this.work.tell({ what: "health", object, route: route.route, down: isDown, message });
    if (!this.work.leads()) return;
    const event = { reason: isDown ? "NoServerUp" : "ServersUp", message, warning: isDown };
    for (const cluster of this.work.clusters()) {
      const found = cluster.objects()?.find((one) => `${one.kind} ${one.metadata.namespace}/${one.metadata.name}` === object);
      if (!found) continue;
      const { apiVersion, kind, metadata } = found;
      const ref = { apiVersion, kind, namespace: metadata.namespace ?? "", name: metadata.name };
      await cluster.tell(ref, event).catch((error: unknown) => this.work.failures.failed("event", error));
      return;
    }
  }
}

const downText = ({ route, servers }: RouteHealth): string =>
  [`no server is up for ${route}`, ...faultTexts(servers)].join("; ").slice(0, 1000);
