import type { Behaviour } from "../resources/resource";
import { configMap } from "./config-map";
import { customResourceDefinition } from "./custom-resource-definition";
import { namespace } from "./namespace";
import { service } from "./service";

/** What the built-in kinds do of their own. */
export const BEHAVIOURS: { [kind: string]: Behaviour } = {
  ConfigMap: configMap,
  CustomResourceDefinition: customResourceDefinition,
  Namespace: namespace,
  Service: service,
};
