import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as octavia from "pulumi-k8s-lb/octavia";

const config = new pulumi.Config();

// Services of type LoadBalancer get a load balancer each, with the nodes as members; all hosts share one.
const cluster = new octavia.KubernetesCluster("example", {
  specs: join(__dirname, "manifests"),
  settings: {
    naming: "occm",
    cluster_name: "example",
    subnet_id: config.require("subnetId"),
    floating_network_id: config.require("floatingNetworkId"),
    create_monitor: true,
  },
});

/** Contents for the status of each Service. */
export const services = cluster.services;
/** Address under which each host name is served. */
export const hosts = cluster.hosts;
/** State of each spec. */
export const specs = cluster.statuses.apply((statuses) =>
  Object.fromEntries(statuses.map(({ kind, namespace, name, state }) => [`${kind} ${namespace}/${name}`, state])),
);
