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

/** One row of the table of errors; the docs are rendered from it. */
export interface CodeEntry {
  /** One line: what it means. */
  meaning: string;
  /** What a person does about it. */
  remedy: string;
  /** gRPC status the engine gets: UNKNOWN, INTERNAL and DATA_LOSS would mark the state as possibly corrupt. */
  grpc: number;
}

/** Errors of a Kubernetes API server and of the way there; part of `CODES`. */
export const KUBERNETES_CODES = {
  LB2100: {
    meaning: "The kubeconfig is missing or cannot be used.",
    remedy: "Set `kubernetes:kubeconfig` (a path, or the text itself) or KUBECONFIG; `kubectl config view` shows what kubectl makes of it.",
    grpc: GRPC.failedPrecondition,
  },
  LB2101: {
    meaning: "The context is not in the kubeconfig, or names no cluster.",
    remedy: "Correct `kubernetes:context`; `kubectl config get-contexts` lists them.",
    grpc: GRPC.failedPrecondition,
  },
  LB2102: {
    meaning: "The Kubernetes API server cannot be reached, or the connection broke.",
    remedy: "Check address, network, proxy and certificate authority of the cluster in the kubeconfig; then run the command again.",
    grpc: GRPC.unavailable,
  },
  LB2103: {
    meaning: "The Kubernetes API server refused the credentials.",
    remedy: "Renew the token or certificate of the user in the kubeconfig.",
    grpc: GRPC.unauthenticated,
  },
  LB2104: {
    meaning: "The user may not do this in the cluster.",
    remedy: "Give the user a role with the named rule; `k8s-lb rbac` prints manifests with all rules that are needed.",
    grpc: GRPC.permissionDenied,
  },
  LB2105: {
    meaning: "An object in the cluster that is needed does not exist.",
    remedy: "Create it first, or correct its namespace and name.",
    grpc: GRPC.notFound,
  },
  LB2106: {
    meaning: "An object of this name exists in the cluster.",
    remedy: "Choose another name, remove the object, or take it over where the resource has `adopt`.",
    grpc: GRPC.alreadyExists,
  },
  LB2107: {
    meaning: "Somebody else changed the object, or owns the field.",
    remedy: "Run the command again; a field that another manager owns is only taken with `force`.",
    grpc: GRPC.aborted,
  },
  LB2108: {
    meaning: "The Kubernetes API server refused an object.",
    remedy: "Correct the named fields; the words are the server's.",
    grpc: GRPC.invalidArgument,
  },
  LB2109: {
    meaning: "The Kubernetes API server is too busy or starting.",
    remedy: "Wait until it is up, then run the command again.",
    grpc: GRPC.unavailable,
  },
  LB2110: {
    meaning: "An answer is not one of a Kubernetes API server.",
    remedy: "Check that the address in the kubeconfig is the API server's and that no proxy or login page answers in its place.",
    grpc: GRPC.unavailable,
  },
  LB2111: {
    meaning: "A list was cut short.",
    remedy: "Nothing is changed after half a list. Run the command again; if it stays, ask for fewer namespaces or kinds.",
    grpc: GRPC.aborted,
  },
  LB2112: {
    meaning: "The credentials of the kubeconfig cannot be had.",
    remedy: "Run the command that the user's `exec` names by hand, or log in again.",
    grpc: GRPC.unauthenticated,
  },
  LB2113: {
    meaning: "The server does not know the kind.",
    remedy: "Install the CustomResourceDefinition of the kind; on Arktos, check `mizar:tenantPaths`.",
    grpc: GRPC.failedPrecondition,
  },
  LB2082: {
    meaning: "`k8s-lb watch` finds nothing to follow in the program.",
    remedy: "Give `specs: liveCluster({ ... })` of pulumi-k8s-lb/cluster to the component that is to be kept current.",
    grpc: GRPC.failedPrecondition,
  },
  LB2083: {
    meaning: "`k8s-lb watch` does not know how to reach a cluster of the program, whose kubeconfig stands there as a text.",
    remedy:
      "Put the text into the configuration of the stack (`pulumi config set --secret kubernetes:kubeconfig`), or give the path of a file.",
    grpc: GRPC.failedPrecondition,
  },
  LB2084: {
    meaning: "A list of the Avi API is shorter than it says.",
    remedy:
      "Run the command again. If it stays, look whether the role of the account sees all objects of the tenant, and what stands before the controller: with half a list objects would be made twice or taken for gone.",
    grpc: GRPC.unavailable,
  },
  LB2120: {
    meaning: "Invalid cluster selection.",
    remedy: "Correct the selection: kinds, namespaces, label selector.",
    grpc: GRPC.invalidArgument,
  },
  LB2121: {
    meaning: "A preview does not know which cluster to read.",
    remedy: "Read a cluster that exists: one that the same program is about to make can only be read by the next run.",
    grpc: GRPC.failedPrecondition,
  },
  LB2122: {
    meaning: "Statuses cannot be written to several clusters at once.",
    remedy: "Use one component for each cluster.",
    grpc: GRPC.invalidArgument,
  },
  LB2123: {
    meaning: "A selected namespace does not exist.",
    remedy: "Correct its name: the empty lists of a namespace that is not there would look like an empty cluster.",
    grpc: GRPC.notFound,
  },
  LB2130: {
    meaning: "Another field manager owns fields to be written.",
    remedy: "Stop the other writer, or set `force: true` to take the fields from it.",
    grpc: GRPC.alreadyExists,
  },
} satisfies Record<string, CodeEntry>;

/** What can go wrong with the objects of Mizar and Arktos. */
export const MIZAR_KIND_CODES = {
  LB2060: {
    meaning: "Mizar could never provision this object as it is declared.",
    remedy: "Correct the named field: the API server accepts anything here, and the operator then leaves the object alone for ever.",
    grpc: GRPC.invalidArgument,
  },
  LB2061: {
    meaning: "An object cannot be adopted: an immutable field differs.",
    remedy: "Declare the named field as it is, or delete that object.",
    grpc: GRPC.failedPrecondition,
  },
  LB2062: {
    meaning: "The operator did not provision an object in time.",
    remedy: "Run the command again: it goes on waiting. `provisionTimeout` is the bound in seconds; the reason is the operator's last one.",
    grpc: GRPC.deadlineExceeded,
  },
  LB2063: {
    meaning: "The operator has given an object up, or the controller says that it failed.",
    remedy:
      "Correct what the reason names, then replace the object: `pulumi up --replace URN`. The operator tries a failed object only once.",
    grpc: GRPC.failedPrecondition,
  },
  LB2064: {
    meaning: "Deletion timed out: a finalizer holds the object.",
    remedy:
      "Remove what it waits for and run the command again; `deleteTimeout` is the bound in seconds. As a last resort set `forceFinalizerRemoval: true`, run `pulumi up`, and delete again.",
    grpc: GRPC.deadlineExceeded,
  },
  LB2065: {
    meaning: "An object to be changed is gone, or is being deleted.",
    remedy: "Run `pulumi refresh`, then `pulumi up`.",
    grpc: GRPC.failedPrecondition,
  },
  LB2220: {
    meaning: "The Lease of a watch could not be read or renewed; nobody writes until one replica can.",
    remedy: "Look at the API server, and at the Role that `k8s-lb watch manifests` prints.",
    grpc: GRPC.unavailable,
  },
} satisfies Record<string, CodeEntry>;
