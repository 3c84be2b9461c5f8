// Reads objects whose status a run writes, with lists that its resources share.

import { LbError } from "../../resources/diagnostic";
import { NamedListings } from "../lifecycle/named-listings";
import { SharedListings } from "../lifecycle/shared-listings";
import { refusedBecause } from "./errors";
import type { KubernetesClient, KubernetesObject, ObjectKey } from "./types";

/** Time for which the lists that a refresh shares are valid. */
const LIST_HOLDS_MS = 5_000;
/** Time for which the lists that writes begin from are valid: a write is refused if its object has changed since. */
const WRITE_HOLDS_MS = 3_600_000;
/** Number of times that an object that others change meanwhile is read again. */
const MAX_READS = 6;

type ByName = ReadonlyMap<string, KubernetesObject>;

/** The objects of one API server as several operations of a run share them. */
export interface SharedObjects {
  reads: SharedListings<ByName | undefined>;
  writes: NamedListings<KubernetesObject>;
}

/** One object, and how to look at it. */
interface StatusObject {
  client: KubernetesClient;
  key: ObjectKey;
  shared: SharedObjects;
}

const sharedByClient = new WeakMap<KubernetesClient, SharedObjects>();

export function sharedObjects(client: KubernetesClient): SharedObjects {
  const shared = sharedByClient.get(client) ?? { reads: new SharedListings(LIST_HOLDS_MS), writes: new NamedListings(WRITE_HOLDS_MS) };
  sharedByClient.set(client, shared);
  return shared;
}

/** Forgets an object that is written; called before and after it. */
export function written({ key, shared }: StatusObject): void {
  shared.reads.drop();
  shared.writes.written(key.name);
}

/** The object, from a list that the reads of one phase share; a user who may not list asks for each. */
export async function readShared(place: StatusObject): Promise<KubernetesObject | undefined> {
  const { client, key, shared } = place;
  const byName = await shared.reads.of(listKey(key), () => objectsByName(place));
  // An object that is missing in the list is requested by itself: it counts as gone only if the server says so.
  return byName?.get(key.name) ?? client.get(key);
}

/**
 * Writes an object from what it is: a thousand of them are read with a few lists. Where that is too old, because the object or an owner of
 * its fields has changed since, it is read by itself and the write begins again.
 */
export async function writeFromShared<T>(place: StatusObject, work: (object: KubernetesObject | undefined) => Promise<T>): Promise<T> {
  const { client, key, shared } = place;
  const listing = await shared.writes.of(listKey(key), key.name, () => objectsByName(place));
  if (listing?.found) {
    try {
      return await work(listing.found);
    } catch (error) {
      if (!mayBeOld(error)) throw error;
    }
  }
  for (let looks = 1; ; looks++) {
    try {
      return await work(await client.get(key));
    } catch (error) {
      if (!isChanged(error) || looks === MAX_READS) throw error;
    }
  }
}

/** The object is another version by now, or gone. */
const isChanged = (error: unknown) => refusedBecause(error, "conflict");

/** True for errors that an outdated list may cause: LB2130 names owners from that list. */
const mayBeOld = (error: unknown) =>
  isChanged(error) || refusedBecause(error, "not-found") || (error instanceof LbError && error.code === "LB2130");

const listKey = ({ type, tenant, namespace }: ObjectKey): string => JSON.stringify([type.group, type.plural, tenant, namespace]);

async function objectsByName({ client, key: { type, namespace, tenant } }: StatusObject): Promise<ByName | undefined> {
  try {
    const objects = await client.list(type, { namespace, tenant });
    return new Map(objects.map((object) => [object.metadata.name, object]));
  } catch (error) {
    if (refusedBecause(error, "forbidden")) return undefined;
    throw error;
  }
}
