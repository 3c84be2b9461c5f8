// Error codes of Kubernetes and Mizar.

/** The gRPC status numbers an error of ours may carry; never an HTTP status. */
export const GRPC = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  failedPrecondition: 9,
  aborted: 10,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/**
 * The consequence of an error, where something is decided by it:
 *
 * - `no connection`: every run with this configuration has it, so the preview is red;
 * - `no answer`: a server does not answer, which may pass;
 * - `no right`: the user is logged in and may not do this;
 * - `no room`: a quota or a limit is met;
 * - `address unusable`, `no address`: the address that is asked for cannot be had, or none is free;
 * - `routes lost`: the run would take away what is served.
 */
export type FailureEffect = "no connection" | "no answer" | "no right" | "no room" | "address unusable" | "no address" | "routes lost";

/** One row of the table of errors; the docs are rendered from it. */
export interface CodeEntry {
  /** One line: what it means. */
  meaning: string;
  /** Remedy for a person. */
  remedy: string;
  /** A message with this code, without its remedy. */
  example: string;
  /** Absent where the fault is of one object alone, and nothing is decided by it. */
  effect?: FailureEffect;
  /** gRPC status the engine gets: UNKNOWN, INTERNAL and DATA_LOSS would mark the state as possibly corrupt. */
  grpc: number;
}

/** Errors of a Kubernetes API server and of the way there; part of `CODES`. */
export const KUBERNETES_CODES = {
  LB2100: {
    meaning: "The kubeconfig is missing or cannot be used.",
    remedy: "Set `kubernetes:kubeconfig` (a path, or the text itself) or KUBECONFIG; `kubectl config view` shows how kubectl reads it.",
    example: '`server` of cluster "shop" of the kubeconfig is "http://api.example.com:8080": credentials do not travel in clear text',
    effect: "no connection",
    grpc: GRPC.failedPrecondition,
  },
  LB2101: {
    meaning: "The context is not in the kubeconfig, or names no cluster.",
    remedy:
      "Correct the context where it is named: `kubernetes:context`, `context` of liveCluster(), or `--context` of a command. `kubectl config get-contexts` lists the contexts.",
    example: 'the kubeconfig names the current context "gone", but has test',
    effect: "no connection",
    grpc: GRPC.failedPrecondition,
  },
  LB2102: {
    meaning: "The Kubernetes API server cannot be reached, or the connection broke.",
    remedy: "Check address, network, proxy and CA certificate of the cluster in the kubeconfig; then run the command again.",
    example: "Ingresses: https://api.example.com:6443: connection refused (connect ECONNREFUSED 10.0.0.9:6443)",
    effect: "no answer",
    grpc: GRPC.unavailable,
  },
  LB2103: {
    meaning: "The Kubernetes API server refused the credentials.",
    remedy: "Renew the token or certificate of the user in the kubeconfig.",
    example: "pods in namespace shop: Unauthorized",
    effect: "no connection",
    grpc: GRPC.unauthenticated,
  },
  LB2104: {
    meaning: "The user may not do this in the cluster.",
    remedy: "Give the user a role with the named rule; `k8s-lb rbac` prints manifests with all required rules.",
    example: 'ingresses.networking.k8s.io is forbidden: User "ci" cannot list resource "ingresses.networking.k8s.io"',
    effect: "no right",
    grpc: GRPC.permissionDenied,
  },
  LB2105: {
    meaning: "A required object does not exist in the cluster.",
    remedy: "Create it first, or correct its namespace and name.",
    example: 'HTTPRoute default/watched: httproutes.gateway.networking.k8s.io "watched" not found',
    grpc: GRPC.notFound,
  },
  LB2106: {
    meaning: "An object of this name exists in the cluster.",
    remedy: "Choose another name, remove the object, or take it over if the resource has `adopt`.",
    example: 'Subnet default/net1: subnets.mizar.com "net1" already exists',
    grpc: GRPC.alreadyExists,
  },
  LB2107: {
    meaning: "Somebody else changed the object, or owns the field.",
    remedy: "Run the command again; a field of another manager is taken over only with `force`.",
    example: "Vpc default/v1: Operation cannot be fulfilled: the object has been modified; please apply your changes to the latest version",
    grpc: GRPC.aborted,
  },
  LB2108: {
    meaning: "The Kubernetes API server refused an object.",
    remedy: "Correct the named fields; the message is the server's own.",
    example: "services: unable to parse requirement",
    grpc: GRPC.invalidArgument,
  },
  LB2109: {
    meaning: "The Kubernetes API server is too busy or starting.",
    remedy: "Wait until it is up, then run the command again.",
    example: "cluster test: Kinds of route.openshift.io/v1: answered 503 with JSON that says nothing",
    grpc: GRPC.unavailable,
  },
  LB2110: {
    meaning: "An answer does not come from a Kubernetes API server.",
    remedy: "Check that the address in the kubeconfig is that of the API server and that no proxy or login page answers instead.",
    example: "Kinds below /apis/networking.k8s.io/v1: the answer is not a list of kinds",
    effect: "no connection",
    grpc: GRPC.unavailable,
  },
  LB2111: {
    meaning: "A list is incomplete.",
    remedy: "An incomplete list changes nothing. Run the command again; if the error persists, select fewer namespaces or kinds.",
    example: "cluster test: services: the server gives the same page again and again",
    grpc: GRPC.aborted,
  },
  LB2112: {
    meaning: "The credentials of the kubeconfig are not available.",
    remedy: "Run the command in the user's `exec` manually, or log in again.",
    example: 'user "sso" of the kubeconfig: its plugin failed without a message',
    effect: "no connection",
    grpc: GRPC.unauthenticated,
  },
  LB2113: {
    meaning: "The server does not know the kind.",
    remedy: "Install the CustomResourceDefinition of the kind; on Arktos, check `mizar:tenantPaths`.",
    example: "Kinds of gateway.networking.k8s.io/v1beta1: 404 page not found",
    grpc: GRPC.failedPrecondition,
  },
  LB2082: {
    meaning: "`k8s-lb watch` finds nothing to follow in the program.",
    remedy: "Use `specs: liveCluster({ ... })` of pulumi-k8s-lb/cluster in the component that the watch should follow.",
    example: "nothing of the program reads a live cluster, so there is nothing to follow",
    grpc: GRPC.failedPrecondition,
  },
  LB2083: {
    meaning: "`k8s-lb watch` cannot reach a cluster, because the program gives its kubeconfig as text.",
    remedy:
      "Put the text into the configuration of the stack (`pulumi config set --secret kubernetes:kubeconfig`), or give the path of a file.",
    example: "watch cannot use a kubeconfig that the program passes as text",
    grpc: GRPC.failedPrecondition,
  },
  LB2084: {
    meaning: "A list of the Avi API is shorter than its count.",
    remedy:
      "Run the command again. If the error persists, check that the role of the account may read all objects of the tenant, and which proxy is in front of the controller. With an incomplete list, objects would be created twice or considered deleted.",
    example: "list of pools: the list of pool says that it has 2 objects, and gives 1",
    grpc: GRPC.unavailable,
  },
  LB2120: {
    meaning: "Invalid cluster selection.",
    remedy: "Correct the selection: kinds, namespaces, label selector.",
    example: '"Gateways" is not a kind that is read here',
    grpc: GRPC.invalidArgument,
  },
  LB2121: {
    meaning: "A preview does not know which cluster to read.",
    remedy: "Read an existing cluster: only the next run can read a cluster that the same program creates.",
    example: "the cluster's context depends on a value that is not known before `up`",
    grpc: GRPC.failedPrecondition,
  },
  LB2122: {
    meaning: "Statuses cannot be written to several clusters at once.",
    remedy: "Use one component for each cluster.",
    example: "the specs come from 2 clusters: whose statuses are to be written?",
    grpc: GRPC.invalidArgument,
  },
  LB2123: {
    meaning: "A selected namespace does not exist.",
    remedy: "Correct its name. The empty lists of a missing namespace would look like an empty cluster.",
    example: 'cluster test: there is no namespace "typo"',
    grpc: GRPC.notFound,
  },
  LB2130: {
    meaning: "Another field manager owns fields that this run writes.",
    remedy: "Stop the other writer, or set `force: true` to take over the fields.",
    example: 'Service default/web: others write .status.loadBalancer.ingress (owned by "other-controller")',
    grpc: GRPC.alreadyExists,
  },
} satisfies Record<string, CodeEntry>;

/** Errors with the objects of Mizar and Arktos. */
export const MIZAR_KIND_CODES = {
  LB2060: {
    meaning: "Mizar could never provision this object as it is declared.",
    remedy: "Correct the named field: the API server accepts any value here, and the operator would then ignore the object forever.",
    example:
      'metadata/annotations/mizar.com~1egress-bandwidth: Pod web has "abc"; bytes per second are expected, as a whole number or with K, M or G: 500000, 1.5M',
    grpc: GRPC.invalidArgument,
  },
  LB2061: {
    meaning: "An object cannot be adopted: an immutable field differs.",
    remedy: "Declare the named field with its current value, or delete that object.",
    example: "Vpc default/v1 /spec/ip: exists with another spec.ip than declared",
    grpc: GRPC.failedPrecondition,
  },
  LB2062: {
    meaning: "The operator did not provision an object in time.",
    remedy:
      "Run the command again: it continues to wait. `provisionTimeout` sets the limit in seconds; the reason is the operator's last one.",
    example: "Subnet default/net1: is Init, not Provisioned after 60 s; its VPC v1 is not yet created",
    grpc: GRPC.deadlineExceeded,
  },
  LB2063: {
    meaning: "The operator has given up on an object, or the controller reports a failure.",
    remedy: "Correct the cause, then replace the object: `pulumi up --replace URN`. The operator tries a failed object only once.",
    example: "Vpc default/v1: the range 10.10.0.1/16 has host bits set",
    grpc: GRPC.failedPrecondition,
  },
  LB2064: {
    meaning: "Deletion timed out: a finalizer holds the object.",
    remedy:
      "Remove what it waits for and run the command again; `deleteTimeout` sets the limit in seconds. As a last resort set `forceFinalizerRemoval: true`, run `pulumi up`, and delete again.",
    example: "Subnet default/net1: held by the finalizer example.com/backup",
    grpc: GRPC.deadlineExceeded,
  },
  LB2065: {
    meaning: "An object was deleted, or is being deleted, before this run could change it.",
    remedy: "Run `pulumi refresh`, then `pulumi up`.",
    example: "Subnet default/net1: is being deleted",
    grpc: GRPC.failedPrecondition,
  },
  LB2220: {
    meaning: "The Lease of a watch could not be read or renewed; no replica writes until one can.",
    remedy: "Check the API server, and the Role that `k8s-lb watch manifests` prints.",
    example: 'Lease kube-system/k8s-lb: leases.coordination.k8s.io "k8s-lb" is forbidden',
    grpc: GRPC.unavailable,
  },
} satisfies Record<string, CodeEntry>;
