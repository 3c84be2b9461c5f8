import { describeObject, type ObjectRef } from "../../../kinds/diagnostic";
import { refusedBecause } from "../../../provider/kubernetes";
import type { KubernetesObject } from "../../../provider/kubernetes/types";
import type { HandedComponent } from "../../components/hand-over";
import { frontEndOf } from "../../frontends";
import type { FollowedCluster } from "../../kubernetes/follow";
import type { FrontEnd } from "../../routing/front-end";
import { statusKey } from "../../routing/status";
import type { Clock } from "../clock";
import type { ApplyMode } from "../judge/slow-lane";
import type { PendingChange, ReportedEvent } from "../report/reported-event";
import type { StateResource } from "../stack/stack-state";
import { AppliedGateways } from "./applied-gateways";
import type { Assessment } from "./assessment";
import { type LastStatuses, type WantedStatus, wantedStatuses } from "./wanted-statuses";

/** Time after an event until statuses are compared, ms. The judgement of structure comes a little earlier, unless a preview is under way. */
const DELAY_MS = 600;
const MOST_AT_ONCE = 8;
/** First pause after failed writes, ms; each further one is twice as long. */
const FIRST_PAUSE_MS = 1_000;
const MOST_RETRIES = 5;

/** Component as the writer sees it. */
export interface StatusComponent {
  owner: string;
  component: Pick<HandedComponent, "writeStatus">;
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
  tell(event: ReportedEvent): void;
  failed(what: string, error: unknown, againMs?: number): void;
  over(what: string): void;
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
  private running: Promise<void> | undefined;
  private again = false;
  private retries = 0;
  private cancel: (() => void) | undefined;
  private cancelRetry: (() => void) | undefined;
  private closed = false;

  constructor(private readonly work: StatusWork<C>) {
    this.applied = new AppliedGateways(work.clock);
  }

  /** An object has changed: statuses are compared a moment later. */
  soon(): void {
    if (this.closed || this.cancel || !this.isNeeded()) return;
    this.cancel = this.work.clock.after(DELAY_MS, () => {
      this.cancel = undefined;
      this.check();
    });
  }

  /** Compares all statuses, and writes those that differ. Calls during a run lead to one further run. */
  check(): void {
    if (this.closed || !this.isNeeded()) return;
    this.cancelRetry?.();
    this.cancelRetry = undefined;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = this.turns().finally(() => {
      this.running = undefined;
    });
  }

  /** Resolves when nothing is under way and nothing waits but what has failed. */
  async idle(): Promise<void> {
    while (!this.closed && (this.running || this.cancel))
      await (this.running ?? new Promise<void>((done) => this.work.clock.after(DELAY_MS, done)));
    await this.running;
  }

  /** Begins nothing more, and waits for what runs. */
  async close(): Promise<void> {
    this.closed = true;
    this.cancel?.();
    this.cancelRetry?.();
    await this.running;
  }

  private isNeeded(): boolean {
    return this.work.leads() && this.work.components().some(({ component }) => component.writeStatus);
  }

  private async turns(): Promise<void> {
    do {
      this.again = false;
      // whatever happened until now is in this run
      this.cancel?.();
      this.cancel = undefined;
      await this.run().catch((error: unknown) => this.work.failed("statuses", error));
    } while (this.again && !this.closed);
  }

  private async run(): Promise<void> {
    const tried = new Set<string>();
    const failed = new Set<string>();
    for (const component of this.work.components().filter((one) => one.component.writeStatus)) {
      const wanted = await this.wantedOf(component);
      for (const { key } of wanted) tried.add(nameOf(key));
      await this.writeAll(wanted, failed);
    }
    for (const name of this.failing) {
      if (failed.has(name)) continue;
      this.failing.delete(name);
      this.work.over(name);
    }
    this.work.over("statuses");
    if (failed.size === 0) this.retries = 0;
    else this.retryLater();
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
    const { wanted, last } = wantedStatuses(assessment.statuses, live, this.last.get(owner) ?? new Map(), (status, object) =>
      fieldsOf(status, status.gateway === undefined ? undefined : this.applied.answer(owner, status, assessment, stack, object)),
    );
    this.last.set(owner, last);
    return wanted.flatMap((one) => {
      const cluster = clusterOf.get(one.object);
      return cluster ? [{ ...one, write: () => cluster.writeStatus(one.object, one.change) }] : [];
    });
  }

  private async writeAll(wanted: readonly StatusWrite[], failed: Set<string>): Promise<void> {
    const queue = [...wanted];
    /** Kinds whose statuses may not be written: one refusal says it for all objects. */
    const refused = new Set<string>();
    const worker = async () => {
      for (let next = queue.shift(); next && !this.closed && this.work.leads(); next = queue.shift()) {
        const { key, object } = next;
        if (refused.has(object.kind)) continue;
        try {
          const isDry = this.work.apply === "none";
          const isWritten = isDry ? this.isNews(next) : await next.write();
          if (isWritten) this.work.tell({ what: "status", object: describeObject(refOf(object)), ...(isDry ? { would: true } : {}) });
        } catch (error) {
          const isForbidden = refusedBecause(error, "forbidden");
          if (isForbidden) refused.add(object.kind);
          const name = nameOf(isForbidden ? object.kind : key);
          failed.add(name);
          this.failing.add(name);
          this.work.failed(name, error, this.retries < MOST_RETRIES ? this.pause() : undefined);
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

  private pause(): number {
    return FIRST_PAUSE_MS * 2 ** this.retries;
  }

  /** What still fails after the last retry is tried again with the next event, or after `--resync`. */
  private retryLater(): void {
    if (this.retries >= MOST_RETRIES) {
      this.retries = 0;
      return;
    }
    const pause = this.pause();
    this.retries++;
    this.cancelRetry = this.work.clock.after(pause, () => this.check());
  }
}

const nameOf = (key: string): string => `status of ${key}`;

const refOf = ({ apiVersion, kind, metadata: { namespace = "", name } }: KubernetesObject): ObjectRef => ({
  apiVersion,
  kind,
  namespace,
  name,
});

const fieldsByFrontEnd: NonNullable<FrontEnd["status"]> = (status, answer) => frontEndOf(status.object)?.status?.(status, answer);
