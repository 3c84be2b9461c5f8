// Writes the conditions of Gateways and Routes.

import { refusedBecause } from "../../../provider/kubernetes";
import type { KubernetesObject } from "../../../provider/kubernetes/types";
import { describeObject, type ObjectRef } from "../../../resources/diagnostic";
import type { ComponentDescriptor } from "../../components/register-with-watch";
import { frontEndOf } from "../../frontends";
import type { FollowedCluster } from "../../kubernetes/follow";
import type { FrontEnd } from "../../routing/front-end";
import { statusKey } from "../../routing/status";
import type { ActiveErrors } from "../report/active-errors";
import type { StateResource } from "../stack/stack-state";
import type { ApplyMode } from "../terms/apply-mode";
import type { Clock } from "../terms/clock";
import type { PendingChange, ReportedEvent } from "../terms/reported-event";
import { AppliedGateways, statusAt } from "./applied-gateways";
import type { Assessment } from "./assessment";
import { StatusTurns } from "./status-turns";
import { type LastStatuses, type WantedStatus, wantedStatuses } from "./wanted-statuses";

const MOST_AT_ONCE = 8;
/** Component as the writer sees it. */
export interface StatusComponent {
  owner: string;
  component: Pick<ComponentDescriptor, "writeStatus">;
  clusters: readonly Pick<FollowedCluster, "objects" | "writeStatus">[];
}

/** A status with the write of it; false where the object has it already. */
interface StatusWrite extends WantedStatus {
  write(): Promise<boolean>;
}

/** Parts of the watch that the writer uses. */
export interface StatusWork<C extends StatusComponent> {
  components(): readonly C[];
  assess(component: C): Promise<Assessment | undefined>;
  state(owner: string): ReadonlyMap<string, StateResource>;
  pending(): readonly PendingChange[];
  leads(): boolean;
  apply: ApplyMode;
  clock: Clock;
  emit(event: ReportedEvent): void;
  errors: Pick<ActiveErrors, "failed" | "resolve">;
  /** The status of an object in the fields of its kind; default: that of its front end. */
  fieldsOf?: NonNullable<FrontEnd["status"]>;
}

/**
 * Writes the statuses of objects whose kinds have conditions: what the translation says of them, and what the load balancer answers. They
 * follow each event within a second, also while a preview is under way, and are never reviewed.
 */
export class StatusWriter<C extends StatusComponent> {
  private readonly applied: AppliedGateways;
  /** By owner mark. */
  private readonly last = new Map<string, LastStatuses>();
  /** Statuses that could not be written. */
  private readonly failing = new Set<string>();
  /** With `none`: what would have been written, and was reported. */
  private readonly reported = new Map<string, string>();
  private readonly turns: StatusTurns;

  constructor(private readonly work: StatusWork<C>) {
    this.applied = new AppliedGateways(work.clock);
    this.turns = new StatusTurns(work.clock, {
      isNeeded: () => this.isNeeded(),
      run: () => this.run(),
      failed: (error) => work.errors.failed("statuses", error),
    });
  }

  /** An object has changed: statuses are compared a moment later. */
  soon(): void {
    this.turns.soon();
  }

  /** Compares all statuses, and writes those that differ. Calls during a run lead to one further run. */
  check(): void {
    this.turns.check();
  }

  /** Resolves when nothing is under way and nothing waits but what has failed. */
  idle(): Promise<void> {
    return this.turns.idle();
  }

  /** Begins nothing more, and waits for what runs. */
  close(): Promise<void> {
    return this.turns.close();
  }

  private isNeeded(): boolean {
    return this.work.leads() && this.work.components().some(({ component }) => component.writeStatus);
  }

  /** @returns whether everything was written */
  private async run(): Promise<boolean> {
    const failed = new Set<string>();
    for (const component of this.work.components().filter((one) => one.component.writeStatus)) {
      const writes = await this.wantedOf(component);
      await this.writeAll(writes, failed);
    }
    for (const name of this.failing) {
      if (failed.has(name)) continue;
      this.failing.delete(name);
      this.work.errors.resolve(name);
    }
    this.work.errors.resolve("statuses");
    return failed.size === 0;
  }

  private async wantedOf(component: C): Promise<StatusWrite[]> {
    const { owner, clusters } = component;
    const assessment = await this.work.assess(component);
    if (!assessment) return [];
    const places = clusters.flatMap((cluster) => (cluster.objects() ?? []).map((object) => [object, cluster] as const));
    const clusterOf = new Map(places);
    const live = new Map(places.map(([object]) => [statusKey(refOf(object)), object]));
    const { apply, fieldsOf = fieldsByFrontEnd } = this.work;
    const stack = { state: this.work.state(owner), pending: this.work.pending(), appliesAll: apply === "all" };
    const { wanted: changes, last } = wantedStatuses(assessment.statuses, live, this.last.get(owner) ?? new Map(), (status, object) =>
      fieldsOf(status, (gateway) => this.applied.answer(owner, statusAt(status, gateway), assessment, stack, object)),
    );
    this.last.set(owner, last);
    return changes.flatMap((one) => {
      const cluster = clusterOf.get(one.object);
      return cluster ? [{ ...one, write: () => cluster.writeStatus(one.object, one.change) }] : [];
    });
  }

  private async writeAll(toWrite: readonly StatusWrite[], failed: Set<string>): Promise<void> {
    const queue = [...toWrite];
    /** Kinds whose statuses may not be written: one refusal says it for all objects. */
    const refused = new Set<string>();
    const worker = async () => {
      for (let next = queue.shift(); next && !this.turns.closed && this.work.leads(); next = queue.shift()) {
        const { key, object } = next;
        if (refused.has(object.kind)) continue;
        try {
          const isDry = this.work.apply === "none";
          const isWritten = isDry ? this.isNews(next) : await next.write();
          if (isWritten) this.work.emit({ what: "status", object: describeObject(refOf(object)), ...(isDry ? { would: true } : {}) });
        } catch (error) {
          const isForbidden = refusedBecause(error, "forbidden");
          if (isForbidden) refused.add(object.kind);
          const name = nameOf(isForbidden ? object.kind : key);
          failed.add(name);
          this.failing.add(name);
          this.work.errors.failed(name, error, this.turns.pause());
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, queue.length) }, worker));
  }

  private isNews({ key, change }: WantedStatus): boolean {
    const text = JSON.stringify(change.wanted ?? null);
    const isKnown = this.reported.get(key) === text;
    this.reported.set(key, text);
    return !isKnown;
  }
}

const nameOf = (key: string): string => `status of ${key}`;

const refOf = ({ apiVersion, kind, metadata: { namespace = "", name } }: KubernetesObject): ObjectRef => ({
  apiVersion,
  kind,
  namespace,
  name,
});

const fieldsByFrontEnd: NonNullable<FrontEnd["status"]> = (status, answerOf) => frontEndOf(status.object)?.status?.(status, answerOf);
