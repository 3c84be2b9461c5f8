import type { TrialCase } from "../../verify/verification";
import type { AviWorkshop } from "./room";

/** Virtual services of one port, and the requests for it. */
export interface TrialPart {
  /** IDs of the assumptions that the part is for. */
  ids: readonly string[];
  make(room: AviWorkshop): Promise<TrialCase[]>;
}
