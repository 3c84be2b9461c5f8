// The pools of each Service, with their servers.

import { isDeepStrictEqual } from "node:util";
import { type PlannedPool, type PoolServers, resourceKey } from "../../plan";
import type { MovingSpecs, ServerSource } from "../../routing";
import { hasMembers, membersOf } from "../terms/pool-members";
import type { TranslatedComponent } from "../terms/translated-component";

/** The servers of a component, by resource and pool, and which of them each Service has a part in. */
export class ServicePools {
  /** By the key of the resource, then by the name of the pool. */
  readonly servers: ReadonlyMap<string, Map<string, PoolServers>>;
  private readonly byService = new Map<string, PlannedPool[]>();

  constructor({ resources, moving }: Pick<TranslatedComponent, "resources" | "moving">) {
    const holding = resources.filter(({ kind, inputs }) => hasMembers(kind, inputs));
    this.servers = new Map(holding.map((one) => [resourceKey(one), new Map(membersOf(one.kind, one.inputs))]));
    for (const pool of moving)
      for (const service of new Set(pool.sources.map((source) => source.service))) {
        const poolsOfService = this.byService.get(service);
        if (poolsOfService) poolsOfService.push(pool);
        else this.byService.set(service, [pool]);
      }
  }

  /** Keys of the resources whose servers differ from those of other pools. */
  changedSince(before: ReadonlyMap<string, ReadonlyMap<string, PoolServers>>): Set<string> {
    return new Set([...this.servers].filter(([id, pools]) => !isDeepStrictEqual(before.get(id), pools)).map(([id]) => id));
  }

  /**
   * Computes the pools of some Services again.
   *
   * @param services their keys; undefined for all
   * @returns keys of the resources whose servers are others now; undefined where more than servers changes
   */
  move(services: Iterable<string> | undefined, now: MovingSpecs): Set<string> | undefined {
    const read = reader(now);
    const changed = new Set<string>();
    const concerned = new Set([...(services ?? this.byService.keys())].flatMap((service) => this.byService.get(service) ?? []));
    for (const { sources } of concerned) if (!sources.every(read)) return undefined;
    for (const pool of concerned) {
      const servers = pool.servers((source) => read(source) ?? NONE);
      const pools = this.servers.get(pool.in);
      if (!pools?.has(pool.name) || isDeepStrictEqual(pools.get(pool.name), servers)) continue;
      pools.set(pool.name, servers);
      changed.add(pool.in);
    }
    return changed;
  }
}

const NONE = { servers: [], missing: true };

/** Reads each source once: very many pools may share one. */
function reader(now: MovingSpecs) {
  const serversBySource = new Map<ServerSource, ReturnType<ServerSource["read"]>>();
  return (source: ServerSource) => {
    if (!serversBySource.has(source)) serversBySource.set(source, source.read(now));
    return serversBySource.get(source);
  };
}
