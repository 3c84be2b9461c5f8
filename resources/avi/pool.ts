// The resource `avi:Pool`: schema of its inputs and field table.

import { z } from "zod";
import { isRecord, listIn } from "../json";
import type { InputsOf } from "../kind";
import type { Members } from "../members";
import { aviBody } from "./body";
import { aviKind, owned } from "./kind";

/** The servers of a pool that is a resource. */
const MEMBERS: Members = {
  read({ pool, keep }) {
    if (!isRecord(pool)) return new Map();
    return new Map([[String(pool.name), listIn(keep).includes("servers") ? "kept" : listIn(pool.servers)]]);
  },
  write(inputs, members) {
    const { pool, keep: _keep, ...rest } = inputs;
    const servers = isRecord(pool) ? members.get(String(pool.name)) : undefined;
    return isRecord(pool) && servers ? { ...rest, pool: { ...pool, servers } } : inputs;
  },
};

/** The servers of one host/path/backend or listener port: a Pool, with a PKIProfile and a HealthMonitor where it has its own. */
export const POOL = aviKind({
  type: "avi:Pool",
  schema: z.strictObject({
    ...owned,
    /** A health monitor for this pool, to be referenced in `health_monitor_refs`. */
    healthMonitor: aviBody.optional(),
    /** CA certificates for re-encryption, to be referenced in `pki_profile_ref`. */
    pkiProfile: aviBody.optional(),
    /** The pool; its servers are identified by address and port. */
    pool: aviBody,
    /**
     * `["servers"]`: the servers stay as they are on the controller, and are neither compared nor written; a new pool has none. Components
     * set this if the input that determines the servers is missing in the specs.
     */
    keep: z.array(z.enum(["servers"])).optional(),
  }),
  primary: "pool",
  slots: [
    { name: "pkiProfile", type: "pkiprofile" },
    { name: "healthMonitor", type: "healthmonitor" },
    { name: "pool", type: "pool" },
  ],
  outputs: { uuids: {} },
  members: MEMBERS,
});

export type PoolInputs = InputsOf<typeof POOL>;
