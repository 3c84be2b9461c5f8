// Part of `k8s-lb verify`: type of one group of virtual services and the requests sent to it.

import type { ProbeRequest } from "../../verify/verification";
import type { AviVerifySession } from "./session";

/** Virtual services of one port, and the requests for it. */
export interface ProbePart {
  /** IDs of the assumptions that the part is for. */
  ids: readonly string[];
  make(session: AviVerifySession): Promise<ProbeRequest[]>;
}
