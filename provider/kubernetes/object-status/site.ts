import { failure } from "../../lifecycle/errors";
import type { Context } from "../../lifecycle/kind";
import { SharedListings } from "../../lifecycle/shared-listings";
import { connect } from "../connect";
import { refusedBecause } from "../errors";
import { settingsOf } from "../settings";
import type { KubernetesClient, KubernetesObject, ObjectKey } from "../types";
import type { StatusInputs } from "./inputs";

/** Where one object is written. */
export interface Site {
  client: KubernetesClient;
  key: ObjectKey;
  /** The object has a subresource `status`; else status is a field like any other. */
  hasStatus: boolean;
}

const LIST_HOLDS_MS = 5_000;

const listings = new WeakMap<KubernetesClient, SharedListings<Map<string, KubernetesObject> | undefined>>();

/** Asks the server how it calls the kind. Rejects with LB2113 when it has none of that name. */
export async function siteOf(ctx: Context, inputs: StatusInputs): Promise<Site> {
  const { apiVersion, kind, name } = inputs;
  const site = await siteIfAny(ctx, inputs);
  if (site) return site;
  throw failure("LB2113", { object: `${kind} ${name}`, message: `the server has no kind ${kind} of ${apiVersion}` });
}

/** Undefined when the server has no such kind, and so no such object. */
export async function siteIfAny(ctx: Context, { apiVersion, kind, namespace, name, tenant }: StatusInputs): Promise<Site | undefined> {
  const client = connect(settingsOf(ctx.config));
  const found = await client.find(apiVersion, kind, tenant);
  if (!found) return undefined;
  return { client, key: { type: found.type, namespace, name, tenant }, hasStatus: found.subresources.includes("status") };
}

/** The object, from a list that the reads of one phase share; a user who may not list asks for each. */
export async function look({ client, key }: Site): Promise<KubernetesObject | undefined> {
  const list = listingsOf(client);
  const place = JSON.stringify([key.type.group, key.type.plural, key.tenant, key.namespace]);
  const index = await list.of(place, () => indexed(client, key));
  // What a list does not hold is asked for by itself: only the server's own word makes an object gone.
  return index?.get(key.name) ?? client.get(key);
}

/** Forgets what was listed; called before each write. */
export function forget({ client }: Site): void {
  listingsOf(client).drop();
}

function listingsOf(client: KubernetesClient): SharedListings<Map<string, KubernetesObject> | undefined> {
  const known = listings.get(client);
  if (known) return known;
  const fresh = new SharedListings<Map<string, KubernetesObject> | undefined>(LIST_HOLDS_MS);
  listings.set(client, fresh);
  return fresh;
}

async function indexed(
  client: KubernetesClient,
  { type, namespace, tenant }: ObjectKey,
): Promise<Map<string, KubernetesObject> | undefined> {
  try {
    const objects = await client.list(type, { namespace, tenant });
    return new Map(objects.map((object) => [object.metadata.name, object]));
  } catch (error) {
    if (refusedBecause(error, "forbidden")) return undefined;
    throw error;
  }
}
