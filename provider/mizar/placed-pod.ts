import type { KubernetesObject } from "../kubernetes";
import { isObject } from "../lifecycle/sanitize";
import { endpointOutput, endpointPending, findEndpoint } from "./endpoints";
import type { ObjectKind } from "./object/table";
import { checkPlace, PLACE } from "./placed";
import { PODS } from "./types";

/** What of the spec of a Pod changes in place; the API server lets little else, and most of that in one direction only. */
const LIVE = /^spec\.(init)?[cC]ontainers\[[^\]]*\]\.image$/;

/** A Pod with the labels and annotations that say where in Mizar it is. */
export const PLACED_POD: ObjectKind = {
  name: "PlacedPod",
  type: PODS,
  tenant: "configured",
  computed: [],
  fixed: [...PLACE, new RegExp(`^(?!${LIVE.source.slice(1)})spec(\\.|$)`)],
  lenient: true,
  check: (inputs, bag) => checkPlace(inputs, bag, "Pod"),
  beside: (site, object, fresh) => findEndpoint(site, (name) => name.startsWith(prefixOf(object, site.key.tenant)), fresh),
  pending: ({ object, endpoint }, { waitFor }) => (waitFor === "endpoint" ? endpointPending(endpoint, `${prefixOf(object)}*`) : undefined),
  outputs({ object, endpoint }) {
    const { phase, podIP } = isObject(object.status) ? object.status : {};
    const held = endpointOutput(endpoint);
    return { phase, podIP, endpoint: held, address: held?.ip ?? podIP };
  },
};

/** `name-namespace-tenant-`; the interface follows. Without tenants the operator leaves that part empty. */
function prefixOf({ metadata }: KubernetesObject, tenant?: string): string {
  const { name, namespace = "default", tenant: own } = metadata;
  return `${name}-${namespace}-${typeof own === "string" ? own : (tenant ?? "")}-`;
}
