import { oneService, SCOPES } from "../components/single";
import { isBalanced } from "./translate";

/** What each class of component takes of the specs. */
export const AVI_SCOPES = {
  ...SCOPES,
  Service: oneService("Service of type LoadBalancer", (specs) => [...specs.services.values()].filter(isBalanced)),
} as const;
