// Statuses and Gateways of a translation, with the resources on which they depend.

import { isGateway } from "../../components/gateway-answers";
import { resourceKey } from "../../plan";
import type { Status } from "../../routing";
import { keyOf } from "../../specs";
import type { TranslatedComponent } from "../terms/translated-component";

/** A resource on which Gateways depend. */
export interface GatewayResource {
  /** As {@link resourceKey} spells it. */
  id: string;
  type: string;
  /** `namespace/name` of the Gateways among its owners. */
  gateways: readonly string[];
}

/** Statuses of a component for kinds that have conditions, and the facts that they depend on. */
export interface Assessment {
  statuses: readonly Status[];
  resources: readonly GatewayResource[];
  /** Ids of resources that differ from the state. */
  differing: ReadonlySet<string>;
}

/** @param objects the resources that `pulumi up` would change */
export function assess({ statuses, resources }: TranslatedComponent, objects: { readonly [id: string]: unknown }): Assessment {
  return {
    statuses: statuses.filter(({ fields }) => fields !== undefined),
    resources: resources.flatMap((resource): GatewayResource[] => {
      const gateways = [...new Set(resource.owners.filter(isGateway).map(keyOf))];
      return gateways.length > 0 ? [{ id: resourceKey(resource), type: resource.kind, gateways }] : [];
    }),
    differing: new Set(Object.keys(objects)),
  };
}
