import type { ObjectRef } from "../../../resources/diagnostic";
import type { Spec } from "../../specs";
import type { Extensions } from "./extensions";
import { identityOf, type Shard, shardCount, shardOf } from "./names";
import { type AviSettings, generationOf } from "./settings";

/** Division of the hosts of a place. */
export interface Division {
  /** Every host has a virtual service to itself. */
  apart: boolean;
  /** The shard of a host: by its name, by the namespace of its first owner, or one per namespace. */
  shardFor(host: string, owner: ObjectRef): Shard;
}

/** @param alone one spec has a virtual service to itself */
export function divisionOf(settings: AviSettings, alone: boolean): Division {
  const { l7ShardingScheme, vipPerNamespace, shardVSSize = generationOf(settings).shardVSSize } = settings;
  const count = alone ? 1 : shardCount(shardVSSize);
  return {
    apart: settings.shardVSSize === "DEDICATED" && !vipPerNamespace && !alone,
    shardFor(host, { namespace }) {
      if (vipPerNamespace) return { namespace };
      return shardOf(l7ShardingScheme === "hostname" ? host : namespace, count);
    },
  };
}

/**
 * Tells the addresses of one host apart: objects with the same word for it share the host, and conflicts are judged between them. The class
 * (by its AviInfraSetting), the annotation of object and namespace, and the namespace itself (`vipPerNamespace`) decide.
 */
export function addressesBy(settings: AviSettings, extensions: Pick<Extensions, "placement">): (owner: Spec, host: string) => string {
  return (owner, host) => {
    const placement = extensions.placement(owner);
    const { apart, shardFor } = divisionOf({ ...settings, ...placement?.settings }, false);
    const at = apart ? "apart" : identityOf(shardFor(host.toLowerCase(), owner.ref)); // spellings meet, whatever their shards
    return `${placement?.label ?? ""}/${at}`;
  };
}
