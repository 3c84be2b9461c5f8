import { type KubernetesBody, type KubernetesObject, refusedBecause } from "../../kubernetes";
import { failure } from "../../lifecycle/errors";
import type { Bag, Context } from "../../lifecycle/kind";
import { waitFor } from "../../lifecycle/wait";
import { parseId } from "./id";
import { type Inputs, inputsOf } from "./inputs";
import { assertOurs } from "./ownership";
import { type Site, siteOf } from "./site";
import type { ObjectKind } from "./table";

/** Those that the operator and Arktos set; whoever else holds an object has a reason that is not ours to judge. */
const KNOWN_FINALIZERS = new Set(["kopf.zalando.org/KopfFinalizerMarker", "arktos.futurewei.com/network"]);

/** Waits end by time alone. */
const TRIES = 100_000;

const CLEAN_UP_MS = 10_000;

/** Deletes the object and waits until it is gone; gone already counts as deleted. */
export async function remove(kind: ObjectKind, ctx: Context, id: string, last: Bag): Promise<void> {
  const inputs = inputsOf(kind, last);
  const site = siteOf(kind, ctx, { ...inputs, tenant: undefined }, parseId(kind, id));
  const { client, key, title } = site;
  const object = await client.get(key);
  if (!object) return;
  assertOurs(object, title, { owner: inputs.owner, adopt: false, uid: last.uid });
  ctx.progress(`deleting ${title}`);
  site.listings.drop();
  try {
    const beside = await kind.beside?.(site, object, true);
    if (!object.metadata.deletionTimestamp) await client.delete(key, { uid: object.metadata.uid, propagationPolicy: "Background" });
    await waitUntilGone(site, inputs, object);
    if (beside) await waitForCleanUp(site, object, beside);
  } catch (error) {
    // one made anew under the name is another's
    if (!refusedBecause(error, "conflict")) throw error;
    const now = await client.get(key);
    if (now && now.metadata.uid === object.metadata.uid) throw error;
  } finally {
    site.listings.drop();
  }
}

/**
 * What the operator made beside the object goes after it. A successor of the same name would be given what is about to go, and a
 * subnet waits for its endpoints: so this is waited for too, but not for long, because some of it is known to stay.
 */
async function waitForCleanUp(site: Site, object: KubernetesObject, beside: KubernetesObject): Promise<void> {
  const { kind, waits, ctx, title } = site;
  const gone = async () => ((await kind.beside?.(site, object, true))?.metadata.uid === beside.metadata.uid ? undefined : true);
  const timeoutMs = Math.min(waits.deleteMs, CLEAN_UP_MS);
  if (await waitFor(gone, { timeoutMs, intervalMs: waits.intervalMs, tries: TRIES })) return;
  ctx.notice(`${title} is gone, and Mizar has left its endpoint ${beside.metadata.name} behind`);
}

/**
 * Waits, bounded, until an object that is being deleted is gone; then takes its finalizers away, where the program says so.
 *
 * @throws LbError LB2064 with what holds it
 */
export async function waitUntilGone(site: Site, inputs: Inputs, object: KubernetesObject): Promise<void> {
  const { client, key, kind, title, waits, ctx } = site;
  let left: KubernetesObject = object;
  const gone = async () => {
    const now = await client.get(key);
    if (!now || now.metadata.uid !== object.metadata.uid) return true;
    left = now;
    return undefined;
  };
  const onWait = (elapsed: number) => ctx.progress(`waiting for ${title} to go, ${Math.round(elapsed / 1000)} s`);
  const wait = { timeoutMs: waits.deleteMs, intervalMs: waits.intervalMs, tries: TRIES, onWait };
  if (await waitFor(gone, wait)) return;
  const finalizers = left.metadata.finalizers ?? [];
  const foreign = finalizers.filter((name) => !KNOWN_FINALIZERS.has(name));
  if (inputs.forceFinalizerRemoval && finalizers.length > foreign.length) {
    const behind = (await kind.leftBehind?.(site, left)) ?? [];
    await strip(site, left, foreign);
    const rest = behind.length > 0 ? `; left behind: ${behind.join(", ")}` : "";
    ctx.notice(`${title} did not go within ${waits.deleteMs / 1000} s, so its finalizer was taken away${rest}`);
    if (await waitFor(gone, wait)) return;
  }
  const holders = left.metadata.finalizers ?? [];
  const held = holders.length > 0 ? `held by the finalizer ${holders.join(", ")}` : "no finalizer holds it";
  const why = await kind.holding?.(site, left);
  const message = `is still there ${waits.deleteMs / 1000} s after it was deleted, ${held}${why ? `. ${why}` : ""}`;
  throw failure("LB2064", { object: title, message });
}

async function strip({ client, key }: Site, object: KubernetesObject, finalizers: string[]): Promise<void> {
  const { resourceVersion = "", uid = "" } = object.metadata;
  try {
    await client.mergePatch(key, { metadata: { resourceVersion, uid, finalizers } } as KubernetesBody);
  } catch (error) {
    if (!refusedBecause(error, "conflict", "not-found")) throw error;
    const now = await client.get(key);
    if (!now || now.metadata.uid !== uid || refusedBecause(error, "not-found")) return;
    await strip(
      { client, key } as Site,
      now,
      (now.metadata.finalizers ?? []).filter((name) => !KNOWN_FINALIZERS.has(name)),
    );
  }
}
