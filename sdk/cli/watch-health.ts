import { HealthReport, type StatusRow } from "../health/report";
import type { ServerHealthWork } from "../watch/report/server-health";
import type { Observer } from "../watch/terms/reported-event";
import { readHealth } from "./read-health";
import type { Stack } from "./stack";
import { type ConnectedSource, componentSources } from "./status-sources";

/** Health of the servers of a stack, for a watch. What it takes from the state is read again after each run of the stack. */
export function stackHealth(stack: Stack, intervalMs: number): Pick<ServerHealthWork, "read" | "intervalMs"> & { observer: Observer } {
  let known: { source: ConnectedSource; report: HealthReport }[] | undefined;
  return {
    intervalMs,
    observer: ({ what }) => {
      if (what === "history" || what === "run") known = undefined;
    },
    async read(): Promise<StatusRow[]> {
      const reports = known ?? (await componentSources(stack)).map((source) => ({ source, report: new HealthReport(source) }));
      known = reports;
      const rows = reports.map(async ({ source: { to, plan, config }, report }) => {
        const health = await readHealth(to, plan, config);
        return health ? report.rows(health) : [];
      });
      return (await Promise.all(rows)).flat();
    },
  };
}
