import { referTo } from "./mizar-live-api.mjs";

/** The state for the sandbox, with the tenants and namespaces that the operations need, and the objects they are about. */
export function worldOf(given, operations, tenants) {
  const objects = operations.flatMap(({ object, objects = [] }) => [...(object ? [object] : []), ...objects]);
  const targets = operations.flatMap((operation) => (operation.kind ? [referTo({ kind: operation.kind, metadata: operation })] : []));
  const reconciled = given.network ? [referTo({ kind: "Network", metadata: given.network.metadata ?? given.network })] : [];
  const subjects = [...objects.map(referTo), ...targets, ...reconciled].filter(first);
  const rooms = objects
    .filter(({ kind, metadata }) => metadata.namespace !== undefined && kind !== "Namespace")
    .map(({ metadata: { namespace, tenant } }) => ({ name: namespace, ...(tenants && tenant ? { tenant } : {}) }));
  const owners = objects.flatMap(({ kind, metadata: { tenant } }) => (tenants && kind !== "Tenant" && tenant ? [tenant] : []));
  return {
    subjects,
    given: {
      ...given,
      ...(owners.length > 0 ? { tenants: [...(given.tenants ?? []), ...owners] } : {}),
      ...(rooms.length > 0 ? { namespaces: [...(given.namespaces ?? []), ...rooms] } : {}),
    },
  };
}

const first = (one, index, all) => all.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === index;
