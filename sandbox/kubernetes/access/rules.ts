import { asArray, asObject, isObject, type JsonObject, text } from "../../shared/json";
import type { Cluster } from "../cluster";
import { keyOf, metaOf } from "../resources/meta";
import type { User } from "./user";

/** What somebody wants to do. */
export interface Wish {
  verb: string;
  group: string;
  /** With its subresource: `pods/status`. */
  resource: string;
  name: string;
  /** Empty: in all namespaces, or for a kind that is in none. */
  namespace: string;
  tenant: string;
}

const RBAC = "rbac.authorization.k8s.io";

/** Whether a role that is bound to the user allows it. */
export function allows(cluster: Cluster, user: User, wish: Wish): boolean {
  return rulesOf(cluster, user, wish.tenant, wish.namespace).some((rule) => covers(rule, wish));
}

/** Whether a role allows a path that is no resource, e.g. `/version`. */
export function allowsPath(cluster: Cluster, user: User, path: string): boolean {
  return rulesOf(cluster, user, user.tenant ?? "", "").some((rule) =>
    asArray(rule.nonResourceURLs).some(
      (url) => url === "*" || url === path || (text(url).endsWith("*") && path.startsWith(text(url).slice(0, -1))),
    ),
  );
}

/** Every rule that holds for a user: those of the whole cluster, and those in a namespace. */
export function rulesOf(cluster: Cluster, user: User, tenant: string, namespace: string): JsonObject[] {
  const bound = (binding: JsonObject) => asArray(binding.subjects).some((subject) => isMeant(asObject(subject), user, binding));
  const wide = cluster.store.list(`clusterrolebindings.${RBAC}`).map(([, binding]) => binding);
  const narrow = namespace === "" ? [] : cluster.store.list(`rolebindings.${RBAC}`).map(([, binding]) => binding);
  const bindings = [...wide, ...narrow.filter((binding) => metaOf(binding).namespace === namespace)];
  return bindings
    .filter((binding) => text(metaOf(binding).tenant) === tenant && bound(binding))
    .flatMap((binding) => asArray(roleOf(cluster, binding)?.rules).filter(isObject));
}

function isMeant(subject: JsonObject, user: User, binding: JsonObject): boolean {
  switch (subject.kind) {
    case "User":
      return subject.name === user.name;
    case "Group":
      return user.groups.includes(text(subject.name));
    case "ServiceAccount":
      return user.name === `system:serviceaccount:${text(subject.namespace ?? metaOf(binding).namespace)}:${text(subject.name)}`;
    default:
      return false;
  }
}

function roleOf(cluster: Cluster, binding: JsonObject): JsonObject | undefined {
  const { kind, name } = asObject(binding.roleRef);
  const { tenant, namespace } = metaOf(binding);
  if (kind === "ClusterRole") return cluster.store.get(`clusterroles.${RBAC}`, keyOf(text(tenant), "", text(name)));
  return cluster.store.get(`roles.${RBAC}`, keyOf(text(tenant), text(namespace), text(name)));
}

function covers(rule: JsonObject, { verb, group, resource, name }: Wish): boolean {
  const has = (field: string, wanted: string) => asArray(rule[field]).some((each) => each === "*" || each === wanted);
  const names = asArray(rule.resourceNames);
  const [, subresource] = resource.split("/");
  const matches = has("resources", resource) || (subresource !== undefined && asArray(rule.resources).includes(`*/${subresource}`));
  return has("verbs", verb) && has("apiGroups", group) && matches && (names.length === 0 || (name !== "" && names.includes(name)));
}
