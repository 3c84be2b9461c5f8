import { z } from "zod";
import type { InputsOf } from "../kind";
import { aviBody } from "./body";
import { aviKind, owned } from "./kind";

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
});

export type PoolInputs = InputsOf<typeof POOL>;
