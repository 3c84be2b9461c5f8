// Decides which shared virtual service serves a host, or that the host has a dedicated one.

import type { ObjectRef } from "../../../resources/diagnostic";
import type { Spec } from "../../specs";
import type { Extensions } from "./extensions";
import { identityOf, type Shard, shardCount, shardOf } from "./names";
import { type AviSettings, akoVersionOf } from "./settings";

/** How hosts of one placement are spread over virtual services. */
export interface Sharding {
  /** Every host has a dedicated virtual service. */
  dedicated: boolean;
  /** The shard of a host: by its name, by the namespace of its first owner, or one per namespace. */
  shardFor(host: string, owner: ObjectRef): Shard;
}

/** @param singleSpec a component of one spec: it has a virtual service of its own */
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
 * Key of the address at which an object serves a host: objects with the same key share the host and may conflict. The class
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
