// Slots for pools inside the Avi resource that alone uses them, with their health monitors and PKI profiles.

import { z } from "zod";
import { isRecord, listIn } from "../json";
import type { Members } from "../members";
import { aviBody } from "./body";

/**
 * Pools inside the resource that alone uses them, each with its own health monitor and PKI profile. A cluster of 1,000 Ingresses is a hundred
 * resources with them instead of a thousand (docs/decisions/0022-bundles.md).
 */
export const bundle = {
  /** Health monitors of the `pools`, to be referenced in their `health_monitor_refs`. */
  healthMonitors: z.array(aviBody).optional(),
  /** CA certificates for re-encryption, to be referenced in `pki_profile_ref` of the `pools`. */
  pkiProfiles: z.array(aviBody).optional(),
  /** Pools that no other resource uses; those of several resources are a `Pool` each. */
  pools: z.array(aviBody).optional(),
  /**
   * Names of `pools` whose servers stay as they are on the controller, and are neither compared nor written; a new pool has none. Components
   * set this if the input that determines the servers is missing in the specs.
   */
  keepServers: z.array(z.string()).optional(),
};

/** An import leaves pools out: they may be resources of their own. The next run takes those that the program declares here. */
const bundled = { apart: true, fits: () => false } as const;

/** Order: profiles and monitors before the pools that refer to them, and pools before all else of the resource. */
export const BUNDLE_SLOTS = [
  { name: "pkiProfiles", type: "pkiprofile", ...bundled },
  { name: "healthMonitors", type: "healthmonitor", ...bundled },
  { name: "pools", type: "pool", ...bundled },
] as const;

export const BUNDLE_LISTS: readonly (keyof typeof bundle)[] = ["pkiProfiles", "healthMonitors", "pools"];

/** The servers of the pools that a virtual service holds. */
export const BUNDLE_MEMBERS: Members = {
  optional: true,
  read({ pools, keepServers }) {
    const kept = listIn(keepServers);
    return new Map(
      listIn(pools)
        .filter(isRecord)
        .map(({ name, servers }) => [String(name), kept.includes(name) ? "kept" : listIn(servers)]),
    );
  },
  write({ keepServers, ...inputs }, members) {
    if (!Array.isArray(inputs.pools)) return keepServers === undefined ? inputs : { ...inputs, keepServers };
    const pools = inputs.pools.map((pool: unknown) => {
      const servers = isRecord(pool) ? members.get(String(pool.name)) : undefined;
      return isRecord(pool) && servers ? { ...pool, servers } : pool;
    });
    const stillKept = listIn(keepServers).filter((name) => !members.has(String(name)));
    return { ...inputs, pools, ...(stillKept.length > 0 ? { keepServers: stillKept } : {}) };
  },
};
