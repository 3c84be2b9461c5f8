import type { JsonObject } from "../../shared/json";

const BOOTSTRAPPING = { "kubernetes.io/bootstrapping": "rbac-defaults" };
const READ = ["get", "list", "watch"];
const WRITE = ["create", "delete", "deletecollection", "patch", "update"];

const OWN: { apiGroups: string[]; resources: string[] }[] = [
  { apiGroups: [""], resources: ["configmaps", "endpoints", "pods", "serviceaccounts", "services"] },
  { apiGroups: ["apps"], resources: ["deployments"] },
  { apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"] },
  { apiGroups: ["networking.k8s.io"], resources: ["ingresses", "networkpolicies"] },
];

const SECRETS = { apiGroups: [""], resources: ["secrets"] };
const ROLES = { apiGroups: ["rbac.authorization.k8s.io"], resources: ["rolebindings", "roles"] };

const role = (name: string, rules: object[]): JsonObject => ({ metadata: { name, labels: BOOTSTRAPPING }, rules }) as unknown as JsonObject;

const withVerbs = (rules: object[], verbs: string[]): object[] => rules.map((rule) => ({ verbs, ...rule }));

const EVERYTHING = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

const paths = (...nonResourceURLs: string[]): object[] => [{ verbs: ["get"], nonResourceURLs }];

const SELF = [
  { verbs: ["create"], apiGroups: ["authorization.k8s.io"], resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"] },
  { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["selfsubjectreviews"] },
];

/** The roles that people bind, and those that let anybody look around. The real server has about sixty more, for its own parts. */
export const CLUSTER_ROLES: JsonObject[] = [
  role("cluster-admin", EVERYTHING),
  role("admin", withVerbs([...OWN, SECRETS, ROLES], [...READ, ...WRITE])),
  role("edit", withVerbs([...OWN, SECRETS], [...READ, ...WRITE])),
  role("view", withVerbs(OWN, READ)),
  role("system:basic-user", SELF),
  role(
    "system:discovery",
    paths("/api", "/api/*", "/apis", "/apis/*", "/healthz", "/livez", "/openapi", "/openapi/*", "/readyz", "/version", "/version/"),
  ),
  role("system:public-info-viewer", paths("/healthz", "/livez", "/readyz", "/version", "/version/")),
];

function binding(name: string, ...groups: string[]): JsonObject {
  const apiGroup = "rbac.authorization.k8s.io";
  return {
    metadata: { name, labels: BOOTSTRAPPING },
    roleRef: { apiGroup, kind: "ClusterRole", name },
    subjects: groups.map((group) => ({ kind: "Group", apiGroup, name: group })),
  };
}

export const CLUSTER_ROLE_BINDINGS: JsonObject[] = [
  binding("cluster-admin", "system:masters"),
  binding("system:basic-user", "system:authenticated"),
  binding("system:discovery", "system:authenticated"),
  binding("system:public-info-viewer", "system:authenticated", "system:unauthenticated"),
];
