// Waits until Mizar's operator has provisioned an object.

import type { Json } from "../../resources/kind";
import type { KubernetesObject, ResourceType } from "../kubernetes/types";
import { isObject } from "../lifecycle/bodies/json";
import { failure } from "../lifecycle/messages/errors";
import { waitFor } from "../lifecycle/wait";
import type { ObjectInputs, ObjectJob, View } from "./object-kind";

const EVENT: ResourceType = { group: "", version: "v1", plural: "events", kind: "Event", namespaced: true, tenanted: true };

/** After these the operator's framework does not try again. */
const FINAL = /(?:^|failed permanently: )(Permanent Error|Unknown Error): /;

/** Interval between two reads of the events of an object: an operator that gave up reports it nowhere else. */
const LISTEN_MS = 3000;

/**
 * The object with its endpoint, as they are now.
 *
 * @param fresh false: a list that another read of this refresh has fetched is recent enough
 */
export async function viewOf(job: ObjectJob, object: KubernetesObject, fresh: boolean): Promise<View> {
  return { object, endpoint: await job.kind.endpointOf?.(job, object, fresh) };
}

/**
 * Waits until the operator has done its part.
 *
 * @throws LbError LB2062, LB2063 or LB2065
 */
export async function waitUntilReady(job: ObjectJob, inputs: ObjectInputs, object: KubernetesObject): Promise<View> {
  const { kind, client, key, title, waits, ctx, verb } = job;
  let current: KubernetesObject | undefined = object;
  let why = "";
  let heard = performance.now();
  const look = async (): Promise<View | undefined> => {
    current ??= await client.get(key);
    if (!current) throw failure("LB2065", { object: title, message: "vanished while it was waited for" });
    const view = await viewOf(job, current, true);
    current = undefined;
    job.recordProgress(view);
    // Only of a new object the events are about this wait and no earlier one.
    const listening = verb === "create" && performance.now() - heard > LISTEN_MS;
    if (listening) heard = performance.now();
    const word = listening ? await lastReason(job, view.object) : lastWord(view.object);
    const pending = kind.pending(view, inputs);
    if (pending === undefined) return view;
    const failed = kind.failed?.(view) ?? (isFinal(word) ? word : undefined);
    if (failed !== undefined) throw failure("LB2063", { object: title, message: failed });
    object = view.object;
    why = word === undefined ? pending : `${pending}: ${word}`;
    return undefined;
  };
  const onWait = (elapsed: number) => ctx.progress(`waiting for ${title}, ${Math.round(elapsed / 1000)} s: ${why}`);
  const view = await waitFor(look, { timeoutMs: waits.provisionMs, intervalMs: waits.intervalMs, onWait });
  if (view) return view;
  const reason = await lastReason(job, object);
  if (isFinal(reason)) throw failure("LB2063", { object: title, message: reason });
  const hint = reason === undefined ? "the operator has reported nothing about it: is it running?" : `the operator's last word: ${reason}`;
  const pending = kind.pending({ object }, inputs) ?? why;
  throw failure("LB2062", { object: title, message: `${pending} after ${waits.provisionMs / 1000} s; ${hint}` });
}

/**
 * The operator's last word about an object: kopf keeps the error of each handler that it tries again in an annotation of the
 * object, or in its status.
 */
function lastWord(object: KubernetesObject): string | undefined {
  const annotations = Object.entries(object.metadata.annotations ?? {});
  const noted = annotations.filter(([name]) => name.startsWith("kopf.zalando.org/")).map(([, text]) => parsed(text));
  const { kopf } = isObject(object.status) ? object.status : {};
  const progress = isObject(kopf) && isObject(kopf.progress) ? Object.values(kopf.progress) : [];
  const records = [...noted, ...progress].filter(isObject).filter(({ message }) => typeof message === "string" && message !== "");
  return records.sort((a, b) => attempts(b) - attempts(a)).map(({ message }) => String(message))[0];
}

/** True when the operator has given up. */
function isFinal(word: string | undefined): word is string {
  return word !== undefined && FINAL.test(word);
}

/**
 * The last word, else the last of the events that report a failure (kopf's have the type Error); events are a help, so a user who may
 * not read them gets none.
 */
async function lastReason({ client, key }: ObjectJob, object: KubernetesObject): Promise<string | undefined> {
  const word = lastWord(object);
  if (word !== undefined) return word;
  const { namespace = "default", uid } = object.metadata;
  try {
    const events = await client.list(EVENT, { namespace, tenant: key.tenant, fieldSelector: `involvedObject.uid=${uid}` });
    const warnings = events.filter(({ type }) => type !== "Normal").sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
    return typeof warnings[0]?.message === "string" ? warnings[0].message : undefined;
  } catch {
    return undefined;
  }
}

function parsed(text: string): Json | undefined {
  try {
    const json: Json = JSON.parse(text);
    return json;
  } catch {
    return undefined;
  }
}

function attempts({ retries }: { retries?: Json }): number {
  return typeof retries === "number" ? retries : 0;
}

function timeOf({ lastTimestamp, eventTime, metadata }: KubernetesObject): string {
  return String(lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? "");
}
