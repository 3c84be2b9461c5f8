// Deletes an object of Mizar, and waits until its operator has released it.

import { refusedBecause } from "../kubernetes/errors";
import type { KubernetesObject } from "../kubernetes/types";
import { failure } from "../lifecycle/messages/errors";
import { waitFor } from "../lifecycle/wait";
import type { ObjectJob } from "./object-kind";

/** Finalizers of the operator and of Arktos; we leave those of others, because we do not know their reason. */
const KNOWN_FINALIZERS = new Set(["kopf.zalando.org/KopfFinalizerMarker", "arktos.futurewei.com/network"]);

const CLEAN_UP_MS = 10_000;

/** Deletes the object and waits until it is gone. */
export async function remove(job: ObjectJob, object: KubernetesObject): Promise<void> {
  const { client, ctx, key, kind, title } = job;
  await waitUntilEmpty(job, object);
  ctx.progress(`deleting ${title}`);
  job.listings.drop();
  try {
    const endpoint = await kind.endpointOf?.(job, object, true);
    if (!object.metadata.deletionTimestamp) await client.delete(key, { uid: object.metadata.uid, propagationPolicy: "Background" });
    await waitUntilGone(job, object);
    if (endpoint) await waitForCleanUp(job, object, endpoint);
  } catch (error) {
    // one created again under the name is another's
    if (!refusedBecause(error, "conflict")) throw error;
    const now = await client.get(key);
    if (now && now.metadata.uid === object.metadata.uid) throw error;
  } finally {
    job.listings.drop();
  }
}

/**
 * Waits, bounded, until nothing is left in the object: in one command it is often on its way out as well. What stays in it was kept on
 * purpose, or is in another stack, and a VPC or a subnet that is deleted cannot be kept any more.
 *
 * @throws LbError LB2005 with what is in it
 */
async function waitUntilEmpty(job: ObjectJob, object: KubernetesObject): Promise<void> {
  const { kind, title, waits, ctx } = job;
  let remaining: readonly string[] = [];
  const empty = async () => {
    remaining = (await kind.inside?.(job, object)) ?? [];
    return remaining.length === 0 ? true : undefined;
  };
  const onWait = (elapsed: number) => ctx.progress(`waiting for ${remaining.join(", ")} to go, ${Math.round(elapsed / 1000)} s`);
  if (await waitFor(empty, { timeoutMs: waits.deleteMs, intervalMs: waits.intervalMs, onWait })) return;
  const chosen = remaining.map((one) => one.replace(" ", "/")).join(" ");
  const remedy = `Delete them with their own stack. If no stack has them, \`k8s-lb orphans --to mizar --state FILE... --delete ${chosen}\` removes them, with FILE from \`pulumi stack export\` of every stack. Then run the command again.`;
  throw failure("LB2005", { object: title, message: `still in use by ${remaining.join(", ")}`, remedy });
}

/**
 * Waits until the endpoint that the operator made beside the object is gone. A successor of the same name would be given the old one, and a
 * subnet waits for its endpoints. The wait is short, because some endpoints are known to stay.
 */
async function waitForCleanUp(job: ObjectJob, object: KubernetesObject, endpoint: KubernetesObject): Promise<void> {
  const { kind, waits, ctx, title } = job;
  const gone = async () => ((await kind.endpointOf?.(job, object, true))?.metadata.uid === endpoint.metadata.uid ? undefined : true);
  const timeoutMs = Math.min(waits.deleteMs, CLEAN_UP_MS);
  if (await waitFor(gone, { timeoutMs, intervalMs: waits.intervalMs })) return;
  ctx.notice(`${title} is gone, and Mizar has left its endpoint ${endpoint.metadata.name} behind`);
}

/**
 * Waits, bounded, until an object that is being deleted is gone; then takes its finalizers away, where the program says so.
 *
 * @throws LbError LB2064 with what holds it
 */
export async function waitUntilGone(job: ObjectJob, object: KubernetesObject): Promise<void> {
  const { client, inputs, key, kind, title, waits, ctx } = job;
  let remaining: KubernetesObject = object;
  const gone = async () => {
    const now = await client.get(key);
    if (!now || now.metadata.uid !== object.metadata.uid) return true;
    remaining = now;
    return undefined;
  };
  const onWait = (elapsed: number) => ctx.progress(`waiting for ${title} to go, ${Math.round(elapsed / 1000)} s`);
  const wait = { timeoutMs: waits.deleteMs, intervalMs: waits.intervalMs, onWait };
  if (await waitFor(gone, wait)) return;
  const finalizers = remaining.metadata.finalizers ?? [];
  const foreign = foreignFinalizers(remaining.metadata.finalizers);
  const inside = inputs.forceFinalizerRemoval && kind.inside ? await kind.inside(job, remaining) : [];
  if (inputs.forceFinalizerRemoval && inside?.length === 0 && finalizers.length > foreign.length) {
    const behind = (await kind.leftBehind?.(job, remaining)) ?? [];
    await strip(job, remaining, foreign);
    const rest = behind.length > 0 ? `; left behind: ${behind.join(", ")}` : "";
    ctx.notice(`${title} did not go within ${waits.deleteMs / 1000} s, so its finalizer was taken away${rest}`);
    if (await waitFor(gone, wait)) return;
  }
  const holders = remaining.metadata.finalizers ?? [];
  const finalizerText = holders.length > 0 ? `held by the finalizer ${holders.join(", ")}` : "no finalizer holds it";
  const why = await kind.holding?.(job, remaining);
  const message = `is still there ${waits.deleteMs / 1000} s after it was deleted, ${finalizerText}${why ? `. ${why}` : ""}`;
  throw failure("LB2064", { object: title, message });
}

/** Removes the finalizers that we know. One that somebody else removes at the same time is not a failure. */
async function strip(job: ObjectJob, object: KubernetesObject, finalizers: string[]): Promise<void> {
  const { client, key } = job;
  const { resourceVersion = "", uid = "" } = object.metadata;
  try {
    await client.mergePatch(key, { metadata: { resourceVersion, uid, finalizers } });
  } catch (error) {
    if (!refusedBecause(error, "conflict", "not-found")) throw error;
    const now = await client.get(key);
    if (!now || now.metadata.uid !== uid || refusedBecause(error, "not-found")) return;
    await strip(job, now, foreignFinalizers(now.metadata.finalizers));
  }
}

/** Finalizers of others than the operator and Arktos. */
export function foreignFinalizers(finalizers: readonly string[] = []): string[] {
  return finalizers.filter((name) => !KNOWN_FINALIZERS.has(name));
}
