// One component in watch: its reviewed objects, its unreviewed changes, and its plan.

import { isDeepStrictEqual } from "node:util";
import { hasSharedLists } from "../../../provider/kubernetes";
import { describeObject, type ObjectRef } from "../../../resources/diagnostic";
import { type LastKnownGood, withLastKnownGood } from "../../components/last-known-good";
import type { ComponentDescriptor } from "../../components/register-with-watch";
import { readSpecs } from "../../frontends";
import type { FollowedCluster } from "../../kubernetes/follow";
import { type RawObject, readManifestFiles, type SpecSet } from "../../specs";
import { targetOf } from "../../targets";
import { compareWithState, type Differences } from "../evaluate/compare-with-state";
import { isMemberKind } from "../evaluate/structure-or-members";
import type { StateResource } from "../stack/stack-state";
import type { OpenConnection } from "../stack/stack-view";
import { type Assessment, assess } from "../status/assessment";
import { type Clock, until } from "../terms/clock";
import { keyIn, kindIn, rawOf, refIn } from "../terms/cluster-object";
import type { TranslateComponent } from "../terms/translated-component";
import { ReviewedPlan } from "../translate/reviewed-plan";
import { translationOf } from "../translate/translation";
import { faultsToHold, faultyObjects, lastKnownGoodValue, type ObjectFault } from "./faulty-objects";
import { poolsInState, unservedObjects } from "./unserved-objects";

/** Checks whether a Secret has been read: most of them, and their interval. */
const SECRET_CHECKS = 100;
const SECRET_CHECK_MS = 20;

/** Kinds whose listeners Routes of others use. */
const HAVE_LISTENERS: ReadonlySet<string> = new Set(["Gateway", "ListenerSet", "XListenerSet"]);

/** An object whose change is not reviewed yet. */
interface UnreviewedObject {
  ref: ObjectRef;
  /** Time of its event, milliseconds since 1970. */
  at: number;
  /** The object; undefined where it is gone. */
  raw: RawObject | undefined;
}

/** Changes that the structure of a moment would make. */
interface ComponentDifferences extends Differences {
  /** Events from this time on (milliseconds since 1970) are not covered. */
  before: number;
}

/** A component of the program with its reviewed objects, the changes that wait for review, and its plan. */
export class WatchedComponent {
  /** Plan of its servers, with the structure that was reviewed. */
  readonly reviewedPlan: ReviewedPlan | undefined;
  readonly translate: TranslateComponent | undefined;
  private reviewed = new Map<string, RawObject>();
  private readonly unreviewed = new Map<string, UnreviewedObject>();
  /** By key: faults for which objects are held at the version that was reviewed, or left out. */
  private readonly faults = new Map<string, ObjectFault>();
  private pendingSince: string | undefined;
  /** The last assessment, and the structure and the state that it is of. */
  private assessed: { structure: number; state: ReadonlyMap<string, StateResource>; assessment: Assessment } | undefined;
  /** Counts changes of structure. */
  private changes = 0;
  /** Counts updates that may change how it is shown. */
  private updates = 0;

  constructor(
    readonly component: ComponentDescriptor,
    readonly clusters: readonly FollowedCluster[],
  ) {
    this.translate = translationOf(component);
    this.reviewedPlan = this.translate && new ReviewedPlan(this.translate);
  }

  get owner(): string {
    return this.component.options.owner;
  }

  /** True if every cluster has been read as a whole. */
  isWhole(): boolean {
    return this.clusters.every((cluster) => cluster.objects() !== undefined);
  }

  /** True if the object changes servers alone. On Mizar everything is structure, Pods too. */
  isMember(raw: RawObject): boolean {
    return this.reviewedPlan !== undefined && isMemberKind(kindIn(raw));
  }

  /** Records a change of structure. False if it changes nothing for load balancing: a status, a time stamp. */
  updateStructure(raw: RawObject, gone: boolean, at: number): boolean {
    this.updates++;
    const key = keyIn(raw);
    const waiting = this.unreviewed.get(key);
    // a status that was written into a waiting object is not a further change
    if (waiting && (gone ? waiting.raw === undefined : waiting.raw && this.isSame(waiting.raw, raw))) return false;
    const before = this.reviewed.get(key);
    const same = before ? !gone && this.isSame(before, raw) : gone;
    if (waiting || !same) this.faults.delete(key);
    // back to what was reviewed is news where the change was waiting
    if (same && !this.unreviewed.delete(key)) return false;
    if (!same) this.unreviewed.set(key, { ref: refIn(raw), at, raw: gone ? undefined : raw });
    this.changes++;
    return true;
  }

  /** Cache version: changes when a cluster reports a change. */
  get version(): number {
    return this.updates + (this.reviewedPlan?.version ?? 0);
  }

  /** The structure that was reviewed, and that of this moment, both with the servers of this moment. */
  moments(): { reviewed: readonly RawObject[]; now: readonly RawObject[] } {
    const { structure, members } = this.current();
    return { reviewed: [...this.reviewed.values(), ...members], now: [...structure, ...members] };
  }

  /** Time of the last change that waits, milliseconds since 1970; 0 where none does. */
  lastChange(): number {
    return Math.max(0, ...[...this.unreviewed.values()].map(({ at }) => at));
  }

  /** Since when something waits, ISO 8601: each change is seen first only once. */
  waitsSince(waits: boolean): string {
    this.pendingSince = waits ? (this.pendingSince ?? new Date().toISOString()) : undefined;
    return this.pendingSince ?? "";
  }

  /** The objects whose changes wait for review. */
  causes(): ObjectRef[] {
    return [...this.unreviewed].flatMap(([key, { ref }]) => (this.faults.has(key) ? [] : [ref]));
  }

  /** The objects that are held at the version that was reviewed. */
  lastKnownGood(): LastKnownGood[] {
    return [...this.faults].map(([key, { ref: object, because }]) => {
      const [old, now] = [this.reviewed.get(key), this.unreviewed.get(key)?.raw];
      return { object, because, ...(old && now ? { value: lastKnownGoodValue(old, now) } : {}) };
    });
  }

  /**
   * Holds objects whose changes wait, because the program refuses to remove what their faults would remove. One that changed nothing and
   * stops the program may have been reviewed already: it is left out. A Secret is never held: its key is not known here.
   *
   * @returns whether there are any that were not held before
   */
  holdFaulty(state: ReadonlyMap<string, StateResource>): boolean {
    if (!this.translate) return false;
    const all = new Map([...this.reviewed].map(([key, raw]) => [key, { key, ref: refIn(raw), known: false, isChanged: false }]));
    for (const [key, { ref, raw }] of this.unreviewed)
      if (raw) all.set(key, { key, ref, known: this.reviewed.has(key), isChanged: true });
      else all.delete(key);
    const free = [...all.values()].filter(({ key, ref }) => !this.faults.has(key) && ref.kind !== "Secret");
    return this.hold(faultsToHold(free, faultyObjects(this.translate, this.specs(), poolsInState(state))));
  }

  /** Holds objects whose changes wait and would send requests to a new pool, until an EndpointSlice has its servers. */
  holdUnserved(state: ReadonlyMap<string, StateResource>): void {
    if (!this.translate || !this.isWhole()) return;
    const free = [...this.unreviewed].filter(([key, { raw }]) => raw !== undefined && !this.faults.has(key));
    if (free.length === 0) return;
    const unserved = unservedObjects(this.translate(this.specs()).facts, poolsInState(state));
    const waiting = free.flatMap(([key, { ref }]) => {
      const blamed = describeObject(ref);
      const waitingObject = unserved.get(blamed);
      return waitingObject?.isSound ? [[key, { ref, because: waitingObject.because, blamed }] as const] : [];
    });
    // a Gateway asks for all that its Routes ask for: it waits only where the Routes are as they were
    const routes = waiting.filter(([, { ref }]) => !HAVE_LISTENERS.has(ref.kind));
    if (this.hold(new Map(routes.length > 0 ? routes : waiting))) this.holdUnserved(state);
  }

  /** True if an object of this namespace is held: servers that come there may release it. */
  holdsIn(namespace: string): boolean {
    return [...this.faults.values()].some(({ ref }) => ref.namespace === namespace);
  }

  /**
   * Takes structure as reviewed: all of it, or what changed before a moment.
   *
   * @returns ids of resources whose servers are others now
   */
  review(before = Number.POSITIVE_INFINITY): Set<string> {
    this.updates++;
    const { structure, members } = this.current();
    const now = new Map(structure.map((raw) => [keyIn(raw), raw]));
    const waits = new Set([...this.unreviewed].filter(([key, { at }]) => at >= before || this.faults.has(key)).map(([key]) => key));
    for (const key of waits) {
      const old = this.reviewed.get(key);
      if (old) now.set(key, old);
      else now.delete(key);
    }
    for (const key of [...this.unreviewed.keys()]) if (!waits.has(key)) this.unreviewed.delete(key);
    this.reviewed = now;
    return this.reviewedPlan?.replace([...now.values()], members) ?? new Set();
  }

  /**
   * Lists were read again: members as they are now, structure as it was reviewed. Structure that has changed in the meantime is unreviewed.
   *
   * @returns ids of resources whose servers are others now
   */
  relisted(at: number): Set<string> {
    this.updates++;
    this.changes++;
    const { structure, members } = this.current();
    const now = new Map(structure.map((raw) => [keyIn(raw), raw]));
    for (const raw of structure) this.updateStructure(raw, false, at);
    for (const [key, raw] of this.reviewed) if (!now.has(key)) this.updateStructure(raw, true, at);
    return this.reviewedPlan?.replace([...this.reviewed.values()], members) ?? new Set();
  }

  /** An `up` that began at a moment has applied structure. What changed before it had read the cluster is in the state, too. */
  async applied(began: number, state: ReadonlyMap<string, StateResource>, open: OpenConnection, clock: Clock): Promise<void> {
    this.review(began);
    if (this.unreviewed.size === 0) return;
    const differences = await this.differences(state, open, clock);
    if (differences && Object.keys(differences.objects).length === 0) this.review(differences.before);
  }

  /**
   * Changes that the structure of this moment would make; undefined if only a preview can find them: on Mizar, for refused specs, while a
   * Secret cannot be read.
   */
  async differences(
    state: ReadonlyMap<string, StateResource>,
    open: OpenConnection,
    clock: Clock,
  ): Promise<ComponentDifferences | undefined> {
    if (!this.translate || !(await this.isComplete(clock))) return undefined;
    const before = this.lastChange() + 1;
    const changes = this.changes;
    try {
      this.releaseCorrected(this.translate, poolsInState(state));
      const translated = this.translate(this.specs());
      this.reviewedPlan?.finish();
      const differences = await compareWithState(translated.resources, state, open, this.reviewedPlan?.servers);
      if (this.component.writeStatus) this.assessed = { structure: changes, state, assessment: assess(translated, differences.objects) };
      return { ...differences, before };
    } catch {
      return undefined;
    }
  }

  /** Statuses with the structure of this moment, or the last that could be translated; undefined while there is none. */
  async assessment(state: ReadonlyMap<string, StateResource>, open: OpenConnection, clock: Clock): Promise<Assessment | undefined> {
    const isCurrent = this.assessed?.structure === this.changes && this.assessed.state === state;
    if (!isCurrent && this.mayHaveConditions()) await this.differences(state, open, clock);
    return this.assessed?.assessment;
  }

  /** Releases objects whose fault another object has corrected: a Service that has the port now, an EndpointSlice with the servers. */
  private releaseCorrected(translate: TranslateComponent, existing: ReadonlySet<string> | undefined): void {
    if (this.faults.size === 0) return;
    const { fatal, partial, misspelt, unserved } = faultyObjects(translate, this.specs([]), existing);
    const isFaulty = (name: string) => name in fatal || name in partial || name in misspelt || unserved.has(name);
    for (const [key, { blamed }] of this.faults) if (!isFaulty(blamed)) this.faults.delete(key);
  }

  /** Adds objects that are held; true if there are any. */
  private hold(faults: ReadonlyMap<string, ObjectFault>): boolean {
    for (const [key, fault] of faults) this.faults.set(key, fault);
    if (faults.size > 0) this.changes++;
    return faults.size > 0;
  }

  /** The specs of this moment. */
  private specs(held: readonly LastKnownGood[] = this.lastKnownGood()): SpecSet {
    const { structure, members } = this.current();
    const { objects, diagnostics } = withLastKnownGood(structure, held);
    return readSpecs([...objects, ...members], diagnostics);
  }

  /** False where no object has conditions: a thousand Ingresses are not translated for statuses that none of them has. */
  private mayHaveConditions(): boolean {
    if (this.assessed === undefined || this.assessed.assessment.statuses.length > 0) return true;
    return this.clusters.some((cluster) => cluster.objects()?.some(({ apiVersion }) => hasSharedLists(apiVersion)));
  }

  /** A Secret that an object has just named is read in a moment; without it hosts would seem to go. */
  private isComplete(clock: Clock): Promise<boolean> {
    const isComplete = () => this.isWhole() && this.clusters.every((cluster) => cluster.isWhole());
    return until(clock, SECRET_CHECK_MS, isComplete, SECRET_CHECKS);
  }

  private current(): { structure: RawObject[]; members: RawObject[] } {
    const live = this.clusters.flatMap((cluster) => (cluster.objects() ?? []).map((value) => rawOf(value, cluster.context)));
    const programObjects = this.component.objects.map((value): RawObject => ({ value }));
    const members = live.filter((raw) => this.isMember(raw));
    const structure = live.filter((raw) => !this.isMember(raw));
    return { structure: [...structure, ...readManifestFiles(this.component.files).objects, ...programObjects], members };
  }

  private isSame(object: RawObject, other: RawObject): boolean {
    return isDeepStrictEqual(this.meaning(object), this.meaning(other));
  }

  /** The object as the translation reads it. */
  private meaning(raw: RawObject): unknown {
    const { diagnostics: _diagnostics, ...specs } = targetOf(this.component.target).read([raw]);
    return specs;
  }
}
