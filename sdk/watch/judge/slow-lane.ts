import { reasonOf } from "../../../kinds/diagnostic";
import { CLOCK, type Clock, turns } from "../clock";
import type { DriftFound, Observer, PendingChange } from "../report/watch-event";
import { changesIn, FOLLOWS, opOf, type PastRun, type Program, resourceOf, type Step, structureIn } from "../stack/program";
import { RunFailed } from "../stack/run-failed";

/** Handling of changes of structure. */
export type Apply = "members" | "all" | "none";

/** Judgement of the translation about a moment. */
export interface Judged {
  /** Changes of `up` besides servers. */
  pending: readonly PendingChange[];
  /** Objects that have changed and that only a preview can judge: nothing of their components is translated here. */
  unjudged: PendingChange["causes"];
  /** When the last of them changed. */
  heard: number;
}

/** Parts of the watch that the lane uses. */
export interface SlowLaneWork {
  program: Program;
  apply: Apply;
  /** True if this process leads. */
  leads(): boolean;
  judge(): Promise<Judged>;
  /** The state is another: reads it, and takes what these runs have applied as reviewed. `runs` undefined: the first time, all of it. */
  baseline(runs?: readonly PastRun[]): Promise<void>;
  /**
   * A preview that began at a moment handed this over; `still`: it would change no structure.
   *
   * @returns whether the program is another than before
   */
  previewed(handed: Awaited<ReturnType<Program["preview"]>>["components"], began: number, still: boolean): Promise<boolean>;
  /** Steps of these that somebody caused. A write of ours that the state does not have yet is not among them. */
  drifted(found: readonly Step[]): Promise<readonly Step[]>;
  /** A file for the plan of a run. */
  planFile: string;
  tell: Observer;
  /** `error` undefined: it works again. */
  outcome(what: string, error?: unknown): void;
  clock?: Clock;
}

/** Whoever changes one object often changes the next. */
const QUIET_MS = 500;
/** Between two looks at the history no one begins more. */
const MOST_RUNS = 20;
/** A run that failed is tried again, later and later. */
const AGAIN_MS = 30_000;
const LATEST_AGAIN_MS = 600_000;

/** Everything but servers: judged by the translation, looked at with a preview, and applied only where the options ask for it. */
export class SlowLane {
  pending: readonly PendingChange[] = [];
  drift: readonly DriftFound[] = [];
  private seen: string | undefined;
  private busy: Promise<unknown> = Promise.resolve();
  private waiting: (() => void) | undefined;
  private retry: (() => void) | undefined;
  private failures = 0;
  /** Key of the last preview, so that none is made twice. Undefined means that any pending change is previewed. */
  private looked: string | undefined;
  private unforeseen: PendingChange[] = [];
  private readonly clock: Clock;
  private notBefore = 0;
  private readonly oneByOne = turns();
  private closed = false;

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

  /**
   * Reads the state for the first time; judging what is pending goes on by itself.
   *
   * @param steps of the preview that found what to follow
   */
  async begin(steps: readonly Step[]): Promise<void> {
    this.seen = (await this.work.program.runs(1))[0]?.id;
    await this.work.baseline();
    void this.inTurn("preview", async () => {
      const judged = await this.work.judge();
      this.unforeseen = unforeseenIn(steps, judged.pending, []);
      this.looked = NOTHING;
      await this.look(judged);
    });
  }

  /** This process leads from now on: it previews again what another has previewed and not applied. */
  async lead(): Promise<void> {
    await this.lookAtHistory();
    this.looked = undefined;
    this.touched();
  }

  /**
   * Somebody may have run `pulumi up`: where the history has something new, the state is read again. Servers that the run has overtaken do
   * not wait for a preview that is under way; all else has its turn.
   */
  async lookAtHistory(): Promise<void> {
    const run = await this.news();
    // what this process ran it looks at itself
    if (run && !run.own) {
      void this.inTurn("preview", () => {
        this.looked = undefined;
        return this.look();
      });
      // what was changed by hand may have been repaired
      if (this.drift.length > 0) void this.resync();
    }
    this.work.outcome("history");
  }

  /** Lets the state follow what was written: nothing but servers, held to that by the plan of a preview. */
  async settle(): Promise<void> {
    const { apply, leads, planFile: plan } = this.work;
    if (this.pending.length > 0 || apply === "none" || !leads() || this.clock.now() < this.notBefore) return;
    return this.inTurn("up", async () => {
      await this.preview();
      if (this.unforeseen.length === 0) return this.apply(plan);
      this.notBefore = this.clock.now() + AGAIN_MS;
      return this.look();
    });
  }

  /** Looks for what somebody changed by hand. */
  resync(): Promise<void> {
    return this.inTurn("refresh", async () => {
      const found = await this.timed("refresh", () => this.work.program.drift());
      const drifted = await this.work.drifted(changesIn(found));
      this.drift = drifted.map(({ type, name }) => ({ type, resource: name }));
      this.work.tell({ what: "drift", drift: this.drift });
      if (this.drift.length === 0 || this.work.apply !== "all" || !this.work.leads()) return;
      await this.apply(undefined, true);
      this.drift = [];
      this.work.tell({ what: "drift", drift: [] });
    });
  }

  /** Ends what waits; what runs is interrupted by the signal of the program. */
  async close(): Promise<void> {
    this.closed = true;
    this.waiting?.();
    this.retry?.();
    await this.busy;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    do await this.busy;
    while (this.waiting !== undefined && (await new Promise<boolean>((done) => this.clock.after(QUIET_MS, () => done(true)))));
  }

  private async look(judged?: Judged): Promise<void> {
    const { pending, unjudged, heard } = judged ?? (await this.work.judge());
    const all = [...pending, ...this.unforeseen];
    if (unjudged.length === 0 && newsOf(all) !== newsOf(this.pending)) this.set(all);
    const news = `${newsOf(all)} ${heard}`;
    if (news === this.looked) return;
    // news that no preview has covered is previewed even where nothing waits: the program may be another
    const still = all.length + unjudged.length === 0 && this.looked !== undefined;
    this.looked = news;
    if (still) return;
    try {
      if (await this.preview(pending, unjudged)) {
        this.looked = undefined;
        return await this.look();
      }
      this.set([...pending, ...this.unforeseen]);
      if (this.pending.length > 0 && this.work.apply === "all" && this.work.leads()) await this.apply(this.work.planFile);
      this.failures = 0;
    } catch (error) {
      if (this.closed) throw error;
      const refused = refusalOf(error);
      const waits = this.pending.length === 0 && unjudged.length > 0 ? [changeOf(unjudged, {})] : this.pending;
      this.set(waits.map((change) => ({ ...change, refused })));
      this.again();
      throw error;
    }
  }

  /**
   * Runs a preview. Changes that the translation did not foresee are pending too: other packages, values that only the program knows.
   *
   * @returns true if the program is another, so that everything must be judged again
   */
  private async preview(judged: readonly PendingChange[] = [], causes: PendingChange["causes"] = []): Promise<boolean> {
    const began = Date.now();
    const { steps, components } = await this.timed("preview", () => this.work.program.preview({ plan: this.work.planFile }));
    this.unforeseen = unforeseenIn(steps, judged, causes);
    return this.work.previewed(components, began, structureIn(steps).length === 0);
  }

  private async apply(plan?: string, refresh?: boolean): Promise<void> {
    try {
      await this.timed("up", () => this.work.program.up({ plan, refresh }));
    } finally {
      await this.news();
      await this.look();
    }
  }

  /** Reads the state again where the history has runs that are new here; of callers that ask at one moment one does. */
  private news(): Promise<PastRun | undefined> {
    return this.oneByOne(async () => {
      const [run] = await this.work.program.runs(1);
      if (!run || run.id === this.seen) return undefined;
      // an `up` that was followed at once by a refresh has applied all the same
      const runs = await this.work.program.runs(MOST_RUNS);
      const seen = runs.findIndex(({ id }) => id === this.seen);
      await this.work.baseline(seen < 0 ? runs : runs.slice(0, seen));
      this.seen = run.id;
      this.unforeseen = [];
      if (!run.own) this.work.tell({ what: "history", version: run.version, result: run.result });
      return run;
    });
  }

  private set(pending: readonly PendingChange[]): void {
    if (newsOf(pending) === newsOf(this.pending) && refusals(pending) === refusals(this.pending)) return;
    this.pending = pending;
    this.work.tell({ what: "pending", pending });
  }

  private again(): void {
    this.retry?.();
    const pause = Math.min(LATEST_AGAIN_MS, AGAIN_MS * 2 ** this.failures++) * (0.5 + this.clock.random() / 2);
    this.retry = this.clock.after(pause, () => {
      this.looked = undefined;
      void this.inTurn("preview", () => this.look());
    });
  }

  private async timed<T>(run: "preview" | "up" | "refresh", work: () => Promise<T>): Promise<T> {
    const begun = this.clock.now();
    const seconds = () => (this.clock.now() - begun) / 1000;
    try {
      const result = await work();
      this.work.tell({ what: "run", run, seconds: seconds() });
      return result;
    } catch (error) {
      // it was interrupted, which is no reason for a report
      if (this.closed) throw error;
      this.work.tell({ what: "run", run, seconds: seconds(), failed: refusalOf(error) });
      if (error instanceof RunFailed) this.work.tell({ what: "output", run, text: error.output });
      throw error;
    }
  }

  /** One after the other; a failure is reported, and tried again when there is a reason to. */
  private inTurn(what: string, work: () => Promise<void>): Promise<void> {
    const mine = this.busy.then(work).then(
      () => this.work.outcome(what),
      (error: unknown) => {
        if (this.closed) return;
        this.notBefore = this.clock.now() + AGAIN_MS;
        this.work.outcome(what, error);
      },
    );
    this.busy = mine;
    return mine;
  }
}

/** Key of a preview while nothing waits. */
const NOTHING = "[] 0";

function unforeseenIn(steps: readonly Step[], judged: readonly PendingChange[], causes: PendingChange["causes"]): PendingChange[] {
  const foreseen = new Set(judged.flatMap(({ objects }) => Object.keys(objects)));
  const others = structureIn(steps).filter((step) => !foreseen.has(resourceOf(step)) && !(foreseen.size > 0 && follows(step)));
  return others.length > 0 ? [changeOf(causes, Object.fromEntries(others.map((step) => [resourceOf(step), opOf(step)])))] : [];
}

/** A status that comes with what was foreseen. Of Mizar nothing is translated: there it is the one sign of a change, that of a Pod. */
const follows = ({ type, within = "" }: Step) => FOLLOWS.test(type) && !/^$|:mizar:/.test(within);

const refusalOf = (error: unknown) => (error instanceof RunFailed ? error.refusal : reasonOf(error));

const changeOf = (causes: PendingChange["causes"], objects: PendingChange["objects"]): PendingChange => ({
  causes,
  since: new Date().toISOString(),
  objects,
});

const newsOf = (pending: readonly PendingChange[]) => JSON.stringify(pending.map(({ objects, fields }) => [objects, fields]));
const refusals = (pending: readonly PendingChange[]) => JSON.stringify(pending.map(({ refused }) => refused));
