// Writes status lists that several controllers share.

import { sanitize } from "../lifecycle/bodies/json";
import { type StatusChange, statusPatch } from "./condition-lists";
import { refusedBecause } from "./errors";
import type { KubernetesClient, KubernetesObject, ObjectKey } from "./types";

/** Number of times that an object that others change meanwhile is read again. */
const MAX_LOOKS = 6;

/** An object whose status is written, and its client. */
interface ListTarget {
  client: KubernetesClient;
  key: ObjectKey;
  /** The object has a subresource `status`; else status is a field like any other. */
  hasStatus: boolean;
}

/**
 * Writes a status whose lists others write too, where it is not as wanted. Rejects with reason `conflict` if the object has changed since it
 * was read.
 *
 * @returns the object as it is then; undefined where nothing was written
 */
export async function writeLists(
  { client, key, hasStatus }: ListTarget,
  object: KubernetesObject,
  change: StatusChange,
): Promise<KubernetesObject | undefined> {
  const status = statusPatch(object, change, timestamp());
  if (!status) return undefined;
  const { uid, resourceVersion } = object.metadata;
  const body = sanitize({ metadata: { uid, resourceVersion }, status });
  return client.mergePatch(key, body, { subresource: hasStatus ? "status" : undefined });
}

/**
 * Writes the status of an object of the Gateway API as it was read last. If it has changed since, it is read again. An object that is gone
 * needs no status.
 *
 * @returns the object as it is then; undefined where nothing was written
 */
export async function writeStatus(
  client: KubernetesClient,
  object: KubernetesObject,
  change: StatusChange,
): Promise<KubernetesObject | undefined> {
  const { apiVersion, kind, metadata } = object;
  const served = await client.find(apiVersion, kind);
  if (!served) return undefined;
  const key: ObjectKey = { type: served.type, namespace: metadata.namespace, name: metadata.name };
  const target = { client, key, hasStatus: served.subresources.includes("status") };
  let live: KubernetesObject | undefined = object;
  for (let looks = 1; live && live.metadata.uid === metadata.uid; looks++) {
    try {
      return await writeLists(target, live, change);
    } catch (error) {
      if (refusedBecause(error, "not-found")) return undefined;
      if (!refusedBecause(error, "conflict") || looks === MAX_LOOKS) throw error;
      live = await client.get(key);
    }
  }
  return undefined;
}

/** The time as Kubernetes writes it. */
const timestamp = (): string => new Date().toISOString().replace(/\.\d+Z$/, "Z");
