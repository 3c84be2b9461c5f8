import { referTo } from "./mizar-live-api.mjs";

/** The state for the sandbox, with the tenants and namespaces that the operations need, and the objects they are about. */
export function worldOf(given, operations, tenants) {
  const objects = operations.flatMap(({ object, objects = [] }) => [...(object ? [object] : []), ...objects]);
  const targets = operations.flatMap((operation) => (operation.kind ? [referTo({ kind: operation.kind, metadata: operation })] : []));
  const reconciled = operations.flatMap((operation) => (operation.op === "reconcile" ? reconciledBy(operation, given) : []));
  const subjects = [...objects.map(referTo), ...targets, ...reconciled].filter(first);
  const rooms = objects
    .filter(({ kind, metadata }) => metadata.namespace !== undefined && kind !== "Namespace")
    .map(({ metadata: { namespace, tenant } }) => ({ name: namespace, ...(tenants && tenant ? { tenant } : {}) }));
  const owners = objects.flatMap(({ kind, metadata: { tenant } }) => (tenants && kind !== "Tenant" && tenant ? [tenant] : []));
  const plugins = [...(given.admissionPlugins ?? []), ...operations.flatMap(({ plugin }) => plugin ?? [])];
  return {
    subjects,
    given: {
      ...given,
      ...(plugins.length > 0 ? { admissionPlugins: plugins } : {}),
      ...(owners.length > 0 ? { tenants: [...(given.tenants ?? []), ...owners] } : {}),
      ...(rooms.length > 0 ? { namespaces: [...(given.namespaces ?? []), ...rooms] } : {}),
    },
  };
}

/** A controller looks at the object of its kind; that of Networks by default. */
function reconciledBy({ controller = "" }, given) {
  const kind = ["Pod", "Service"].find((each) => controller.includes(each.toLowerCase())) ?? "Network";
  const object = given[kind.toLowerCase()];
  return object ? [referTo({ kind, metadata: object.metadata ?? object })] : [];
}

const first = (one, index, all) => all.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === index;
