import type { Behaviour } from "../resources/resource";
import { customResourceDefinition } from "./custom-resource-definition";
import { namespace } from "./namespace";

/** What the built-in kinds do of their own. */
export const BEHAVIOURS: { [kind: string]: Behaviour } = {
  CustomResourceDefinition: customResourceDefinition,
  Namespace: namespace,
};
