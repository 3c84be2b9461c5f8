// Change queue: evaluates changes of structure, previews them, and applies them with `--apply all`.

import { reasonOf } from "../../../resources/diagnostic";
import type { ActiveErrors } from "../report/active-errors";
import { codesIn, isFaultOfSpecs } from "../stack/printed-codes";
import type { PastRun, RunStep, StackProgram } from "../stack/program";
import { RunFailed } from "../stack/run-failed";
import type { ApplyMode } from "../terms/apply-mode";
import { CLOCK, type Clock, turns } from "../terms/clock";
import type { DriftFound, EventSink, PendingChange } from "../terms/reported-event";
import { type ChangeQueueState, ChangeQueueStates } from "./change-queue-state";
import { arePendingEqual, changesKey, pendingChange, type StructureEvaluation, unforeseenIn } from "./pending-changes";
import { changesIn, structureIn } from "./structure-or-members";

/** Parts of the watch that the change queue uses. */
export interface ChangeQueueWork {
  program: StackProgram;
  apply: ApplyMode;
  /** True if this process leads. */
  leads(): boolean;
  evaluate(): Promise<StructureEvaluation>;
  /** Holds faulty objects that would remove what is served at their last known good version; false if there are no more of them. */
  hold(): boolean;
  /** Reads the state again, and marks as reviewed what these runs have applied. `runs` undefined: all structure, as at the beginning. */
  baseline(runs?: readonly PastRun[]): Promise<void>;
  /**
   * Takes the components that a preview registered, with its start time; `isUnchanged`: it would change no structure.
   *
   * @returns whether the program is another than before
   */
  previewed(handed: Awaited<ReturnType<StackProgram["preview"]>>["components"], began: number, isUnchanged: boolean): Promise<boolean>;
  /** Steps of these that somebody caused. A write of ours that the state does not have yet is not among them. */
  drifted(found: readonly RunStep[]): Promise<readonly RunStep[]>;
  /** A file for the plan of a run. */
  planFile: string;
  emit: EventSink;
  errors: Pick<ActiveErrors, "failed" | "resolve">;
  clock?: Clock;
}

/** Runs that one reading of the history covers; fewer begin between two readings. */
const MOST_NEW_RUNS = 20;

/**
 * Changes of structure: a translation finds them, a preview confirms them, and `up` applies them only where the options ask for that. The
 * states are in `change-queue-state.ts`.
 */
export class ChangeQueue {
  pending: readonly PendingChange[] = [];
  drift: readonly DriftFound[] = [];
  private readonly clock: Clock;
  private readonly states: ChangeQueueStates;
  /** Id of the last run of the history whose state has been read. */
  private lastRun: string | undefined;
  /** Key of the last review, so that none is made twice. Undefined: any pending change is previewed. */
  private reviewed: string | undefined;
  private unforeseen: PendingChange[] = [];
  /** Number of runs in a row whose result differed from their preview. */
  private outdated = 0;
  private readonly oneByOne = turns();
  /** A review waits for its turn; it covers all changes until then. */
  private isQueued = false;

  constructor(private readonly work: ChangeQueueWork) {
    this.clock = work.clock ?? CLOCK;
    this.states = new ChangeQueueStates(this.clock, () => this.pending.length > 0);
  }

  get state(): ChangeQueueState {
    return this.states.current;
  }

  /** Enqueues a review of structure that has changed; changes of one quiet period are reviewed together. */
  enqueue(): void {
    this.states.quiet(() => {
      if (this.isQueued) return;
      this.isQueued = true;
      void this.inTurn("preview", () => {
        this.isQueued = false;
        return this.review();
      });
    });
  }

  /**
   * Reads the state for the first time; the evaluation of pending changes continues in the background.
   *
   * @param steps of the preview that found what to follow; undefined: it was refused, and is made again, so that the reason is reported
   */
  async begin(steps: readonly RunStep[] | undefined): Promise<void> {
    this.lastRun = (await this.work.program.runs(1))[0]?.id;
    await this.work.baseline();
    void this.inTurn("preview", async () => {
      const evaluation = await this.work.evaluate();
      this.unforeseen = unforeseenIn(steps ?? [], evaluation.pending, []);
      this.reviewed = steps && NOTHING_PENDING;
      await this.review(evaluation);
    });
  }

  /** This process leads from now on: it previews again what another has previewed and not applied. */
  async lead(): Promise<void> {
    await this.readHistory();
    this.reviewed = undefined;
    this.enqueue();
  }

  /** Reads the state again if the history has new runs, such as a `pulumi up` of a person. Servers that a run has overtaken do not wait for a preview. */
  async readHistory(): Promise<void> {
    const run = await this.readNewRuns();
    // a run of this process is followed by a review anyway
    if (run && !run.own) {
      void this.inTurn("preview", () => this.reviewAgain());
      // what was changed by hand may have been repaired
      if (this.drift.length > 0) void this.resync();
    }
    this.work.errors.resolve("history");
  }

  /** Records in the state what was written: nothing but servers, held to that by the plan of a preview. */
  async recordServers(): Promise<void> {
    const { apply, leads, planFile: plan } = this.work;
    if (this.pending.length > 0 || apply === "none" || !leads() || this.states.isHeldBack) return;
    return this.inTurn("up", async () => {
      await this.preview();
      if (this.unforeseen.length === 0) return this.apply(plan);
      this.states.holdBack();
      return this.review();
    });
  }

  /** Finds drift, and repairs it with `--apply all`. */
  resync(): Promise<void> {
    return this.inTurn("refresh", async () => {
      const steps = await this.timed("refresh", () => this.work.program.drift());
      const drifted = await this.work.drifted(changesIn(steps));
      this.drift = drifted.map(({ type, name }) => ({ type, resource: name }));
      this.work.emit({ what: "drift", drift: this.drift });
      if (this.drift.length === 0 || this.work.apply !== "all" || !this.work.leads()) return;
      await this.apply(undefined, true);
      this.drift = [];
      this.work.emit({ what: "drift", drift: [] });
    });
  }

  close(): Promise<void> {
    return this.states.close();
  }

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    return this.states.idle();
  }

  /** Evaluates structure, previews it if it is new, and applies it where the options ask for that. */
  private async review(evaluation?: StructureEvaluation): Promise<void> {
    const evaluated = evaluation ?? (await this.work.evaluate());
    if (!this.needsPreview(evaluated)) return;
    const { pending, unevaluated } = evaluated;
    try {
      if (await this.preview(pending, unevaluated)) return await this.reviewAgain();
      this.set([...pending, ...this.unforeseen]);
      if (this.pending.length > 0 && this.work.apply === "all" && this.work.leads()) await this.apply(this.work.planFile);
      this.states.succeeded();
    } catch (error) {
      if (this.state === "closed") throw error;
      const refused = refusalOf(error);
      if (this.holdsFaultyObjects(refused)) return await this.reviewAgain();
      this.backOff(refused, unevaluated);
      throw error;
    }
  }

  /** Reviews without the memory of the last review, so that everything pending is previewed. */
  private reviewAgain(): Promise<void> {
    this.reviewed = undefined;
    return this.review();
  }

  /** Takes the evaluated changes as pending; true unless the last review has covered them. */
  private needsPreview({ pending, unevaluated, lastChange }: StructureEvaluation): boolean {
    const all = [...pending, ...this.unforeseen];
    if (unevaluated.length === 0 && changesKey(all) !== changesKey(this.pending)) this.set(all);
    const key = `${changesKey(all)} ${lastChange}`;
    const isFirst = this.reviewed === undefined;
    if (key === this.reviewed) return false;
    this.reviewed = key;
    // the first review previews even where nothing waits: the program may be another
    return isFirst || all.length + unevaluated.length > 0;
  }

  /** With `--apply all`: holds objects whose faults the run refuses at their last known good version; false if there are no more of them. */
  private holdsFaultyObjects(refused: string): boolean {
    return this.work.apply === "all" && this.work.leads() && codesIn(refused).some(isFaultOfSpecs) && this.work.hold();
  }

  /** Marks what is pending as refused, and reviews it again after a pause. */
  private backOff(refused: string, unevaluated: StructureEvaluation["unevaluated"]): void {
    const waiting = this.pending.length === 0 && unevaluated.length > 0 ? [pendingChange(unevaluated, {})] : this.pending;
    this.set(waiting.map((change) => ({ ...change, refused })));
    this.states.backOff(() => {
      this.reviewed = undefined;
      void this.inTurn("preview", () => this.review());
    });
  }

  /**
   * Runs a preview. Changes that the translation did not foresee are pending too: other packages, values that only the program knows.
   *
   * @returns true if the program has changed, so that everything must be evaluated again
   */
  private async preview(foreseen: readonly PendingChange[] = [], causes: PendingChange["causes"] = []): Promise<boolean> {
    const began = Date.now();
    const { steps, components } = await this.timed("preview", () => this.work.program.preview({ plan: this.work.planFile }));
    this.unforeseen = unforeseenIn(steps, foreseen, causes);
    return this.work.previewed(components, began, structureIn(steps).length === 0);
  }

  private async apply(plan?: string, refresh?: boolean): Promise<void> {
    try {
      await this.timed("up", () => this.work.program.up({ plan, refresh }));
      this.outdated = 0;
      // what waits from now on is another change, also of the same fields
      this.reviewed = NOTHING_PENDING;
    } catch (error) {
      if (!isOutdated(error) || this.outdated === MOST_OUTDATED) throw error;
      this.outdated++;
      this.reviewed = undefined;
    } finally {
      if (this.state !== "closed") {
        // there is a new one, unless it was refused
        await this.readNewRuns(MOST_NEW_RUNS);
        await this.review();
      }
    }
  }

  /** Reads the state again where the history has runs that are new here; of callers that ask at one moment one does. */
  private readNewRuns(most = 1): Promise<PastRun | undefined> {
    return this.oneByOne(async () => {
      const last = await this.work.program.runs(most);
      const [run] = last;
      if (!run || run.id === this.lastRun) return undefined;
      // an `up` that was followed at once by a refresh has applied all the same
      const runs = most < MOST_NEW_RUNS ? await this.work.program.runs(MOST_NEW_RUNS) : last;
      const lastIndex = runs.findIndex(({ id }) => id === this.lastRun);
      await this.work.baseline(lastIndex < 0 ? runs : runs.slice(0, lastIndex));
      this.lastRun = run.id;
      this.unforeseen = [];
      if (!run.own) this.work.emit({ what: "history", version: run.version, result: run.result });
      return run;
    });
  }

  private set(pending: readonly PendingChange[]): void {
    if (arePendingEqual(pending, this.pending)) return;
    this.pending = pending;
    this.work.emit({ what: "pending", pending });
  }

  private async timed<T>(run: "preview" | "up" | "refresh", work: () => Promise<T>): Promise<T> {
    this.mustBeOpen(run);
    const begun = this.clock.now();
    const seconds = () => (this.clock.now() - begun) / 1000;
    try {
      const result = await work();
      this.work.emit({ what: "run", run, seconds: seconds() });
      return result;
    } catch (error) {
      // an interrupted run is not reported
      if (this.state === "closed") throw error;
      this.work.emit({ what: "run", run, seconds: seconds(), failed: refusalOf(error) });
      if (error instanceof RunFailed) this.work.emit({ what: "output", run, text: error.output });
      throw error;
    }
  }

  /** The run before may have come to its end although it was interrupted. */
  private mustBeOpen(run: string): void {
    if (this.state === "closed") throw new Error(`${run} does not begin: the watch ends`);
  }

  /** Runs one after the other; a failure is reported, and tried again when there is a reason to. */
  private inTurn(run: "preview" | "up" | "refresh", work: () => Promise<void>): Promise<void> {
    const { errors } = this.work;
    return this.states.run(work, (error) => (error === undefined ? errors.resolve(run) : errors.failed(run, error)));
  }
}

/** So many times in a row a run that found something else than its preview is followed by another preview at once. */
const MOST_OUTDATED = 5;

/** True if something has changed between a preview and the run that keeps to it. */
const isOutdated = (error: unknown) => error instanceof RunFailed && /\bviolates plan\b/.test(error.output);

/** Key of a review that found nothing pending. */
const NOTHING_PENDING = "[] 0";

const refusalOf = (error: unknown) => (error instanceof RunFailed ? error.refusal : reasonOf(error));
