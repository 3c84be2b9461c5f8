import { AviError } from "../errors";
import { tenantOf } from "../resolve";
import type { SemanticRule } from "./index";

/** A VRF of the admin tenant is changed in the admin tenant only. */
export const checkVrfContext: SemanticRule = (_state, _body, before, scope) => {
  if (before && tenantOf(before) !== scope.tenant) throw new AviError(400, "Cannot modify VrfContext of another tenant");
};
