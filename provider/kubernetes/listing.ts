import { isObject, type JsonObject } from "../lifecycle/json";
import { KubernetesError, refusedBecause } from "./errors";
import { apiVersionOf, isKubernetesObject, type KubernetesObject, type ResourceType, type ServedKind } from "./types";

/** How many objects one request asks for. */
export const PAGE = 500;
/** A list that never ends must not keep us for ever. */
const MAX_PAGES = 2000;
/** How often a list is begun anew because its continuation has expired. */
const MAX_STARTS = 3;

/** One page, from where the token of the last one points to. */
export type Page = (next: string | undefined) => Promise<JsonObject>;

/**
 * All objects of a list, or an error. When the server has forgotten where we were (410), half of the list is older than the other
 * half: it is read again from the start.
 */
export async function allPages(page: Page, object: string): Promise<JsonObject[]> {
  for (let start = 1; ; start++) {
    try {
      return await once(page, object);
    } catch (error) {
      if (start === MAX_STARTS || !refusedBecause(error, "expired")) throw error;
    }
  }
}

async function once(page: Page, object: string): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  const seen = new Set<string>();
  let next: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const body = await page(next);
    if (!Array.isArray(body.items)) throw cut(object, "an answer holds no items");
    found.push(...body.items.filter(isObject));
    const { continue: token } = isObject(body.metadata) ? body.metadata : {};
    if (typeof token !== "string" || token === "") return found;
    if (seen.has(token)) throw cut(object, "the server gives the same page again and again");
    seen.add(token);
    next = token;
  }
  throw cut(object, `it does not end: ${found.length} read`);
}

function cut(object: string, text: string): KubernetesError {
  return new KubernetesError({ reason: "expired", status: 200, text, object });
}

/** An element of a list with the type that lists of built-in kinds leave out. */
export function typed(item: JsonObject, type: ResourceType): KubernetesObject {
  const object: unknown = { ...item, apiVersion: apiVersionOf(type), kind: type.kind };
  if (isKubernetesObject(object)) return object;
  throw cut(type.plural, "an item has no metadata");
}

/** Reads one path of the server. */
type Read = (path: string) => Promise<JsonObject>;

/** Everything that a group version has, `pods/status` and the like included; nothing when the server does not know it. */
async function resourcesAt(read: Read, path: string): Promise<JsonObject[]> {
  try {
    const { resources } = await read(path);
    if (Array.isArray(resources)) return resources.filter(isObject);
  } catch (error) {
    if (refusedBecause(error, "unknown-kind", "not-found")) return [];
    throw error;
  }
  // Taken for a server without the kind, it would make an object look gone that is there.
  throw new KubernetesError({ reason: "unknown", status: 200, text: "the answer is no list of kinds", object: `Kinds below ${path}` });
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
