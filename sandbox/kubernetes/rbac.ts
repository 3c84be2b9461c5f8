import { asArray, asObject, type JsonObject, text } from "../shared/json";
import { type Call, subjectOf } from "./call";
import { keyOf, listOf, metaOf, namespaceOf } from "./metadata";
import { SYSTEM_TENANT } from "./registry";
import { forbidden } from "./status";
import { MASTERS, type User } from "./users";

const RBAC = "rbac.authorization.k8s.io";

/** What somebody wants to do. */
interface Wish {
  verb: string;
  group: string;
  /** With its subresource: `pods/status`. */
  resource: string;
  name: string;
}

/** Refuses what the rules do not allow; administrators may do everything. */
export function authorize(call: Call, verb: string): void {
  const { user, cluster, target, resource, tenant } = call;
  if (!cluster.rbac) return;
  // on Arktos an administrator of a tenant rules that tenant; those of the system tenant rule all
  const isOwn = user.tenant === undefined || user.tenant === SYSTEM_TENANT || tenant === user.tenant || tenant === "";
  if (user.groups.includes(MASTERS) && isOwn) return;
  const { group, plural } = resource;
  const { name = "", subresource } = target;
  const wish: Wish = { verb, group, resource: subresource === undefined ? plural : `${plural}/${subresource}`, name };
  // a namespace is in itself
  const namespace = plural === "namespaces" ? name : call.namespace;
  if (rulesOf(call, namespace).some((rule) => covers(rule, wish))) return;
  const where = namespace === "" ? "at the cluster scope" : `in the namespace "${namespace}"`;
  throw forbidden(subjectOf(call), `User "${user.name}" cannot ${verb} resource "${wish.resource}" in API group "${group}" ${where}`);
}

/** Every rule that holds for the user: those of the whole cluster, and those in a namespace. */
function rulesOf({ cluster, user, tenant }: Call, namespace: string): JsonObject[] {
  const stored = (plural: string) => cluster.store.list(`${plural}.${RBAC}`).map(([, binding]) => binding);
  const narrow = namespace === "" ? [] : stored("rolebindings").filter((binding) => namespaceOf(binding) === namespace);
  return [...stored("clusterrolebindings"), ...narrow]
    .filter(
      (binding) =>
        text(metaOf(binding).tenant) === tenant && listOf(binding, "subjects").some((subject) => isMeant(subject, user, binding)),
    )
    .flatMap((binding) => {
      const { kind, name } = asObject(binding.roleRef);
      const role =
        kind === "ClusterRole"
          ? cluster.store.get(`clusterroles.${RBAC}`, keyOf(tenant, "", text(name)))
          : cluster.store.get(`roles.${RBAC}`, keyOf(tenant, namespaceOf(binding), text(name)));
      return role ? listOf(role, "rules") : [];
    });
}

function isMeant({ kind, name, namespace }: JsonObject, user: User, binding: JsonObject): boolean {
  if (kind === "User") return name === user.name;
  if (kind === "Group") return user.groups.includes(text(name));
  return kind === "ServiceAccount" && user.name === `system:serviceaccount:${text(namespace ?? metaOf(binding).namespace)}:${text(name)}`;
}

function covers(rule: JsonObject, { verb, group, resource, name }: Wish): boolean {
  const has = (field: string, wanted: string) => asArray(rule[field]).some((each) => each === "*" || each === wanted);
  const names = asArray(rule.resourceNames);
  const [, subresource] = resource.split("/");
  const matches = has("resources", resource) || (subresource !== undefined && asArray(rule.resources).includes(`*/${subresource}`));
  return has("verbs", verb) && has("apiGroups", group) && matches && (names.length === 0 || (name !== "" && names.includes(name)));
}
