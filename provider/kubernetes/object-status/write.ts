import { failure } from "../../lifecycle/errors";
import type { JsonObject } from "../../lifecycle/json";
import { KubernetesError, refusedBecause } from "../errors";
import { describeKey } from "../paths";
import type { KubernetesBody, KubernetesObject } from "../types";
import { writeMerged } from "./merge";
import { forget, type Site } from "./site";

/** What servers without server-side apply answer to it. */
const UNSUPPORTED_MEDIA_TYPE = 415;

/** Owner of the fields that we write, as `kubectl get --show-managed-fields` shows it. */
export const FIELD_MANAGER = "pulumi-k8s-lb";

/** What is to be ours; a part that is absent is given up. */
export interface Wanted {
  status?: JsonObject;
  annotations?: JsonObject;
}

/**
 * Applies what we declare and gives up what we declared before. The uid keeps an apply from making an object that went in the
 * meantime.
 */
export async function write(site: Site, object: KubernetesObject, wanted: Wanted, before: Wanted, force: boolean): Promise<void> {
  try {
    await writeApplied(site, object, wanted, before, force);
  } catch (error) {
    if (!(error instanceof KubernetesError && error.status === UNSUPPORTED_MEDIA_TYPE)) throw error;
    await writeMerged(site, object, wanted, before, force);
  }
}

async function writeApplied(site: Site, object: KubernetesObject, wanted: Wanted, before: Wanted, force: boolean): Promise<void> {
  const { uid } = object.metadata;
  const { status, annotations } = wanted;
  const touches = (part: keyof Wanted) => wanted[part] !== undefined || before[part] !== undefined;
  if (touches("status") && site.hasStatus)
    await apply(site, { metadata: { uid }, ...(status ? { status } : {}) } as KubernetesBody, force, "status");
  if (!touches("annotations") && (site.hasStatus || !touches("status"))) return;
  const metadata = { uid, ...(annotations ? { annotations } : {}) };
  await apply(site, { metadata, ...(status && !site.hasStatus ? { status } : {}) } as KubernetesBody, force);
}

async function apply(site: Site, body: KubernetesBody, force: boolean, subresource?: string): Promise<void> {
  forget(site);
  try {
    await site.client.apply(site.key, body, { fieldManager: FIELD_MANAGER, force, subresource });
  } catch (error) {
    throw refusedBecause(error, "conflict") ? foreign(error, describeKey(site.key)) : error;
  }
}

/** Fields that belong to others, each with the name of its owner. */
function foreign(refused: KubernetesError, object: string): Error {
  const owned = refused.causes
    .filter(({ reason }) => reason === "FieldManagerConflict")
    .map(({ field, message }) => `${field} (${message.replace(/^conflict with /, "owned by ")})`);
  return owned.length === 0 ? refused : failure("LB2130", { object, message: `others write ${owned.join(", ")}` });
}
