import type { Bundle } from "../bundle/table";

/** The servers of one host/path/backend or listener port. */
export const POOL: Bundle = {
  name: "Pool",
  primary: "pool",
  keeps: ["servers"],
  slots: [
    { name: "pkiProfile", type: "pkiprofile", optional: true },
    { name: "healthMonitor", type: "healthmonitor", optional: true },
    { name: "pool", type: "pool" },
  ],
};
