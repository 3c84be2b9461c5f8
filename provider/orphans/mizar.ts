import { connect, settingsOf } from "../kubernetes/connect";
import type { ObjectKey } from "../kubernetes/types";
import type { Look, Lookout } from "../lifecycle/look";
import { MANAGED_SELECTOR, markOf } from "../mizar/marks";
import { NETWORK_OBJECTS, SUBNET_OBJECTS, VPC_OBJECTS } from "../mizar/networks";
import type { ObjectKind } from "../mizar/object-kind";
import { PLACED_PODS, PLACED_SERVICES } from "../mizar/placed";
import { MIZAR_NAMESPACE, MIZAR_TENANT } from "../mizar/settings";

const KINDS: readonly ObjectKind[] = [VPC_OBJECTS, SUBNET_OBJECTS, NETWORK_OBJECTS, PLACED_PODS, PLACED_SERVICES];

/** Lists what carries our label, per kind, namespace and tenant of the names. */
export const lookOnMizar: Lookout = (config, { names }) => {
  const settings = settingsOf(config);
  const client = connect(settings);
  const tenants = settings.tenantPaths ?? settings.tenant !== undefined;
  const looks = new Map<string, Look & { names: string[] }>();
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
        const listed = await client.list(type, { namespace, tenant, labelSelector: MANAGED_SELECTOR });
        return listed.flatMap((object) => {
          const owner = markOf(object);
          return owner ? [{ name: spelled + object.metadata.name, owner }] : [];
        });
      };
      looks.set(place, { key: place, names: [name], take });
    }
  }
  return { at: client, looks: [...looks.values()] };
};

/** Where an object of this name is, in a cluster without tenants. */
export const placeOf = (name: string): ObjectKey | undefined => keyOf(name, false, undefined);

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
