// Writes the objects of one Avi resource in the order of their references, and deletes those that are no longer declared.

import { type AviBody, describe } from "../../resources/avi/body";
import { SECRET_FIELDS } from "../../resources/avi/fields";
import type { AviInputs } from "../../resources/avi/kind";
import { compare, overlay } from "../lifecycle/bodies/compare";
import { hostPartsOf, withHosts } from "./child-hosts";
import { aviShape } from "./compare";
import { type AviJob, type DeclaredObject, type LiveObject, objectsOf, withPreservedFields } from "./objects";
import { warnOfDroppedFields } from "./outputs";
import { holdersOfPorts, inOrderOfPorts } from "./port-moves";
import { remove } from "./remove";
import { create, replace } from "./write";

/**
 * Writes the objects of one resource as declared, each after the objects it refers to, and then deletes the objects that are no longer
 * declared. So an object exists before another one refers to it, and goes after the last reference to it.
 *
 * @param before inputs of the last run
 */
export async function writeObjects(
  job: AviJob,
  before: Partial<AviInputs> | undefined,
  live: readonly LiveObject[],
): Promise<LiveObject[]> {
  const writer = new ObjectsWriter(job, before, live);
  noticeSecretChanges(job);
  await inTurns(writer.objectsToWrite(), (object) => writer.write(object));
  await writer.deleteRemaining();
  warnOfDroppedFields(job, writer.written);
  return inDeclaredOrder(job, writer.written);
}

/** The objects of one resource during a write: those written so far, and those that are still as the last run left them. */
class ObjectsWriter {
  readonly written: LiveObject[];
  private remaining: readonly LiveObject[];
  /** True once a change was sent or given up: from then on a failure leaves the objects in the state. */
  private hasSent = false;
  private readonly earlier: ReadonlyMap<string, DeclaredObject>;

  constructor(
    private readonly job: AviJob,
    before: Partial<AviInputs> | undefined,
    private readonly live: readonly LiveObject[],
  ) {
    this.written = live.filter(({ isUnchanged }) => isUnchanged);
    this.remaining = live.filter(({ isUnchanged }) => !isUnchanged);
    this.earlier = new Map(objectsOf(job.kind, before ?? {}).map((object) => [object.key, object]));
  }

  /** The declared objects, without unchanged members, in the order in which ports of virtual services become free. */
  objectsToWrite(): DeclaredObject[] {
    const unchanged = new Set(this.written.map(({ key }) => key));
    return inOrderOfPorts(this.job.objects, this.live).filter(({ key }) => !unchanged.has(key));
  }

  /** Creates or updates one object, after deleting the objects that hold its ports. */
  async write(object: DeclaredObject): Promise<void> {
    const { kind, objects } = this.job;
    for (const holder of holdersOfPorts(object, objects, this.remaining)) await this.delete(holder);
    const existing = this.remaining.find(({ key }) => key === object.key);
    if (!existing) this.showProgress(object);
    const {
      object: declared,
      live,
      sent,
    } = await withHosts(this.job, object, hostPartsOf(kind, objects, object), () =>
      existing ? replace(this.job, object, this.earlier.get(object.key)?.body, existing.live) : create(this.job, object),
    );
    this.written.push({ ...declared, body: rememberedBody(this.job, declared, live), live });
    this.remaining = this.remaining.filter((other) => other !== existing);
    this.hasSent ||= sent;
    this.recordProgress();
  }

  /** Deletes the objects that are no longer declared, those that refer to others first. */
  async deleteRemaining(): Promise<void> {
    for (const object of this.remaining.toReversed()) await this.delete(object);
  }

  private async delete(object: LiveObject): Promise<void> {
    await remove(this.job, object);
    this.remaining = this.remaining.filter((other) => other !== object);
    this.hasSent = true;
    this.recordProgress();
  }

  private showProgress({ type, name }: DeclaredObject): void {
    const { ctx, objects } = this.job;
    ctx.progress(`creating ${describe(type, name)} (${this.written.length + 1} of ${objects.length})`);
  }

  /** Records the written objects as they are declared now, and the others as the last run declared them. */
  private recordProgress(): void {
    if (!this.hasSent) return;
    const isWritten = ({ slot }: DeclaredObject) => !slot.many && this.written.some((object) => object.slot === slot);
    const untouched = this.job.before.flatMap((object) => {
      const existing = this.remaining.find(({ key }) => key === object.key);
      return existing && !isWritten(object) ? [{ ...object, live: existing.live }] : [];
    });
    this.job.recordProgress([...this.written, ...untouched]);
  }
}

/** Sorts the list in place. */
function inDeclaredOrder({ objects }: AviJob, written: LiveObject[]): LiveObject[] {
  const position = new Map(objects.map(({ key }, index) => [key, index]));
  return written.sort((object, other) => (position.get(object.key) ?? 0) - (position.get(other.key) ?? 0));
}

/** Number of objects of one list that are written at once. */
const MOST_AT_ONCE = 8;

/**
 * Writes the objects in their order; those of one list of a bundle do not depend on each other. All writes that have begun end before an
 * error is thrown.
 */
async function inTurns(objects: readonly DeclaredObject[], write: (object: DeclaredObject) => Promise<void>): Promise<void> {
  for (let next = 0; next < objects.length; ) {
    const { slot } = objects[next] ?? {};
    const others = objects.slice(next + 1, next + MOST_AT_ONCE).findIndex((other) => !slot?.apart || other.slot !== slot);
    const end = others < 0 ? Math.min(objects.length, next + MOST_AT_ONCE) : next + 1 + others;
    const ended = await Promise.allSettled(objects.slice(next, end).map(write));
    for (const result of ended) if (result.status === "rejected") throw result.reason;
    next = end;
  }
}

/** The body for the state: as declared, with preserved fields as the controller has them, so that the next run that declares them sees the change. */
function rememberedBody({ before }: AviJob, { key, type, body, keep }: DeclaredObject, live: AviBody): AviBody {
  if (keep.length === 0) return body;
  const last = before.find((object) => object.key === key)?.body;
  const kept = (of: AviBody | undefined) => withPreservedFields({ name: body.name }, keep, of);
  return withPreservedFields(body, keep, overlay(aviShape(type), kept(last), kept(live)));
}

/** Names the changed fields where all of them are secret: the engine shows such an update without a field. */
function noticeSecretChanges({ ctx, objects, before }: AviJob): void {
  for (const { key, type, name, body } of objects) {
    const earlier = before.find((object) => object.key === key);
    const changed = earlier ? compare(aviShape(type), body, earlier.body) : [];
    const secret = changed.filter((path) => SECRET_FIELDS.has(path.split(".").at(-1) ?? ""));
    if (secret.length > 0 && secret.length === changed.length) {
      ctx.notice(`${describe(type, name)}: only secret fields changed: ${secret.join(", ")}`);
    }
  }
}
