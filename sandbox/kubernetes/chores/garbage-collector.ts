import { asArray, isObject, type JsonObject, text } from "../../shared/json";
import type { Cluster } from "../cluster";
import { finalizersOf, isEnding, keyOfObject, metaOf, uidOf } from "../resources/meta";
import { type Resource, storageOf } from "../resources/resource";
import type { Change } from "../store/store";
import { letGo, withoutFinalizer } from "./let-go";

const ORPHAN = "orphan";
const FOREGROUND = "foregroundDeletion";
/** What belongs to somebody who is not there is looked at again: they may have been made in the wrong order. */
const PATIENCE_MS = 30;

type Found = [resource: Resource, object: JsonObject];

/** What has an owner goes with it; who goes in the foreground waits for what it owns. */
export class GarbageCollector {
  private readonly uids = new Set<string>();

  constructor(private readonly cluster: Cluster) {}

  /** To be called with every change of every resource. */
  saw({ type, object }: Change): void {
    const uid = uidOf(object);
    if (type === "DELETED") {
      this.uids.delete(uid);
      this.later(() => this.lost(uid));
      return;
    }
    this.uids.add(uid);
    if (isEnding(object) && finalizersOf(object).some((each) => each === ORPHAN || each === FOREGROUND))
      this.later(() => this.release(uid));
    if (ownersOf(object).length > 0) this.cluster.chores.later(() => this.check(uid), PATIENCE_MS);
  }

  /** Takes up what is there. */
  restore(): void {
    for (const resource of this.cluster.registry.all()) {
      for (const [, object] of this.cluster.store.list(storageOf(resource))) this.uids.add(uidOf(object));
    }
  }

  private later(work: () => void): void {
    this.cluster.chores.later(work, 2);
  }

  private *all(): Generator<Found> {
    const seen = new Set<string>();
    for (const resource of this.cluster.registry.all()) {
      if (seen.has(storageOf(resource))) continue;
      seen.add(storageOf(resource));
      for (const [, object] of this.cluster.store.list(storageOf(resource))) yield [resource, object];
    }
  }

  private dependents(uid: string): Found[] {
    return [...this.all()].filter(([, object]) => ownersOf(object).some((owner) => owner.uid === uid));
  }

  /** An owner has gone. */
  private lost(uid: string): void {
    for (const found of this.dependents(uid)) this.collect(found);
  }

  private check(uid: string): void {
    const found = [...this.all()].find(([, object]) => uidOf(object) === uid);
    if (found) this.collect(found);
  }

  /** Deletes what has no owner left; of several owners those that are gone are struck out. */
  private collect([resource, object]: Found): void {
    const owners = ownersOf(object);
    const left = owners.filter(({ uid }) => this.uids.has(text(uid)));
    if (left.length === owners.length || isEnding(object)) return;
    if (left.length === 0) letGo(this.cluster, resource, object);
    else this.setOwners([resource, object], left);
  }

  private setOwners([resource, object]: Found, owners: JsonObject[]): void {
    const { ownerReferences: _, ...metadata } = metaOf(object);
    const fresh = { ...object, metadata: owners.length > 0 ? { ...metadata, ownerReferences: owners } : metadata };
    this.cluster.store.put(storageOf(resource), keyOfObject(object), fresh);
  }

  /** Frees the dependents of an orphaning owner, or ends them before one that goes in the foreground. */
  private release(uid: string): void {
    const found = [...this.all()].find(([, object]) => uidOf(object) === uid);
    if (!found || !isEnding(found[1])) return;
    const [resource, object] = found;
    const dependents = this.dependents(uid);
    if (finalizersOf(object).includes(ORPHAN)) {
      for (const each of dependents)
        this.setOwners(
          each,
          ownersOf(each[1]).filter((owner) => owner.uid !== uid),
        );
      withoutFinalizer(this.cluster, resource, object, ORPHAN);
      return;
    }
    for (const [kind, dependent] of dependents) letGo(this.cluster, kind, dependent);
    const blocking = this.dependents(uid).filter(([, each]) =>
      ownersOf(each).some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true),
    );
    if (blocking.length === 0) withoutFinalizer(this.cluster, resource, object, FOREGROUND);
    else this.cluster.chores.later(() => this.release(uid), PATIENCE_MS);
  }
}

const ownersOf = (object: JsonObject): JsonObject[] => asArray(metaOf(object).ownerReferences).filter(isObject);
