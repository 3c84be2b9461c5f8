import type { Json } from "../../../kinds/json";
import type { KubernetesObject, ResourceType } from "../../kubernetes";
import { isObject } from "../../lifecycle/sanitize";
import type { Site } from "./site";

const EVENT: ResourceType = { group: "", version: "v1", plural: "events", kind: "Event", namespaced: true, tenanted: true };

/** After these the operator's framework does not try again. */
const FINAL = /(?:^|failed permanently: )(Permanent Error|Unknown Error): /;

/**
 * The operator's last word about an object: kopf keeps the error of each handler that it tries again in an annotation of the
 * object, or in its status.
 */
export function lastWord(object: KubernetesObject): string | undefined {
  const annotations = Object.entries(object.metadata.annotations ?? {});
  const noted = annotations.filter(([name]) => name.startsWith("kopf.zalando.org/")).map(([, text]) => parsed(text));
  const { kopf } = isObject(object.status) ? object.status : {};
  const progress = isObject(kopf) && isObject(kopf.progress) ? Object.values(kopf.progress) : [];
  const records = [...noted, ...progress].filter(isObject).filter(({ message }) => typeof message === "string" && message !== "");
  return records.sort((a, b) => attempts(b) - attempts(a)).map(({ message }) => String(message))[0];
}

/** True when the operator has given up. */
export function isFinal(word: string | undefined): word is string {
  return word !== undefined && FINAL.test(word);
}

/**
 * The last word, else the last of the events that report a failure (kopf's have the type Error); events are a help, so a user who may
 * not read them gets none.
 */
export async function lastReason({ client, key }: Site, object: KubernetesObject): Promise<string | undefined> {
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
    return JSON.parse(text) as Json;
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
