// Part of `k8s-lb status`: reads the health of several components, again for each look.

import { HealthReport, type StatusRow } from "../../health/report";
import type { HealthFault, HealthReading } from "../../watch/report/server-health";
import { readHealth } from "./read-health";
import type { ConnectedSource } from "./sources";

/** One reading of all components. */
export interface StatusReading extends HealthReading {
  /** Every load balancer has answered; the rows of any other are those of the reading before. */
  isWhole: boolean;
}

/** Reads the health of components again and again. */
export class StatusReader {
  private readonly reports: readonly { name: string; source: ConnectedSource; report: HealthReport }[];
  private last: ReadonlyMap<string, readonly StatusRow[]>;

  /**
   * @param before a reader of the same components, whose rows stay until these have their own
   */
  constructor(sources: readonly ConnectedSource[], before?: StatusReader) {
    this.reports = sources.map((source) => ({ name: source.component ?? source.to, source, report: new HealthReport(source) }));
    this.last = before?.last ?? new Map();
  }

  /**
   * Rows of all components. Of one whose load balancer does not answer they are those of the reading before.
   *
   * @throws the first error, where none answers
   */
  async read(): Promise<StatusReading> {
    const faults: HealthFault[] = [];
    const errors: unknown[] = [];
    const readOne = async ({ name, source, report }: (typeof this.reports)[number]): Promise<[string, readonly StatusRow[]]> => {
      try {
        const health = await readHealth(source.to, source.plan, source.config);
        if (health && health.faults.length > 0) faults.push({ component: name, error: new Error(health.faults.join("; ")) });
        return [keyOf(source), health ? report.rows(health) : []];
      } catch (error) {
        errors.push(error);
        faults.push({ component: name, error });
        return [keyOf(source), this.last.get(keyOf(source)) ?? []];
      }
    };
    const rowsByComponent = await Promise.all(this.reports.map(readOne));
    if (errors.length > 0 && errors.length === rowsByComponent.length) throw errors[0];
    this.last = new Map(rowsByComponent);
    return { rows: rowsByComponent.flatMap(([, rows]) => rows), faults, isWhole: errors.length === 0 };
  }
}

const keyOf = ({ to, component = "" }: ConnectedSource): string => `${to} ${component}`;
