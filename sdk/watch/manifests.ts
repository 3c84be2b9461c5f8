// Writes the manifests that run `k8s-lb watch` in a cluster.

import { type Manifest, type RbacOptions, rbacManifests } from "../components/rbac";

/** Settings of a watch in a cluster. */
export interface WatchManifestOptions {
  target: RbacOptions["target"];
  /** Avi's setting of that name: which custom resources are read. */
  naming?: string;
  /** Avi's setting of that name: whether Pods are read. */
  serviceType?: string;
  /** The setting of that name: whether workloads are read. */
  readWorkloads?: boolean;
  /** An image with Node, the Pulumi CLI, the project and its packages. */
  image: string;
  /** Folder of the project in the image. */
  project: string;
  stack: string;
  namespace: string;
  name: string;
  /** A Secret whose keys are environment variables: backend, passphrase, credentials of the load balancer. */
  secret: string;
  writeStatus?: boolean;
  /** Only in these namespaces. */
  namespaces?: readonly string[];
}

const PORT = 9090;

/** Of the group that containers run as; files of a Secret belong to it. */
const USER = 65_532;

/** Node, the CLI and the provider process of a large stack; a preview takes more than the watching. */
const RESOURCES = { requests: { cpu: "100m", memory: "512Mi" }, limits: { memory: "2Gi" } };

/**
 * A watch in production, for `kubectl apply -f -`: two replicas of which one writes, with the least rights that they need. Secrets are
 * in a Secret that somebody else makes; no manifest holds one.
 */
export function watchManifests(options: WatchManifestOptions): Manifest[] {
  const { target, naming, serviceType, readWorkloads, namespace, name, writeStatus, namespaces } = options;
  const serviceAccount = { namespace, name };
  const labels = { "app.kubernetes.io/name": "k8s-lb-watch", "app.kubernetes.io/instance": name };
  const metadata = { name, namespace, labels };
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name };
  return [
    ...rbacManifests({ target, naming, serviceType, readWorkloads, writeStatus, namespaces, serviceAccount, follow: true }),
    { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata, rules: leaseRules(name) },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata,
      roleRef,
      subjects: [{ kind: "ServiceAccount", ...serviceAccount }],
    },
    {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata,
      spec: { minAvailable: 1, selector: { matchLabels: labels } },
    },
    { apiVersion: "apps/v1", kind: "Deployment", metadata, spec: deployment(options, labels) },
  ];
}

/** To make a Lease cannot be held to a name, everything else can (Kubernetes: "resourceNames" do not restrict create). */
function leaseRules(name: string) {
  const apiGroups = ["coordination.k8s.io"];
  return [
    { apiGroups, resources: ["leases"], verbs: ["create"] },
    { apiGroups, resources: ["leases"], resourceNames: [name], verbs: ["get", "patch"] },
  ];
}

function deployment({ name, image, project, stack, secret }: WatchManifestOptions, labels: Record<string, string>) {
  const probe = (path: string) => ({ httpGet: { path, port: "http" } });
  const container = {
    name: "watch",
    image,
    workingDir: project,
    command: ["npx", "k8s-lb", "watch", "--stack", stack, "--lease", name, "--listen", `0.0.0.0:${PORT}`, "--log", "json"],
    // everything that Pulumi and npm write is in /tmp: the root of the container is read-only
    env: [
      { name: "HOME", value: "/tmp" },
      { name: "PULUMI_HOME", value: "/tmp/pulumi" },
      { name: "PULUMI_SKIP_UPDATE_CHECK", value: "true" },
      { name: "POD_NAMESPACE", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } },
    ],
    envFrom: [{ secretRef: { name: secret } }],
    ports: [{ name: "http", containerPort: PORT }],
    livenessProbe: { ...probe("/healthz"), periodSeconds: 10, failureThreshold: 6 },
    readinessProbe: { ...probe("/readyz"), periodSeconds: 5 },
    // the first preview of a large stack takes minutes
    startupProbe: { ...probe("/healthz"), periodSeconds: 5, failureThreshold: 60 },
    resources: RESOURCES,
    securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
    volumeMounts: [{ name: "tmp", mountPath: "/tmp" }],
  };
  return {
    replicas: 2,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        serviceAccountName: name,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: USER,
          runAsGroup: USER,
          fsGroup: USER,
          seccompProfile: { type: "RuntimeDefault" },
        },
        // SIGTERM gives the Lease back, and ends what runs
        terminationGracePeriodSeconds: 30,
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: "kubernetes.io/hostname",
            whenUnsatisfiable: "ScheduleAnyway",
            labelSelector: { matchLabels: labels },
          },
        ],
        containers: [container],
        volumes: [{ name: "tmp", emptyDir: {} }],
      },
    },
  };
}
