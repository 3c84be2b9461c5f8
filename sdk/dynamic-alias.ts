// Aliases that replace a resource of the native plugin by a dynamic one without a write.

import type * as pulumi from "@pulumi/pulumi";
import { NATIVE } from "../resources/resource-type";

/** Components of this package, and whether each takes over what exists. */
const components = new WeakMap<pulumi.Resource, { adopts: boolean }>();

/** Notes a component before it makes its resources. */
export const noteComponent = (component: pulumi.Resource, adopts: boolean): void => void components.set(component, { adopts });

/**
 * Aliases by which a dynamic resource replaces one of the native plugin without a write. Otherwise the engine would create it
 * again, finding the object by its mark, and then delete the object with the resource of the plugin. A component that adopts nothing needs none:
 * its inventory refuses the run (LB2053). Each alias costs at registration and in the state.
 */
export function nativeAliases(kindType: string, parent: pulumi.Resource | undefined): pulumi.Alias[] {
  const component = parent && components.get(parent);
  return component && !component.adopts ? [] : [{ type: `${NATIVE}${kindType}` }];
}
