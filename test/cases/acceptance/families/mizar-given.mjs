/** Short forms of `given`, by key: the API version and kind of the object they stand for. */
const SHORT = {
  networks: ["arktos.futurewei.com/v1", "Network"],
  vpcs: ["mizar.com/v1", "Vpc"],
  subnets: ["mizar.com/v1", "Subnet"],
  endpoints: ["mizar.com/v1", "Endpoint"],
  pods: ["v1", "Pod"],
  services: ["v1", "Service"],
};

/** The objects of a state in their order; `{name, ip, prefix, status}` means the object with that spec (cases/mizar/README.md). */
export function objectsOf(given = {}) {
  return Object.entries(given).flatMap(([key, items]) => {
    if (key === "objects") return items;
    const [apiVersion, kind] = SHORT[key] ?? [];
    return kind ? items.map((item) => (item.metadata ? { apiVersion, kind, ...item } : expand(apiVersion, kind, item))) : [];
  });
}

function expand(apiVersion, kind, { name, namespace, tenant, labels, annotations, status, ...spec }) {
  const metadata = { name, ...(namespace ? { namespace } : {}), ...(tenant ? { tenant } : {}), labels, annotations };
  if (kind === "Pod") return { apiVersion, kind, metadata, spec: {}, status: { podIP: spec.ip ?? spec.podIP } };
  return { apiVersion, kind, metadata, spec: { ...spec, ...(status === undefined ? {} : { status }) } };
}

/** Objects of the operation, in the order given. */
export function subjectsOf(when = {}) {
  return [when.object, ...(when.objects ?? [])].filter(Boolean);
}
