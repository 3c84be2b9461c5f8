const MIZAR = ["Vpc", "Subnet", "Divider", "Bouncer", "Droplet", "Endpoint"];
const CLUSTER_WIDE = ["Network", "Tenant", "Node", "Namespace"];
const WITHOUT_TENANT = ["Tenant", "Node"];
const GROUPS = { Network: "arktos.futurewei.com/v1", Deployment: "apps/v1", NetworkPolicy: "networking.k8s.io/v1" };
const PLURALS = { Endpoints: "endpoints", NetworkPolicy: "networkpolicies" };

/** Identifies an object. A missing namespace or tenant means the one in which Mizar's operator looks. */
export const referTo = ({ kind, metadata: { name, namespace = "default", tenant = "system" } }) => ({ kind, name, namespace, tenant });

/** The API of a sandbox, as an administrator. */
export function apiOf(url, token, tenants) {
  const pathOf = ({ kind, name, namespace, tenant }) => {
    const group = MIZAR.includes(kind) ? "mizar.com/v1" : GROUPS[kind];
    const parts = [group ? `/apis/${group}` : "/api/v1"];
    if (tenants && !WITHOUT_TENANT.includes(kind)) parts.push("tenants", tenant);
    if (!CLUSTER_WIDE.includes(kind) && namespace !== undefined) parts.push("namespaces", namespace);
    parts.push(PLURALS[kind] ?? `${kind.toLowerCase()}s`);
    return [...parts, ...(name === undefined ? [] : [name])].join("/");
  };
  const send = async (method, path, body, type = "application/json") => {
    const headers = { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "Content-Type": type }) };
    const response = await fetch(url + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  };
  return {
    control: (name, body) => send("POST", `/_lab/${name}`, body),
    create: (object) => send("POST", pathOf({ ...referTo(object), name: undefined }), bodyFor(object, tenants)),
    patch: (reference, body) => send("PATCH", pathOf(reference), Array.isArray(body) ? merged(body) : body, "application/merge-patch+json"),
    delete: (reference) => send("DELETE", pathOf(reference)),
    /** The object, undefined when it is not there. */
    async get(reference) {
      const { status, body } = await send("GET", pathOf(reference));
      return status === 200 ? body : undefined;
    },
    /** All objects of a kind in a tenant, or of Mizar's kinds where the operator keeps them. */
    async list(kind, { tenant = "system", namespace } = {}) {
      const { status, body } = await send("GET", pathOf({ kind, tenant, namespace }));
      if (status !== 200) throw new Error(`a list of ${kind} was answered with ${status}`);
      return body.items;
    },
  };
}

/** Turns a JSON patch that replaces, adds or removes members into a merge patch: the sandbox takes no other. */
function merged(operations) {
  const patch = {};
  for (const { op, path, value } of operations) {
    const keys = path.split("/").slice(1);
    const last = keys.pop();
    keys.reduce((at, key) => (at[key] ??= {}), patch)[last] = op === "remove" ? null : value;
  }
  return patch;
}

/** Returns the body of an object. Without tenants on the server it contains no tenant. */
function bodyFor(object, tenants) {
  const { tenant, ...metadata } = object.metadata;
  return { ...object, metadata: tenants && tenant !== undefined ? { ...metadata, tenant } : metadata };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
