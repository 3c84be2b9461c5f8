import { asObject, type JsonObject } from "../../shared/json";
import type { KubeObject, NewObject } from "../api/kinds";
import type { Action } from "../api/world";
import { PermanentFailure } from "../engine/kopf";
import { type Context, NOTHING, type Step } from "../workflows/workflow";

const NAMESPACES = ["default", "kube-system", "kube-public"];
const RBAC = "rbac.authorization.k8s.io";

/** What a tenant begins with: namespaces, the role of its administrator, and its Network `default` where there is a template for it. */
export function furnish(tenant: KubeObject, { settings }: Context, seen: Set<string>): Step {
  const { name, uid = "", deletionTimestamp } = tenant.metadata;
  if (seen.has(uid) || deletionTimestamp || tenant.status.phase === "Terminating") return NOTHING;
  const make = (create: NewObject): Action => ({ create, unlessThere: true });
  const namespaces = NAMESPACES.map((namespace) => make({ kind: "Namespace", metadata: { name: namespace, tenant: name } }));
  const roles = [adminRole(name), adminBinding(name)].map((role) => ({ ...make(role), ifServed: true }));
  const network = settings.networkTemplate ? [make(networkFrom(settings.networkTemplate, name))] : [];
  return { actions: [...namespaces, ...roles, ...network], remember: () => void seen.add(uid) };
}

/** The Network of a template; the tenant that stands in it counts for nothing. */
function networkFrom(template: string, tenant: string): NewObject {
  let parsed: JsonObject;
  try {
    parsed = asObject(JSON.parse(template.replaceAll("{{.}}", tenant)));
  } catch {
    throw new PermanentFailure("the template of default Networks is not JSON");
  }
  const metadata = asObject(parsed.metadata) as NewObject["metadata"];
  return { kind: "Network", metadata: { ...metadata, name: metadata.name ?? "default", tenant }, spec: asObject(parsed.spec) };
}

const adminRole = (tenant: string): NewObject => ({
  kind: "ClusterRole",
  metadata: { name: "admin-role", tenant },
  rules: [
    { apiGroups: ["*"], resources: ["*"], verbs: ["*"] },
    { nonResourceURLs: ["*"], verbs: ["*"] },
  ],
});

const adminBinding = (tenant: string): NewObject => ({
  kind: "ClusterRoleBinding",
  metadata: { name: "admin-role-binding", tenant },
  roleRef: { apiGroup: RBAC, kind: "ClusterRole", name: "admin-role" },
  subjects: [{ apiGroup: RBAC, kind: "User", name: "admin" }],
});
