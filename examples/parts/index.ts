import * as pulumi from "@pulumi/pulumi";
import * as avi from "pulumi-k8s-lb/avi";
import { cluster } from "./specs";

const config = new pulumi.Config();

// The same program and the same specs in every stack; only `part` differs.
const mine = new avi.KubernetesCluster("example", {
  specs: cluster(config.requireNumber("ingresses")),
  settings: { clusterName: "example", shardVSSize: "LARGE", subDomains: ["avi.internal"] },
  // to take over what another stack has made: `pulumi config set adopt true`, for one run
  adopt: config.getBoolean("adopt"),
  part: { index: config.requireNumber("part"), of: config.requireNumber("parts") },
});

/** Address of each shard of this part. */
export const vips = mine.vips;
/** Number of hosts that this part serves. */
export const served = mine.hosts.apply((hosts) => ({ hosts: Object.keys(hosts).length }));
