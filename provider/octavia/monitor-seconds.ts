// Computes how long health monitors on Octavia need to report a healthy member as up.

import { serverName } from "../../requests/health/health";
import { poolsIn } from "../../requests/octavia/pools";
import { LOAD_BALANCER } from "../../resources/octavia/load-balancer";
import type { LoadBalancerInputs } from "../../resources/octavia/types";
import type { PlannedResource } from "../lifecycle/adoption";

/** Amphorae report every 10 s; the one after the last check may be the first that has its result. */
const REPORT_SECONDS = 20;

/** Seconds of the slowest monitor of the pools with one of some members; 0 where none of them has a monitor. */
export function monitorSeconds(planned: readonly PlannedResource[], servers: ReadonlySet<string>): number {
  const bodies = planned.flatMap(({ kind, inputs }) =>
    kind === LOAD_BALANCER.type ? [(inputs as unknown as LoadBalancerInputs).loadBalancer] : [],
  );
  const times = bodies.flatMap((body) =>
    [...poolsIn(body).values()].flatMap(({ healthmonitor: monitor, members = [] }) => {
      const isConcerned = members.some(({ address, protocol_port: port }) => servers.has(serverName({ address, port })));
      const seconds = monitor ? monitor.delay * monitor.max_retries + monitor.timeout : 0;
      return isConcerned && seconds > 0 ? [seconds] : [];
    }),
  );
  return times.length === 0 ? 0 : Math.max(...times) + REPORT_SECONDS;
}
