import type { KubernetesObject } from "../kubernetes";
import type { Bag, CheckFailure } from "../lifecycle/kind";
import { isObject } from "../lifecycle/sanitize";
import { isUnknown } from "../lifecycle/unknown";
import { endpointOutput, endpointPending, findEndpoint } from "./endpoints";
import { refused } from "./object/check";
import type { Inputs } from "./object/inputs";
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
  check: (inputs, bag) => [...checkPlace(inputs, bag, "Pod"), ...checkBandwidth(inputs, bag)],
  beside: (site, object, fresh) => findEndpoint(site, (name) => name.startsWith(prefixOf(object, site.key.tenant)), fresh),
  pending: ({ object, endpoint }, { waitFor }) => (waitFor === "endpoint" ? endpointPending(endpoint, `${prefixOf(object)}*`) : undefined),
  outputs({ object, endpoint }) {
    const { phase, podIP } = isObject(object.status) ? object.status : {};
    const held = endpointOutput(endpoint);
    return { phase, podIP, endpoint: held, address: held?.ip ?? podIP };
  },
};

/** Annotations of a Pod that Mizar turns into numbers and classes when it meets the Pod, and what it can turn. */
const BANDWIDTH: { [annotation: string]: { form: RegExp; expected: string } } = {
  "mizar.com/egress-bandwidth": {
    form: /^(\d+|\d+(\.\d+)?[KMG])$/,
    expected: "bytes per second are expected, as a whole number or with K, M or G: 500000, 1.5M",
  },
  "mizar.com/network-class": { form: /^(Premium|Expedited|BestEffort)$/, expected: "one of Premium, Expedited, BestEffort is expected" },
  "mizar.com/network-priority": { form: /^(High|Medium|Low)$/, expected: "one of High, Medium, Low is expected" },
};

function checkBandwidth({ name }: Inputs, { metadata }: Bag): CheckFailure[] {
  const annotations = isObject(metadata) && isObject(metadata.annotations) ? metadata.annotations : {};
  return Object.entries(BANDWIDTH).flatMap(([annotation, { form, expected }]) => {
    const value = annotations[annotation];
    if (value === undefined || isUnknown(value) || form.test(String(value))) return [];
    return [
      refused("metadata", `metadata/annotations/${annotation.replace("/", "~1")}`, `Pod ${name} has ${JSON.stringify(value)}; ${expected}`),
    ];
  });
}

/** `name-namespace-tenant-`; the interface follows. Without tenants the operator leaves that part empty. */
function prefixOf({ metadata }: KubernetesObject, tenant?: string): string {
  const { name, namespace = "default", tenant: own } = metadata;
  return `${name}-${namespace}-${typeof own === "string" ? own : (tenant ?? "")}-`;
}
