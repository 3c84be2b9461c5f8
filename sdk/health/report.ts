// Rows of `k8s-lb status`: the health of a load balancer, by the objects of the specs of a component.

import type { Health } from "../../requests/health/health";
import { healthByObject, type ObjectHealth } from "../../requests/health/table";
import type { RoutingTable } from "../../requests/table/routing-table";
import { rulesWithOwners } from "../requests/rules-with-owners";
import { type PlanOf, TARGETS, type TargetName } from "../targets";
import { poolOwners } from "./owners";
import type { SpecState } from "./spec-states";

/** What one component, or one set of manifests, serves. */
export interface HealthSource {
  to: TargetName;
  plan: PlanOf<unknown>;
  /** Rules and servers of the specs, current or of the last completed run. */
  asked: RoutingTable;
  specs: ReadonlyMap<string, SpecState>;
  /** Name of the component in its stack. */
  component?: string;
}

/** One row of `k8s-lb status`. */
export interface StatusRow extends ObjectHealth {
  target: TargetName;
  component?: string;
  /** State of the object in the specs. */
  spec: SpecState;
}

const NO_FINDINGS: SpecState = { state: "ready", findings: 0 };

/**
 * Joins the health of load balancers with the specs of a source. Facts of the plan are computed once, since a watch reads health
 * repeatedly.
 */
export class HealthReport {
  private readonly rules: RoutingTable;
  private readonly ownersOf: ReturnType<typeof poolOwners>;

  constructor(private readonly source: HealthSource) {
    const { to, plan, asked } = source;
    const served = TARGETS[to].balancer?.served(plan) ?? { addresses: [] };
    this.rules = rulesWithOwners({ desired: asked, served });
    this.ownersOf = poolOwners(to, plan);
  }

  /** A row for each object with a route to servers, worst first. */
  rows(health: Health): StatusRow[] {
    const { to, specs, component } = this.source;
    return healthByObject(this.rules, health, this.ownersOf, (on) => this.objectOf(on)).map((row) => ({
      ...row,
      target: to,
      ...(component === undefined ? {} : { component }),
      spec: specs.get(row.object) ?? NO_FINDINGS,
    }));
  }

  /** The spec of an API object, if it has exactly one besides Services. */
  private objectOf(on: string): string | undefined {
    const owners = this.ownersOf(on).map((one) => one.replace("/", " "));
    const [only, ...more] = owners.filter((one) => !one.startsWith("Service "));
    return more.length === 0 ? (only ?? owners[0]) : undefined;
  }
}
