import { expect, it } from "vitest";
import { watchManifests } from "../../../../sdk/watch/manifests";

const OPTIONS = {
  target: "avi",
  image: "registry.example.com/lb:1",
  project: "/app",
  stack: "prod",
  namespace: "lb",
  name: "watch",
  secret: "lb-env",
} as const;
const manifests = watchManifests(OPTIONS);
const ofKind = (kind: string) => manifests.filter((one) => one.kind === kind);

it("prints two replicas without root, a writable root or a secret, and who may do what", () => {
  expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ""}/${metadata.name}`)).toEqual([
    "ServiceAccount lb/watch",
    "ClusterRole /lb-watch-avi",
    "ClusterRoleBinding /lb-watch-avi",
    "Role lb/watch",
    "RoleBinding lb/watch",
    "PodDisruptionBudget lb/watch",
    "Deployment lb/watch",
  ]);
  const [deployment] = ofKind("Deployment");
  expect(deployment).toMatchObject({
    spec: {
      replicas: 2,
      template: {
        spec: {
          serviceAccountName: "watch",
          securityContext: { runAsNonRoot: true },
          containers: [
            {
              command: expect.arrayContaining(["--lease", "watch", "--listen", "0.0.0.0:9090"]),
              envFrom: [{ secretRef: { name: "lb-env" } }],
              securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
              livenessProbe: { httpGet: { path: "/healthz" } },
              readinessProbe: { httpGet: { path: "/readyz" } },
            },
          ],
        },
      },
    },
  });
});

it("holds the Lease to its name, and lets what is listed be watched and nothing be written but Events", () => {
  expect(ofKind("Role")[0]?.rules).toEqual([
    { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["create"] },
    { apiGroups: ["coordination.k8s.io"], resources: ["leases"], resourceNames: ["watch"], verbs: ["get", "patch"] },
  ]);
  const rules = ofKind("ClusterRole")[0]?.rules as { resources: string[]; verbs: string[] }[];
  for (const { resources, verbs } of rules) {
    if (verbs.includes("list")) expect([resources, verbs.includes("watch")]).toEqual([resources, true]);
    const writes = verbs.filter((verb) => !["get", "list", "watch"].includes(verb));
    if (writes.length > 0) expect([resources, writes]).toEqual([["events"], ["create"]]);
  }
});

it("lets be read what the naming reads: with AKO's generation 2 its rules too", () => {
  const watched = (naming?: string) => {
    const role = watchManifests({ ...OPTIONS, naming }).find(({ kind }) => kind === "ClusterRole");
    const rules = role?.rules as { resources: string[]; verbs: string[] }[];
    return rules.filter(({ verbs }) => verbs.includes("watch")).flatMap(({ resources }) => resources);
  };
  expect(watched("ako-2")).toEqual(expect.arrayContaining(["hostrules", "httprules", "namespaces", "services"]));
  expect(watched()).not.toContain("hostrules");
});
