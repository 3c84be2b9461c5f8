import { isObject, type JsonObject } from "../lifecycle/json";
import { refusedBecause } from "./errors";
import type { ResourceType, ServedKind } from "./types";

/** Reads one path of the server. */
type Read = (path: string) => Promise<JsonObject>;

/** Everything that a group version has, `pods/status` and the like included; nothing when the server does not know it. */
async function resourcesAt(read: Read, path: string): Promise<JsonObject[]> {
  try {
    const { resources } = await read(path);
    return Array.isArray(resources) ? resources.filter(isObject) : [];
  } catch (error) {
    if (refusedBecause(error, "unknown-kind", "not-found")) return [];
    throw error;
  }
}

/** The resources of a group version. Arktos lists those of a tenant's own definitions below the tenant. */
export async function resourcesOf(read: Read, path: string, tenant: string | undefined): Promise<JsonObject[]> {
  const shared = await resourcesAt(read, path);
  if (tenant === undefined) return shared;
  return [...shared, ...(await resourcesAt(read, `${path}/tenants/${encodeURIComponent(tenant)}`))];
}

/** The kind among the resources of its group version. */
export function kindAmong(resources: readonly JsonObject[], apiVersion: string, kind: string): ServedKind | undefined {
  const found = resources.find((one) => one.kind === kind && typeof one.name === "string" && !one.name.includes("/"));
  if (!found) return undefined;
  const plural = String(found.name);
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const type: ResourceType = {
    group,
    version,
    plural,
    kind,
    namespaced: found.namespaced === true,
    tenanted: found.namespaced === true || found.tenanted === true,
  };
  const below = resources.map(({ name }) => String(name)).filter((name) => name.startsWith(`${plural}/`));
  return { type, subresources: below.map((name) => name.slice(plural.length + 1)) };
}
