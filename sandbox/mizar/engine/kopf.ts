// Marks that the framework kopf writes on objects.
import { isObject, type Json, type JsonObject, sameJson } from "../../shared/json";
import { ApiRefusal, ConnectionLost } from "../api/client";
import type { KubeObject } from "../api/kinds";
import { apiVersionOf, RESOURCES } from "../api/kinds";
import type { OperatorObjects } from "../api/world";

/** The framework of the operator marks what it watches; clients must not take these marks for drift. */
const FINALIZER = "kopf.zalando.org/KopfFinalizerMarker";
const PREFIX = "kopf.zalando.org/";
const LAST_HANDLED = `${PREFIX}last-handled-configuration`;

/** Parts of an object that count as a change: everything except what servers and the framework write. */
export function essenceOf({ spec, metadata: { labels, annotations } }: KubeObject): JsonObject {
  const ownAnnotations = Object.entries(annotations ?? {}).filter(([name]) => !name.startsWith(PREFIX));
  const metadata: JsonObject = {};
  if (labels && Object.keys(labels).length > 0) metadata.labels = { ...labels };
  if (ownAnnotations.length > 0) metadata.annotations = Object.fromEntries(ownAnnotations);
  return { spec, metadata };
}

/** The essence at the time of the last handling; undefined: never. */
export function lastHandled(object: KubeObject): JsonObject | undefined {
  const written = object.metadata.annotations?.[LAST_HANDLED];
  if (written === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(written);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A field of the spec that has another value than before; fields that came or went are none. */
export interface FieldDiff {
  field: string;
  from: Json;
  to: Json;
}

export function changesOf(before: JsonObject | undefined, object: KubeObject): FieldDiff[] {
  const spec = isObject(before?.spec) ? before.spec : {};
  return Object.entries(object.spec)
    .filter(([field, to]) => field in spec && !sameJson(spec[field], to))
    .map(([field, to]) => ({ field, from: spec[field] ?? null, to }));
}

export const hasFinalizer = (object: KubeObject): boolean => object.metadata.finalizers?.includes(FINALIZER) ?? false;

/** The patch that lays the finalizer on, or takes it off. */
export function finalizerPatch({ metadata: { finalizers = [], resourceVersion } }: KubeObject, on: boolean): object {
  const others = finalizers.filter((name) => name !== FINALIZER);
  // a list is patched as a whole, so it must still be the one that was read
  return { metadata: { resourceVersion, finalizers: on ? [...others, FINALIZER] : others } };
}

/** The patch after an object was handled, well or badly: what was handled, without its progress. */
export function handledPatch(essence: JsonObject, handler: string | undefined): object {
  const progress = handler === undefined ? {} : { [PREFIX + handler]: null };
  const status = handler === undefined ? {} : { status: { kopf: { progress: { [handler]: null } } } };
  return { metadata: { annotations: { ...progress, [LAST_HANDLED]: `${JSON.stringify(essence)}\n` } }, ...status };
}

/** The patch while a handler is tried again and again. */
export function progressPatch(handler: string, tries: number, started: number, nextInMs: number, message: string): object {
  const progress = {
    started: new Date(started).toISOString(),
    stopped: null,
    delayed: new Date(Date.now() + nextInMs).toISOString(),
    purpose: null,
    retries: tries,
    success: false,
    failure: false,
    message,
  };
  return {
    metadata: { annotations: { [PREFIX + handler]: JSON.stringify(progress) } },
    status: { kopf: { progress: { [handler]: progress } } },
  };
}

/** Trouble of the server or on the way to it says nothing about the object; neither does it that somebody else wrote first. */
export const isTrouble = (error: unknown): boolean =>
  error instanceof ApiRefusal ? [409, 429].includes(error.status) || error.status >= 500 : error instanceof ConnectionLost;

/** The operator tries again later; kopf's TemporaryError. */
export class TemporaryFailure extends Error {}

/** The operator gives up until the object changes; kopf's PermanentError. */
export class PermanentFailure extends Error {}

/** As the operator writes it into logs, events and annotations: an error no one expected is permanent too. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof TemporaryFailure) return `Temporary Error: ${text}`;
  if (error instanceof PermanentFailure) return `Permanent Error: ${text}`;
  return `Unknown Error: ${text}`;
}

/** Says what went wrong where people look for it: in an Event of the object, once per message. */
export class Reporter {
  private readonly reportedMessages = new Map<string, Set<string>>();
  private count = 0;

  constructor(
    private readonly world: Pick<OperatorObjects, "act">,
    private readonly component: string,
  ) {}

  /** Posts an Event; a server that refuses it is ignored. */
  async report(object: KubeObject, message: string, type = "Error", reason = "Logging"): Promise<void> {
    const { kind, metadata } = object;
    const uid = metadata.uid ?? "";
    const messages = this.reportedMessages.get(uid) ?? new Set();
    if (messages.has(message)) return;
    this.reportedMessages.set(uid, messages.add(message));
    const { name, tenant } = metadata;
    const namespace = metadata.namespace ?? "default";
    const now = new Date().toISOString().replace(/\.\d+Z$/, "Z");
    this.count++;
    const event = {
      kind: "Event" as const,
      metadata: { name: `${name}.${Date.now().toString(16)}${this.count.toString(16)}`, namespace, ...(tenant ? { tenant } : {}) },
      involvedObject: { apiVersion: apiVersionOf(RESOURCES[kind]), kind, name, namespace, uid },
      ...{ type, reason, message: message.slice(0, 1024), source: { component: this.component } },
      ...{ firstTimestamp: now, lastTimestamp: now, count: 1 },
    };
    await this.world.act({ create: event, unlessThere: true }).catch(() => {});
  }

  forget(uid: string): void {
    this.reportedMessages.delete(uid);
  }
}
