import { CLOCK, type Clock } from "./clock";
import type { DriftFound, Observer, PendingChange } from "./observer";
import { changesIn, type PastRun, type Program, type Step } from "./program";

/** What happens with changes of structure. */
export type Apply = "members" | "all" | "none";

/** What the lane asks of the watch. */
export interface SlowLaneWork {
  program: Program;
  apply: Apply;
  /** Whether this process leads. */
  leads(): boolean;
  /** What `up` would change besides servers, as the translation tells at this moment. */
  judge(): Promise<PendingChange[]>;
  /** The state is another: reads it, and takes structure that it shows as reviewed. `run` undefined: the first time. */
  baseline(run?: PastRun): Promise<void>;
  /** A file for the plan of a run. */
  planFile: string;
  tell: Observer;
  failed(error: unknown, what: string): void;
  clock?: Clock;
}

/** Whoever changes one object often changes the next. */
const QUIET_MS = 500;
/** A run that failed is not repeated at once. */
const AGAIN_MS = 30_000;

const LEFT_TO_ITSELF = /:(Inventory|ObjectStatus)$/;

/** Everything but servers: judged by the translation, looked at with a preview, and applied only where somebody said so. */
export class SlowLane {
  pending: readonly PendingChange[] = [];
  drift: readonly DriftFound[] = [];
  private seen: string | undefined;
  private busy: Promise<unknown> = Promise.resolve();
  private waiting: (() => void) | undefined;
  private readonly clock: Clock;
  private notBefore = 0;

  constructor(private readonly work: SlowLaneWork) {
    this.clock = work.clock ?? CLOCK;
  }

  /** Structure has changed; what comes within a moment is looked at together. */
  touched(): void {
    this.waiting?.();
    this.waiting = this.clock.after(QUIET_MS, () => {
      this.waiting = undefined;
      void this.inTurn("preview", () => this.look());
    });
  }

  /** Reads the state for the first time; judging what is pending goes on by itself. */
  async begin(): Promise<void> {
    this.seen = (await this.work.program.lastRun())?.id;
    await this.work.baseline();
    void this.inTurn("preview", () => this.look());
  }

  /** Somebody may have run `pulumi up`: where the history has something new, the state is read anew. */
  async lookAtHistory(): Promise<void> {
    const last = await this.work.program.lastRun();
    if (!last || last.id === this.seen) return;
    await this.inTurn("history", () => this.after(last));
  }

  /** Lets the state follow what was written: nothing but servers, held to that by the plan of a preview. */
  async settle(): Promise<void> {
    if (this.pending.length > 0 || this.work.apply === "none" || !this.work.leads() || this.clock.now() < this.notBefore) return;
    return this.inTurn("up", async () => {
      const plan = this.work.planFile;
      const { steps } = await this.timed("preview", () => this.work.program.preview({ plan }));
      const structural = changesIn(steps).filter(isStructure);
      if (structural.length > 0) {
        this.notBefore = this.clock.now() + AGAIN_MS;
        return this.look();
      }
      await this.apply(plan);
    });
  }

  /** Looks for what somebody changed by hand. */
  resync(): Promise<void> {
    return this.inTurn("refresh", async () => {
      const found = changesIn(await this.timed("refresh", () => this.work.program.drift()));
      this.drift = found.map(({ type, name }) => ({ type, resource: name }));
      this.work.tell({ what: "drift", drift: this.drift });
      if (this.drift.length === 0 || this.work.apply !== "all" || !this.work.leads()) return;
      await this.apply(undefined, true);
      this.drift = [];
      this.work.tell({ what: "drift", drift: [] });
    });
  }

  /** Ends what waits; what runs is interrupted by the signal of the program. */
  async close(): Promise<void> {
    this.waiting?.();
    await this.busy;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    do await this.busy;
    while (this.waiting !== undefined && (await new Promise<boolean>((done) => this.clock.after(QUIET_MS, () => done(true)))));
  }

  private async look(): Promise<void> {
    const pending = await this.work.judge();
    const news = JSON.stringify(pending.map(({ objects, fields }) => [objects, fields]));
    const known = JSON.stringify(this.pending.map(({ objects, fields }) => [objects, fields]));
    if (news === known) return;
    this.set(pending);
    if (pending.length === 0) return;
    const plan = this.work.planFile;
    try {
      await this.timed("preview", () => this.work.program.preview({ plan }));
      if (this.work.apply === "all" && this.work.leads()) await this.apply(plan);
    } catch (error) {
      const refused = error instanceof Error ? error.message : String(error);
      this.set(this.pending.map((change) => ({ ...change, refused: refusalIn(refused) })));
      throw error;
    }
  }

  private async apply(plan?: string, refresh?: boolean): Promise<void> {
    try {
      await this.timed("up", () => this.work.program.up({ plan, refresh }));
    } finally {
      const last = await this.work.program.lastRun();
      if (last && last.id !== this.seen) await this.after(last);
    }
  }

  private async after(run: PastRun): Promise<void> {
    this.seen = run.id;
    await this.work.baseline(run);
    this.work.tell({ what: "history", version: run.version, result: run.result });
    this.set(await this.work.judge());
  }

  private set(pending: readonly PendingChange[]): void {
    this.pending = pending;
    this.work.tell({ what: "pending", pending });
  }

  private async timed<T>(run: "preview" | "up" | "refresh", work: () => Promise<T>): Promise<T> {
    const begun = this.clock.now();
    const seconds = () => (this.clock.now() - begun) / 1000;
    try {
      const result = await work();
      this.work.tell({ what: "run", run, seconds: seconds() });
      return result;
    } catch (error) {
      this.work.tell({ what: "run", run, seconds: seconds(), failed: refusalIn(String(error)) });
      throw error;
    }
  }

  /** One after the other; a failure is told, and tried again when there is a reason to. */
  private inTurn(what: string, work: () => Promise<void>): Promise<void> {
    const mine = this.busy.then(work).catch((error: unknown) => {
      this.notBefore = this.clock.now() + AGAIN_MS;
      this.work.failed(error, what);
    });
    this.busy = mine;
    return mine;
  }
}

/** Servers, and what follows from them. */
function isStructure({ op, type }: Step): boolean {
  if (type === "pulumi:pulumi:Stack" || LEFT_TO_ITSELF.test(type)) return false;
  return op !== "update" || !/:(Pool|LoadBalancer)$/.test(type);
}

/** The lines of a failed run that say why. */
function refusalIn(text: string): string {
  const lines = text.split("\n").filter((line) => /\b(LB\d{4}|error:)/.test(line));
  return (lines.length > 0 ? lines : text.split("\n"))
    .slice(0, 5)
    .map((line) => line.trim())
    .join("\n");
}
