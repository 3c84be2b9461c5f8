import { asArray, asObject, isObject, type JsonObject, text } from "../../shared/json";
import { forbidden } from "../errors/status";
import { type Call, keyIn, subjectOf } from "../request/call";
import { keyOf, nameOf } from "../resources/meta";
import { allows, type Wish } from "./rules";
import { MASTERS } from "./user";

const RBAC = "rbac.authorization.k8s.io";

/** Nobody gives away what they may not do themselves, unless they may `escalate` or `bind`. */
export function checkEscalation(call: Call, object: JsonObject): void {
  const { user, cluster, resource } = call;
  if (resource.group !== RBAC || !cluster.rbac || user.groups.includes(MASTERS)) return;
  const isBinding = resource.kind.endsWith("Binding");
  const role = isBinding ? roleOf(call, object) : object;
  const verb = isBinding ? "bind" : "escalate";
  const own = {
    group: RBAC,
    resource: isBinding ? "clusterroles" : resource.plural,
    name: isBinding ? nameOf(role ?? {}) : nameOf(object),
  };
  if (may(call, { verb, ...own })) return;
  const missing = asArray(role?.rules)
    .filter(isObject)
    .flatMap(single)
    .filter((rule) => !holds(call, rule));
  if (missing.length === 0) return;
  const groups = user.groups.map((group) => JSON.stringify(group)).join(" ");
  const list = missing.map(shown).join("\n");
  const why = `user "${user.name}" (groups=[${groups}]) is attempting to grant RBAC permissions not currently held:\n${list}`;
  throw forbidden(subjectOf(call, nameOf(object)), why);
}

function roleOf(call: Call, binding: JsonObject): JsonObject | undefined {
  const { kind, name } = asObject(binding.roleRef);
  const { store } = call.cluster;
  if (kind === "ClusterRole") return store.get(`clusterroles.${RBAC}`, keyOf(call.tenant, "", text(name)));
  return store.get(`roles.${RBAC}`, keyIn(call, text(name)));
}

interface Single {
  group: string;
  resource: string;
  verb: string;
  name: string;
}

/** A rule taken apart into what it allows at a time. */
function single(rule: JsonObject): Single[] {
  const list = (field: string) => asArray(rule[field]).map(text);
  const names = list("resourceNames");
  return list("apiGroups").flatMap((group) =>
    list("resources").flatMap((resource) =>
      list("verbs").flatMap((verb) => (names.length > 0 ? names : [""]).map((name) => ({ group, resource, verb, name }))),
    ),
  );
}

const holds = (call: Call, { group, resource, verb, name }: Single): boolean => may(call, { verb, group, resource, name });

const may = (call: Call, wish: Omit<Wish, "namespace" | "tenant">): boolean =>
  allows(call.cluster, call.user, { ...wish, namespace: call.namespace, tenant: call.tenant });

function shown({ group, resource, verb, name }: Single): string {
  const names = name === "" ? "" : `, ResourceNames:["${name}"]`;
  return `{APIGroups:["${group}"], Resources:["${resource}"]${names}, Verbs:["${verb}"]}`;
}
