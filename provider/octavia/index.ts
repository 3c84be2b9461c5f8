// The back end `octavia`: Octavia, Keystone, Neutron and Barbican of one OpenStack project.

import { leastAccessRules } from "../../resources/octavia/rights";
import type { BackEnd } from "../back-end";
import { adoptionReport } from "./adoption/report";
import { DOCTOR } from "./checks";
import { CONTACT } from "./contact";
import { EDITABLE_OBJECTS } from "./editable-objects";
import { readHealth } from "./health";
import { liveBodies } from "./live";
import { LOAD_BALANCERS } from "./load-balancer/adapter";
import { findMarked, listQueries } from "./marked-objects";
import { monitorSeconds } from "./monitor-seconds";
import { preflight } from "./preflight";
import { projectLimits } from "./quotas";
import { DELETION_ORDER, removeMarked } from "./remove-marked";
import { VERIFICATION } from "./verify";

/** Octavia, with Keystone, Neutron and Barbican of one OpenStack cloud. */
export const octavia = {
  name: "octavia",
  handlers: [LOAD_BALANCERS],
  contact: CONTACT,
  listQueries: listQueries,
  marked: { find: findMarked, remove: removeMarked, order: DELETION_ORDER },
  preflight,
  limits: projectLimits,
  live: liveBodies,
  health: readHealth,
  monitorSeconds,
  leastRights: leastAccessRules,
  adoption: { from: ["occm", "kuryr"], report: adoptionReport },
  doctor: DOCTOR,
  editable: EDITABLE_OBJECTS,
  verification: VERIFICATION,
} satisfies BackEnd;
