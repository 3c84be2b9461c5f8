// The back end `avi`: one Avi (NSX ALB) controller.

import { OBJECT_KINDS } from "../../resources/avi";
import { AVI_TYPES, DELETION_ORDER } from "../../resources/avi/body";
import { leastRole } from "../../resources/avi/rights";
import type { BackEnd } from "../back-end";
import { objectsHandler } from "./adapter";
import { inspectAdoption } from "./adoption/notice";
import { adoptionReport } from "./adoption/report";
import { sweep } from "./adoption/sweep";
import { DOCTOR } from "./checks";
import { apiFor } from "./client/api";
import { CONTACT } from "./contact";
import { EDITABLE_OBJECTS } from "./editable-objects";
import { readHealth } from "./health";
import { systemLimits } from "./limits";
import { liveBodies } from "./live";
import { findMarked, listQueries } from "./marked-objects";
import { monitorSeconds } from "./monitor-seconds";
import { preflight } from "./preflight";
import { namesInState, removeMarked } from "./remove-marked";
import { STATIC_ROUTES_HANDLER } from "./static-routes";
import { VERIFICATION } from "./verify";

/** Avi, also called NSX ALB: one controller. */
export const avi = {
  name: "avi",
  handlers: [...OBJECT_KINDS.map(objectsHandler), STATIC_ROUTES_HANDLER],
  contact: CONTACT,
  listQueries: listQueries,
  marked: { find: findMarked, remove: removeMarked, order: DELETION_ORDER.map((type) => AVI_TYPES[type].model), namesInState },
  preflight,
  limits: (config) => systemLimits(apiFor(config)),
  live: liveBodies,
  health: readHealth,
  monitorSeconds,
  leastRights: leastRole,
  adoption: { from: ["ako"], report: adoptionReport, inspect: inspectAdoption, sweep },
  doctor: DOCTOR,
  editable: EDITABLE_OBJECTS,
  verification: VERIFICATION,
} satisfies BackEnd;
