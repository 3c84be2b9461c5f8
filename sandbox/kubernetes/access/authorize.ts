import { forbidden } from "../errors/status";
import { type Call, subjectOf } from "../request/call";
import { allows, type Wish } from "./rules";
import { MASTERS } from "./user";

/** Refuses what the rules do not allow; administrators may do everything. */
export function authorize(call: Call, verb: string): void {
  const { user, cluster, target, resource } = call;
  if (user.groups.includes(MASTERS) && (user.tenant === undefined || inOwnTenant(call))) return;
  if (!cluster.rbac) return;
  const name = resource.subresources.includes(target.subresource ?? "") ? `${resource.plural}/${target.subresource}` : resource.plural;
  const wish: Wish = {
    verb,
    group: resource.group,
    resource: name,
    name: target.name ?? "",
    namespace: spaceOf(call),
    tenant: call.tenant,
  };
  if (allows(cluster, user, wish)) return;
  throw forbidden({ ...subjectOf(call), kind: name.split("/")[0] ?? "" }, reason(call, wish));
}

/** A namespace is in itself. */
const spaceOf = ({ namespace, resource, target }: Call): string => (resource.plural === "namespaces" ? (target.name ?? "") : namespace);

/** On Arktos an administrator of a tenant rules that tenant; those of the system tenant rule all. */
function inOwnTenant({ user, tenant }: Call): boolean {
  return user.tenant === "system" || tenant === user.tenant || tenant === "";
}

function reason(call: Call, { verb, resource, group, namespace }: Wish): string {
  const where = namespace === "" ? "at the cluster scope" : `in the namespace "${namespace}"`;
  return `User "${call.user.name}" cannot ${verb} resource "${resource}" in API group "${group}" ${where}`;
}
