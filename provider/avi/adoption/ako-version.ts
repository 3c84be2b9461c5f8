// Guesses which version of AKO created the existing objects, from names and fields that only that version writes.

import type { AkoVersionGuess, Naming } from "../../lifecycle/adoption";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import type { ExistingObject } from "./existing-objects";

/** Something that only one generation writes (ako.md 2.2 and 3, ako-2x.md 2 and 3). */
interface Sign {
  naming: Naming;
  says: string;
  fits(object: ExistingObject, cluster: string): boolean;
}

const SIGNS: readonly Sign[] = [
  { naming: "ako-2-evh", says: "is a virtual service of type EVH", fits: ({ live }) => live.vh_type === "VS_TYPE_VH_ENHANCED" },
  { naming: "ako-2-evh", says: "has a hashed name", fits: ({ live }, cluster) => isHashed(live.name, cluster) },
  { naming: "ako-2", says: "has markers", fits: ({ live }) => Array.isArray(live.markers) && live.markers.length > 0 },
  {
    naming: "ako-2",
    says: "names the protocol of its port",
    fits: ({ type, live }) => type === "pool" && /-(TCP|UDP|SCTP)-\d+$/.test(live.name),
  },
  { naming: "ako-2", says: "has service metadata of AKO 2", fits: ({ live }) => "namespace_svc_name" in metadataOf(live) },
  {
    naming: "ako-1.2.1",
    says: "picks the pools of a Service, which AKO 1.2.1-beta does with pool groups",
    fits: ({ type }) => type === "l4policyset",
  },
  {
    naming: "ako-1.2.1",
    says: "has service metadata of AKO 1.2.1",
    fits: ({ live }) => "svc_name" in metadataOf(live) && "crd_status" in metadataOf(live),
  },
  {
    naming: "ako-1.2",
    says: "picks pool groups by port, as AKO 1.2.1-beta does",
    fits: ({ live }) => Array.isArray(live.service_pool_select) && live.service_pool_select.length > 0,
  },
  { naming: "ako-1.2", says: "has service metadata of AKO 1.2", fits: ({ live }) => "svc_name" in metadataOf(live) },
];

const isHashed = (name: string, cluster: string): boolean =>
  name.startsWith(`${cluster}--`) && /^[0-9a-f]{40}(-EVH)?$/.test(name.slice(cluster.length + 2));

/**
 * The generation of what AKO left. The signs stand from the latest generation to the first: a later one writes what earlier ones write too,
 * and what an upgrade left of an earlier one says nothing.
 */
export function guessOf(objects: readonly ExistingObject[], cluster: string): AkoVersionGuess | undefined {
  const guesses = SIGNS.flatMap((sign) => {
    const example = objects.find((object) => sign.fits(object, cluster));
    return example ? [{ naming: sign.naming, reason: `${example.key} ${sign.says}` }] : [];
  });
  const [first] = guesses;
  return first && { naming: first.naming, reasons: guesses.filter(({ naming }) => naming === first.naming).map(({ reason }) => reason) };
}

function metadataOf({ service_metadata }: JsonObject): JsonObject {
  try {
    const read: unknown = JSON.parse(typeof service_metadata === "string" ? service_metadata : "{}");
    return isObject(read) ? read : {};
  } catch {
    return {};
  }
}
