import { connect, describeKey, type KubernetesClient, type KubernetesObject, type ObjectKey, settingsOf } from "../../kubernetes";
import type { ConfigSource, Context } from "../../lifecycle/kind";
import { SharedListings } from "../../lifecycle/shared-listings";
import type { Inputs } from "./inputs";
import type { ObjectKind } from "./table";

/** Where Mizar keeps its own objects in a cluster with tenants, and the one namespace that its operator works in. */
export const MIZAR_TENANT = "system";
export const MIZAR_NAMESPACE = "default";

/** How long things may take; milliseconds. */
export interface Waits {
  provisionMs: number;
  deleteMs: number;
  intervalMs: number;
}

/** Where one object is worked on. */
export interface Site {
  kind: ObjectKind;
  client: KubernetesClient;
  ctx: Context;
  key: ObjectKey;
  /** `Vpc default/vpc-1`, for messages. */
  title: string;
  waits: Waits;
  /** Whether the server keeps tenants apart by path. */
  tenants: boolean;
  /** The lists that reads of one phase share. */
  listings: SharedListings<Map<string, KubernetesObject>>;
}

const DEFAULTS = { provisionTimeout: 300, deleteTimeout: 120, pollInterval: 500, listCache: 5000 };

const listings = new WeakMap<KubernetesClient, SharedListings<Map<string, KubernetesObject>>>();

/** The site of an object by its key, or by what its inputs say of the key. */
export function siteOf(kind: ObjectKind, ctx: Context, inputs: Inputs, known?: ObjectKey): Site {
  const settings = settingsOf(ctx.config);
  const tenants = settings.tenantPaths ?? settings.tenant !== undefined;
  const client = connect(settings);
  const key =
    known ?? keyOf(kind, inputs, tenants ? (inputs.tenant ?? (kind.tenant === "system" ? MIZAR_TENANT : settings.tenant)) : undefined);
  if (!tenants && inputs.tenant !== undefined)
    ctx.notice(`tenant ${inputs.tenant} of ${describeKey(key)} is not used: this cluster has no tenants (mizar:tenantPaths)`);
  return {
    kind,
    client,
    ctx,
    key,
    title: describeKey(key),
    waits: waitsOf(ctx.config, inputs),
    tenants,
    listings: listingsOf(client, ctx),
  };
}

function keyOf({ type }: ObjectKind, { name, namespace = "default" }: Inputs, tenant: string | undefined): ObjectKey {
  return { type, tenant, name, ...(type.namespaced ? { namespace } : {}) };
}

function waitsOf(config: ConfigSource, { provisionTimeout, deleteTimeout }: Inputs): Waits {
  return {
    provisionMs: 1000 * (provisionTimeout ?? amount(config, "provisionTimeout")),
    deleteMs: 1000 * (deleteTimeout ?? amount(config, "deleteTimeout")),
    intervalMs: amount(config, "pollInterval"),
  };
}

function listingsOf(client: KubernetesClient, { config }: Context): SharedListings<Map<string, KubernetesObject>> {
  const known = listings.get(client);
  if (known) return known;
  const fresh = new SharedListings<Map<string, KubernetesObject>>(amount(config, "listCache"));
  listings.set(client, fresh);
  return fresh;
}

function amount(config: ConfigSource, key: keyof typeof DEFAULTS): number {
  const value = Number(config.get(key));
  return config.get(key) !== undefined && Number.isFinite(value) && value >= 0 ? value : DEFAULTS[key];
}
