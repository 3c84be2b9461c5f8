// Decides which shared virtual service serves a host, or that the host has a dedicated one.

import type { ObjectRef } from "../../../resources/diagnostic";
import type { Spec } from "../../specs";
import type { Extensions } from "./extensions";
import { identityOf, type Shard, shardCount, shardOf } from "./names";
import { type AviSettings, akoVersionOf } from "./settings";

/** Division of the hosts of a place. */
export interface Sharding {
  /** Every host has a virtual service to itself. */
  dedicated: boolean;
  /** The shard of a host: by its name, by the namespace of its first owner, or one per namespace. */
  shardFor(host: string, owner: ObjectRef): Shard;
}

/** @param singleSpec one spec has a virtual service to itself */
export function shardingOf(settings: AviSettings, singleSpec: boolean): Sharding {
  const { l7ShardingScheme, vipPerNamespace, shardVSSize = akoVersionOf(settings).shardVSSize } = settings;
  const count = singleSpec ? 1 : shardCount(shardVSSize);
  return {
    dedicated: settings.shardVSSize === "DEDICATED" && !vipPerNamespace && !singleSpec,
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
export function addressKeyBy(settings: AviSettings, extensions: Pick<Extensions, "placement">): (owner: Spec, host: string) => string {
  return (owner, host) => {
    const placement = extensions.placement(owner);
    const { dedicated, shardFor } = shardingOf({ ...settings, ...placement?.settings }, false);
    const at = dedicated ? "dedicated" : identityOf(shardFor(host.toLowerCase(), owner.ref)); // spellings meet, whatever their shards
    return `${placement?.label ?? ""}/${at}`;
  };
}
