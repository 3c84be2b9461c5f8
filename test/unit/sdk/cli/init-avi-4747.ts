import { join } from "node:path";
import * as avi from "pulumi-k8s-lb/avi";

// Everything below manifests/ is translated: change a file, and `pulumi preview` says what that means.
const cluster = new avi.KubernetesCluster("my-shop", {
  specs: join(__dirname, "manifests"),
  settings: { clusterName: "my-shop", shardVSSize: "SMALL", subDomains: ["example.com"] },
});

/** Address of every virtual service. */
export const vips = cluster.vips;
/** Address under which each host name is served. */
export const hosts = cluster.hosts;
/** What became of each spec. */
export const specs = cluster.statuses.apply((statuses) =>
  Object.fromEntries(statuses.map(({ kind, namespace, name, state }) => [`${kind} ${namespace}/${name}`, state])),
);
