import { join } from "node:path";
import * as avi from "pulumi-k8s-lb/avi";

// The rules for these manifests are in pack/: run `pulumi preview --policy-pack pack`.
const cluster = new avi.KubernetesCluster("policies", {
  specs: join(__dirname, "manifests"),
  settings: { clusterName: "policies", shardVSSize: "SMALL", subDomains: ["avi.internal"] },
});

/** Address under which each host name is served. */
export const hosts = cluster.hosts;
