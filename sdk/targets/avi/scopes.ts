// The specs that each Avi component class manages.

import { oneService, SCOPES } from "../../components/single";
import { isBalanced } from "./resolve-options";

/** Specs that each class of component takes. */
export const AVI_SCOPES = {
  ...SCOPES,
  Service: oneService("Service of type LoadBalancer", (specs) => [...specs.services.values()].filter(isBalanced)),
} as const;
