import type { KubernetesObject } from "../kubernetes";
import { endpointOutput, endpointPending, findEndpoint } from "./endpoints";
import type { ObjectKind } from "./object/table";
import { specOf } from "./operated";
import { checkPlace, mizarName, PLACE } from "./placed";
import { SERVICES } from "./types";

/** A Service with the label and annotations that say where in Mizar its scaled endpoint is. */
export const PLACED_SERVICE: ObjectKind = {
  name: "PlacedService",
  type: SERVICES,
  tenant: "configured",
  computed: [],
  fixed: [...PLACE, /^spec\.clusterIPs?(\[|$)/],
  stays: ["clusterIP", "clusterIPs"],
  check: (inputs, bag) => checkPlace(inputs, bag, "Service"),
  beside: (site, object, fresh) => findEndpoint(site, (name) => name === endpointName(object, site.key.tenant), fresh),
  pending: ({ object, endpoint }, { waitFor }) => (waitFor === "none" ? undefined : endpointPending(endpoint, endpointName(object))),
  outputs({ object, endpoint }) {
    const { clusterIP } = specOf(object);
    const held = endpointOutput(endpoint);
    return { clusterIP, endpoint: held, address: held?.ip ?? clusterIP };
  },
};

function endpointName({ metadata }: KubernetesObject, tenant?: string): string {
  const { name, namespace = "default", tenant: own } = metadata;
  return mizarName(name, namespace, typeof own === "string" ? own : tenant);
}
