import * as avi from "pulumi-k8s-lb/avi";
import { liveCluster } from "pulumi-k8s-lb/cluster";

// The objects are those of the cluster of KUBECONFIG (or kubernetes:kubeconfig). Change one there, say the addresses of an Endpoints
// object, and run `pulumi up`: one pool changes. The addresses of Services and Ingresses are written into their statuses.
const cluster = new avi.KubernetesCluster("live", {
  specs: liveCluster({ namespaces: ["default", "red"] }),
  settings: { clusterName: "live", shardVSSize: "SMALL", subDomains: ["avi.internal"] },
  writeStatus: true,
});

/** Address under which each host name is served. */
export const hosts = cluster.hosts;
/** State of each spec. */
export const specs = cluster.statuses.apply((statuses) =>
  Object.fromEntries(statuses.map(({ kind, namespace, name, state }) => [`${kind} ${namespace}/${name}`, state])),
);
