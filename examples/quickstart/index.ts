import { join } from "node:path";
import * as avi from "pulumi-k8s-lb/avi";

// Everything below manifests/ becomes objects on the controller: change a file and run `pulumi preview`.
const cluster = new avi.KubernetesCluster("quickstart", {
  specs: join(__dirname, "manifests"),
  // Expectations of requests: a change that breaks one makes the preview red.
  requests: join(__dirname, "requests.yaml"),
  settings: { clusterName: "quickstart", shardVSSize: "MEDIUM", subDomains: ["avi.internal"] },
});

/** VIP of every virtual service. */
export const vips = cluster.vips;
/** Address under which each host name is served. */
export const hosts = cluster.hosts;
/** State of each spec. */
export const specs = cluster.statuses.apply((statuses) =>
  Object.fromEntries(statuses.map(({ kind, namespace, name, state }) => [`${kind} ${namespace}/${name}`, state])),
);
