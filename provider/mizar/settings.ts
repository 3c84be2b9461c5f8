// The settings of the connection to a cluster with Mizar.

import { z } from "zod";
import { connect, settingsOf } from "../kubernetes/connect";
import { describeKey, type KubernetesClient, type KubernetesObject, type ObjectKey } from "../kubernetes/types";
import type { Operation } from "../lifecycle/adapter";
import { amount, readConfig } from "../lifecycle/config";
import type { ConfigSource } from "../lifecycle/handler";
import { failure } from "../lifecycle/messages/errors";
import { SharedListings } from "../lifecycle/shared-listings";
import type { ObjectInputs, ObjectJob, ObjectKind, ObjectState, View } from "./object-kind";

/** Tenant of Mizar's own objects in a cluster with tenants, and the one namespace that its operator works in. */
export const MIZAR_TENANT = "system";
export const MIZAR_NAMESPACE = "default";

const configSchema = z.object({
  /** Seconds to wait for the operator. */
  provisionTimeout: amount().default(300),
  /** Seconds to wait until a deleted object is gone. */
  deleteTimeout: amount().default(120),
  /** Milliseconds between two looks; the first. */
  pollInterval: amount().default(500),
  /** Time for which the reads of one phase share a list, in milliseconds. */
  listCache: amount().default(5000),
});

/** All keys that are Mizar's own. */
export const MIZAR_KEYS: readonly string[] = Object.keys(configSchema.shape);

/** @throws LbError LB2002 for configuration that cannot be read */
export function readMizarConfig(config: ConfigSource): void {
  readConfig("mizar", config, configSchema);
}

const listings = new WeakMap<KubernetesClient, SharedListings<Map<string, KubernetesObject>>>();

/**
 * Job of an operation. It finds the object by its id, else by its inputs.
 *
 * @throws LbError LB2002 for configuration that cannot be read, LB2021 for an id of another form
 */
export function jobOf(kind: ObjectKind, operation: Operation<ObjectInputs, View, ObjectState>): ObjectJob {
  const { ctx, id, inputs, verb } = operation;
  const settings = settingsOf(ctx.config);
  const config = readConfig("mizar", ctx.config, configSchema);
  const tenants = settings.tenantPaths ?? settings.tenant !== undefined;
  const client = connect(settings);
  const declared = inputs.metadata?.tenant;
  const usual = kind.tenant === "system" ? MIZAR_TENANT : settings.tenant;
  const key = id === undefined ? keyOf(kind, inputs, tenants ? declared || usual : undefined) : parseId(kind, id);
  const title = describeKey(key);
  if (!tenants && declared && (verb === "create" || verb === "update"))
    ctx.notice(`tenant ${declared} of ${title} is not used: this cluster has no tenants (mizar:tenantPaths)`);
  const waits = {
    provisionMs: 1000 * (inputs.provisionTimeout ?? config.provisionTimeout),
    deleteMs: 1000 * (inputs.deleteTimeout ?? config.deleteTimeout),
    intervalMs: config.pollInterval,
  };
  const shared = listings.get(client) ?? new SharedListings<Map<string, KubernetesObject>>(config.listCache);
  listings.set(client, shared);
  return { ...operation, kind, client, key, title, waits, tenants, listings: shared };
}

function keyOf({ type }: ObjectKind, { metadata }: Partial<ObjectInputs>, tenant: string | undefined): ObjectKey {
  const { name = "", namespace } = metadata ?? {};
  return { type, tenant, name, ...(type.namespaced ? { namespace: namespace || "default" } : {}) };
}

/** `namespace/name`, without a namespace for kinds that have none; in a cluster with tenants the tenant comes first. */
export function idOf({ type, tenant, namespace, name }: ObjectKey): string {
  return [tenant, type.namespaced ? namespace : undefined, name].filter((part) => part !== undefined).join("/");
}

function parseId({ type }: ObjectKind, id: string): ObjectKey {
  const parts = id.split("/");
  const name = parts.pop() ?? "";
  const namespace = type.namespaced ? parts.pop() : undefined;
  const tenant = parts.pop();
  const idParts = [name, ...(type.namespaced ? [namespace] : []), ...(tenant === undefined ? [] : [tenant])];
  if (parts.length === 0 && idParts.every(Boolean)) return { type, tenant, namespace, name };
  const form = type.namespaced ? "[<tenant>/]<namespace>/<name>" : "[<tenant>/]<name>";
  throw failure("LB2021", { object: type.kind, message: `the id "${id}" does not have the form ${form}` });
}
