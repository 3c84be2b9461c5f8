// Assumptions about how an Avi controller reports the health of servers.

import type { Assumptions } from "./assumption";

/** Assumptions about how a controller tells the state of servers: docs/reference/avi.md has the sources. */
export const AVI_HEALTH = {
  "avi/inventories": {
    question: "Have `/api/pool-inventory` and `/api/virtualservice-inventory` the state of each object with `include=runtime`?",
    assumed: "They have, and of a pool the numbers of its servers, of those that are switched on and of those that are up.",
    otherwise: "`k8s-lb status` and `request --live` read each pool by itself, or know no state.",
    by: "person",
    check: "`curl -u USER 'https://CONTROLLER/api/pool-inventory?include=runtime'` has `runtime.num_servers_up` of each pool.",
  },
  "avi/server-runtime": {
    question: "Has `/api/pool/UUID/runtime/server/detail/` each server with `ip_addr`, `port` and `oper_status`?",
    assumed: "It has, as a list by itself or below `server`, with an entry for each service engine.",
    otherwise: "Servers of pools with a server that is down are unknown.",
    by: "person",
    check: "`curl -u USER https://CONTROLLER/api/pool/UUID/runtime/server/detail/` of a pool with a server that is down.",
  },
  "avi/reasons": {
    question: "Do `oper_status.reason` and the `reason` of a health monitor say why a server is down?",
    assumed: "They do, in words for people; they are printed as they are.",
    otherwise: "Servers are shown as down without a reason.",
    by: "person",
    check: "The same answer has a text such as the code that the monitor got.",
  },
  "avi/unmonitored": {
    question: "Does a server of a pool without a health monitor count as up?",
    assumed: "It does; `k8s-lb status` shows it as not monitored.",
    otherwise: "Such servers are shown as not monitored, and get no requests.",
    by: "person",
    check: "The inventory of a pool without `health_monitor_refs`.",
  },
  "avi/pool-down": {
    question: "Is a request whose pool has no server that is up answered with 503?",
    assumed: "It is, as if the pool had no servers. The default `fail_action` is named close connection.",
    otherwise: "Clients see a broken connection where `request --live` shows 503.",
    by: "person",
    check: "Stop the only server of a pool and ask.",
  },
} as const satisfies Assumptions;
