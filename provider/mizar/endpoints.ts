import type { KubernetesObject } from "../kubernetes";
import { type JsonObject, sanitize } from "../lifecycle/sanitize";
import { MIZAR_NAMESPACE, MIZAR_TENANT, type Site } from "./object/site";
import { specOf } from "./operated";
import { ENDPOINTS } from "./types";

/**
 * The first endpoint of Mizar whose name fits. Endpoints stand in the operator's own namespace, whoever they are for.
 *
 * @param fresh false: a list that other reads of this refresh have fetched will do
 */
export async function findEndpoint(site: Site, fits: (name: string) => boolean, fresh: boolean): Promise<KubernetesObject | undefined> {
  const { client, listings, tenants } = site;
  const place = { namespace: MIZAR_NAMESPACE, tenant: tenants ? MIZAR_TENANT : undefined };
  const take = async () => new Map((await client.list(ENDPOINTS, place)).map((object) => [object.metadata.name, object]));
  const listed = (fresh ? undefined : await listings.of("endpoints of Mizar", take)) ?? (await take());
  return [...listed].find(([name]) => fits(name))?.[1];
}

/** What an endpoint says, as output; undefined while there is none. */
export function endpointOutput(endpoint: KubernetesObject | undefined): JsonObject | undefined {
  if (!endpoint) return undefined;
  const { type, status, vpc, net, ip, gw, prefix } = specOf(endpoint);
  return sanitize({ name: endpoint.metadata.name, type, status, vpc, net, ip, gateway: gw, prefix });
}

/** What a Pod or Service still waits for, where it is to wait. */
export function endpointPending(endpoint: KubernetesObject | undefined, name: string): string | undefined {
  if (!endpoint) return `has no endpoint ${name} yet`;
  const { status } = specOf(endpoint);
  return status === "Provisioned" ? undefined : `has an endpoint ${endpoint.metadata.name} that is ${String(status)}, not Provisioned`;
}
