// The contents of VPCs and subnets, which must go before them.

import { refusedBecause } from "../kubernetes/errors";
import { describeKey, type KubernetesClient, type KubernetesObject, type ObjectKey, type ResourceType } from "../kubernetes/types";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { markOf } from "./marks";
import { MIZAR_NAMESPACE, MIZAR_TENANT } from "./settings";
import { ENDPOINTS, PODS, SERVICES, SUBNETS } from "./types";

/** The cluster: a client, and whether its server separates tenants by path. */
export interface Cluster {
  readonly client: KubernetesClient;
  readonly tenants: boolean;
}

/** The subnets of a VPC; undefined where the user may not list them. */
export async function subnetsIn(cluster: Cluster, { metadata: { name } }: KubernetesObject): Promise<string[] | undefined> {
  const subnets = await ownObjects(cluster, SUBNETS);
  // Arktos creates a subnet of this name in the VPC of each Network (mizar.md 0), and nobody else deletes it
  const isOfArktos = (object: KubernetesObject) => object.metadata.name === `${name}-subnet` && markOf(object) === undefined;
  return subnets
    ?.filter((subnet) => specOf(subnet).vpc === name && !isOfArktos(subnet))
    .map((subnet) => describeKey({ type: SUBNETS, ...nameAndNamespace(subnet) }));
}

/** The Pods and Services that have an endpoint in a subnet; undefined where the user may not list the endpoints. */
export async function ownersOfEndpointsIn(cluster: Cluster, { metadata: { name } }: KubernetesObject): Promise<string[] | undefined> {
  const endpoints = await ownObjects(cluster, ENDPOINTS);
  const here = endpoints?.filter((endpoint) => specOf(endpoint).net === name);
  if (!here) return undefined;
  return (await Promise.all(here.map((endpoint) => ownerOfEndpoint(cluster, endpoint)))).flat();
}

/** Objects of a type that Mizar has in its own namespace. */
async function ownObjects({ client, tenants }: Cluster, type: ResourceType): Promise<KubernetesObject[] | undefined> {
  try {
    return await client.list(type, { namespace: MIZAR_NAMESPACE, tenant: tenants ? MIZAR_TENANT : undefined });
  } catch (error) {
    if (refusedBecause(error, "forbidden")) return undefined;
    throw error;
  }
}

/**
 * Owner of an endpoint, if it exists. Mizar leaves some endpoints behind: one whose Pod or Service is gone does not count. If every look is
 * forbidden, the endpoint itself counts.
 */
async function ownerOfEndpoint({ client, tenants }: Cluster, endpoint: KubernetesObject): Promise<string[]> {
  const keys = ownersOf(endpoint, tenants);
  const looks = await Promise.all(keys.map((key) => exists(client, key)));
  const existing = keys.find((_, index) => looks[index]);
  if (existing) return [describeKey(existing)];
  const isUnknown = keys.length > 0 && looks.every((look) => look === undefined);
  return isUnknown ? [describeKey({ type: ENDPOINTS, ...nameAndNamespace(endpoint) })] : [];
}

/** Undefined where the user may not read it. */
async function exists(client: KubernetesClient, key: ObjectKey): Promise<boolean | undefined> {
  try {
    return (await client.get(key)) !== undefined;
  } catch (error) {
    if (refusedBecause(error, "forbidden")) return undefined;
    throw error;
  }
}

/**
 * The Pods or Services that an endpoint may be for. Its name is glued of theirs, their namespace, their tenant and, for a Pod, the
 * interface, and each of the first three may have dashes. None for an endpoint of a host.
 */
function ownersOf(endpoint: KubernetesObject, tenants: boolean): ObjectKey[] {
  const { type, pod } = specOf(endpoint);
  const words = endpoint.metadata.name.split("-");
  if (type === "scaled") return splits(words, tenants ? 3 : 2).map((parts) => keyOf(SERVICES, parts));
  if (type !== "simple") return [];
  // the interface has no dash; without tenants that part is empty
  const place = words.slice(0, -1);
  const nameParts = tenants ? place : place.slice(0, place.at(-1) === "" ? -1 : undefined);
  return splits(nameParts, tenants ? 3 : 2)
    .filter(([name]) => typeof pod !== "string" || pod === "" || name === pod)
    .map((parts) => keyOf(PODS, parts));
}

const keyOf = (type: ResourceType, [name = "", namespace, tenant]: readonly string[]): ObjectKey => ({
  type,
  name,
  namespace,
  ...(tenant === undefined ? {} : { tenant }),
});

/** All ways to read words as so many names, each of at least one word. */
function splits(words: readonly string[], parts: number): string[][] {
  if (parts === 1) return words.length > 0 ? [[words.join("-")]] : [];
  return words.flatMap((_, index) => {
    const first = words.slice(0, index + 1).join("-");
    return splits(words.slice(index + 1), parts - 1).map((rest) => [first, ...rest]);
  });
}

const nameAndNamespace = ({ metadata: { name, namespace } }: KubernetesObject) => ({ name, namespace });

const specOf = ({ spec }: KubernetesObject): JsonObject => (isObject(spec) ? spec : {});
