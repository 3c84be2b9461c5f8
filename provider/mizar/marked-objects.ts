// Lists objects of Mizar by owner mark and by name.

import { connect, settingsOf } from "../kubernetes/connect";
import { refusedBecause } from "../kubernetes/errors";
import type { KubernetesObject, ObjectKey } from "../kubernetes/types";
import type { ConfigSource } from "../lifecycle/handler";
import type { ListQueries, ListQuery } from "../lifecycle/preview/existing-objects";
import type { Found, Marked } from "../orphans/marked";
import { PLACED_PODS, PLACED_SERVICES } from "./endpoints";
import { MANAGED_SELECTOR, markOf } from "./marks";
import { NETWORK_OBJECTS, SUBNET_OBJECTS, VPC_OBJECTS } from "./networks";
import type { ObjectKind } from "./object-kind";
import { MIZAR_NAMESPACE, MIZAR_TENANT } from "./settings";

export const KINDS: readonly ObjectKind[] = [VPC_OBJECTS, SUBNET_OBJECTS, NETWORK_OBJECTS, PLACED_PODS, PLACED_SERVICES];

/** Everything that carries our label, in all namespaces; with `mark` what carries that one. */
export async function findMarked(config: ConfigSource, mark?: string): Promise<Found> {
  const settings = settingsOf(config);
  const client = connect(settings);
  const tenants = settings.tenantPaths ?? settings.tenant !== undefined;
  const lists = await Promise.all(
    KINDS.map(async (kind): Promise<Found> => {
      const tenant = tenants ? (kind.tenant === "system" ? MIZAR_TENANT : settings.tenant) : undefined;
      try {
        // @unverified mizar/labels-select
        const objects = await client.list(kind.type, { tenant, labelSelector: MANAGED_SELECTOR });
        return { marked: objects.flatMap((object) => marked(kind, object, tenant, mark)), notes: [] };
      } catch (error) {
        if (!refusedBecause(error, "forbidden", "not-found")) throw error;
        return { marked: [], notes: [`${kind.type.plural} could not be listed: ${error.message.split("\n")[0]}`] };
      }
    }),
  );
  return { marked: lists.flatMap((list) => list.marked), notes: lists.flatMap(({ notes }) => notes) };
}

function marked({ type }: ObjectKind, object: KubernetesObject, tenant: string | undefined, mark: string | undefined): Marked[] {
  const { name, namespace, uid = "", creationTimestamp } = object.metadata;
  const owner = markOf(object);
  if (owner === undefined || (mark !== undefined && owner !== mark)) return [];
  const place = [tenant, type.namespaced ? namespace : undefined, name].filter((part) => part !== undefined).join("/");
  return [{ type: type.kind, name: place, id: uid, owner, ...(creationTimestamp ? { changed: creationTimestamp } : {}) }];
}

/** The key of what {@link findMarked} names. */
export function keyAt({ type }: ObjectKind, place: string, tenants: boolean): ObjectKey | undefined {
  const parts = place.split("/");
  const name = parts.pop();
  const namespace = type.namespaced ? parts.pop() : undefined;
  const tenant = tenants ? parts.pop() : undefined;
  return name && parts.length === 0 ? { type, name, namespace, tenant } : undefined;
}

/** Lists what carries our label, per kind, namespace and tenant of the names. */
export const listQueries: ListQueries = (config, { names }) => {
  const settings = settingsOf(config);
  const client = connect(settings);
  const tenants = settings.tenantPaths ?? settings.tenant !== undefined;
  const looks = new Map<string, ListQuery & { names: string[] }>();
  for (const name of names) {
    const key = keyOf(name, tenants, settings.tenant);
    if (!key) continue;
    const { type, namespace, tenant } = key;
    const place = JSON.stringify([type.plural, namespace, tenant]);
    const look = looks.get(place);
    if (look) look.names.push(name);
    else {
      const spelled = name.slice(0, -key.name.length);
      const take = async () => {
        const objects = await client.list(type, { namespace, tenant, labelSelector: MANAGED_SELECTOR });
        return objects.flatMap((object) => {
          const owner = markOf(object);
          return owner ? [{ name: spelled + object.metadata.name, owner }] : [];
        });
      };
      looks.set(place, { key: place, names: [name], take });
    }
  }
  return { at: client, queries: [...looks.values()] };
};

/** Key of an object of this name, in a cluster without tenants. */
export const objectKeyIn = (name: string): ObjectKey | undefined => keyOf(name, false, undefined);

/** `pods/[tenant/]namespace/name`, `vpcs/[tenant/]name`. */
function keyOf(name: string, tenants: boolean, usual: string | undefined): ObjectKey | undefined {
  const [plural, ...parts] = name.split("/");
  const kind = KINDS.find(({ type }) => type.plural === plural);
  if (!kind) return undefined;
  const { type } = kind;
  const object = parts.pop() ?? "";
  const namespace = type === PLACED_PODS.type || type === PLACED_SERVICES.type ? parts.pop() : MIZAR_NAMESPACE;
  const tenant = tenants ? (parts.pop() ?? (kind.tenant === "system" ? MIZAR_TENANT : usual)) : undefined;
  return { type, tenant, name: object, ...(type.namespaced ? { namespace } : {}) };
}
