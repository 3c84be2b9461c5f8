// Pods and Services in Mizar's networks, with their endpoints.

import { PLACE_ANNOTATIONS, PLACED_POD, PLACED_SERVICE } from "../../resources/mizar/objects";
import type { KubernetesObject } from "../kubernetes/types";
import { isObject, type JsonObject, sanitize } from "../lifecycle/bodies/json";
import type { InputFault, UnknownAt } from "../lifecycle/check";
import { specOf } from "./networks";
import type { ObjectJob, ObjectKind } from "./object-kind";
import { MIZAR_NAMESPACE, MIZAR_TENANT } from "./settings";
import { ENDPOINTS, PODS, SERVICES } from "./types";

export const PLACED_PODS: ObjectKind<typeof PLACED_POD.schema> = {
  kind: PLACED_POD,
  type: PODS,
  tenant: "configured",
  lenient: true,
  rules: (inputs, unknownAt) => [...placeFaults("Pod", inputs, unknownAt), ...bandwidthFaults(inputs)],
  endpointOf: (job, object, fresh) => findEndpoint(job, (name) => name.startsWith(podPrefix(object, job.key.tenant)), fresh),
  pending: ({ object, endpoint }, { waitFor }) => (waitFor === "endpoint" ? endpointPending(endpoint, `${podPrefix(object)}*`) : undefined),
  outputs({ object, endpoint }) {
    const { phase, podIP } = isObject(object.status) ? object.status : {};
    const shown = endpointOutput(endpoint);
    return { phase, podIP, endpoint: shown, address: shown?.ip ?? podIP };
  },
};

export const PLACED_SERVICES: ObjectKind<typeof PLACED_SERVICE.schema> = {
  kind: PLACED_SERVICE,
  type: SERVICES,
  tenant: "configured",
  rules: (inputs, unknownAt) => placeFaults("Service", inputs, unknownAt),
  endpointOf: (job, object, fresh) => findEndpoint(job, (name) => name === serviceEndpoint(object, job.key.tenant), fresh),
  pending: ({ object, endpoint }, { waitFor }) => (waitFor === "none" ? undefined : endpointPending(endpoint, serviceEndpoint(object))),
  outputs({ object, endpoint }) {
    const { clusterIP } = specOf(object);
    const shown = endpointOutput(endpoint);
    return { clusterIP, endpoint: shown, address: shown?.ip ?? clusterIP };
  },
};

/** `name-namespace-tenant-`; the interface follows. Without tenants the operator leaves that part empty. */
function podPrefix({ metadata }: KubernetesObject, tenant?: string): string {
  const { name, namespace = "default", tenant: ownTenant } = metadata;
  return `${name}-${namespace}-${typeof ownTenant === "string" ? ownTenant : (tenant ?? "")}-`;
}

/** `name-namespace-tenant`, without the last part in a cluster without tenants. */
function serviceEndpoint({ metadata }: KubernetesObject, tenant?: string): string {
  const { name, namespace = "default", tenant: ownTenant } = metadata;
  return [name, namespace, typeof ownTenant === "string" ? ownTenant : tenant].filter(Boolean).join("-");
}

/**
 * The first endpoint of Mizar whose name fits. Endpoints are in the operator's own namespace, whoever they are for.
 *
 * @param fresh false: a list that other reads of this refresh have fetched will do
 */
async function findEndpoint(job: ObjectJob, fits: (name: string) => boolean, fresh: boolean): Promise<KubernetesObject | undefined> {
  const { client, listings, tenants } = job;
  const place = { namespace: MIZAR_NAMESPACE, tenant: tenants ? MIZAR_TENANT : undefined };
  const take = async () => new Map((await client.list(ENDPOINTS, place)).map((object) => [object.metadata.name, object]));
  const endpoints = (fresh ? undefined : await listings.of("endpoints of Mizar", take)) ?? (await take());
  return [...endpoints].find(([name]) => fits(name))?.[1];
}

/** Output about an endpoint; undefined while there is none. */
function endpointOutput(endpoint: KubernetesObject | undefined): JsonObject | undefined {
  if (!endpoint) return undefined;
  const { type, status, vpc, net, ip, gw, prefix } = specOf(endpoint);
  return sanitize({ name: endpoint.metadata.name, type, status, vpc, net, ip, gateway: gw, prefix });
}

/** State that a Pod or Service still waits for, if it has to wait. */
function endpointPending(endpoint: KubernetesObject | undefined, name: string): string | undefined {
  if (!endpoint) return `has no endpoint ${name} yet`;
  const { status } = specOf(endpoint);
  return status === "Provisioned" ? undefined : `has an endpoint ${endpoint.metadata.name} that is ${String(status)}, not Provisioned`;
}

interface AnnotatedObject {
  metadata?: { name?: string; annotations?: { [annotation: string]: string | undefined } };
}

function placeFaults(kind: string, { metadata: { name, annotations = {} } = {} }: AnnotatedObject, unknownAt: UnknownAt): InputFault[] {
  const declared = (annotation: string) => annotations[annotation] !== undefined || unknownAt("metadata", "annotations", annotation);
  const [present, ...others] = PLACE_ANNOTATIONS.filter(declared);
  if (present === undefined || others.length > 0) return [];
  const other = PLACE_ANNOTATIONS.find((annotation) => annotation !== present);
  const why = `${kind} ${name} has the annotation ${present} without ${other}; Mizar gives up on that`;
  return [{ path: ["metadata", "annotations"], why }];
}

/** Annotations of a Pod that Mizar turns into numbers and classes when it meets the Pod, and what it can turn. */
const BANDWIDTH: { [annotation: string]: { form: RegExp; expected: string } } = {
  "mizar.com/egress-bandwidth": {
    form: /^(\d+|\d+(\.\d+)?[KMG])$/,
    expected: "bytes per second are expected, as a whole number or with K, M or G: 500000, 1.5M",
  },
  "mizar.com/network-class": { form: /^(Premium|Expedited|BestEffort)$/, expected: "one of Premium, Expedited, BestEffort is expected" },
  "mizar.com/network-priority": { form: /^(High|Medium|Low)$/, expected: "one of High, Medium, Low is expected" },
};

function bandwidthFaults({ metadata: { name, annotations = {} } = {} }: AnnotatedObject): InputFault[] {
  return Object.entries(BANDWIDTH).flatMap(([annotation, { form, expected }]) => {
    const value = annotations[annotation];
    if (value === undefined || form.test(value)) return [];
    const path = ["metadata", "annotations", annotation.replace("/", "~1")];
    return [{ path, why: `Pod ${name} has ${JSON.stringify(value)}; ${expected}` }];
  });
}
