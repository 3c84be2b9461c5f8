import { text } from "../../shared/json";
import { AviError } from "../errors";
import { follow } from "../resolve";
import type { SemanticRule } from "./index";

const CUSTOM_HEADER = "LB_ALGORITHM_CONSISTENT_HASH_CUSTOM_HEADER";

export const checkPool: SemanticRule = (state, body) => {
  const hashed = body.lb_algorithm === "LB_ALGORITHM_CONSISTENT_HASH" && body.lb_algorithm_hash === CUSTOM_HEADER;
  if (hashed && !body.lb_algorithm_consistent_hash_hdr) {
    throw new AviError(400, `Pool ${text(body.name)}: lb_algorithm_consistent_hash_hdr is needed for ${CUSTOM_HEADER}.`);
  }
  const vrf = follow(state, body.vrf_ref);
  if (vrf && vrf.cloud_ref !== body.cloud_ref) {
    throw new AviError(400, `Pool ${text(body.name)} and VRF Context ${text(vrf.name)} are in different clouds`);
  }
};
