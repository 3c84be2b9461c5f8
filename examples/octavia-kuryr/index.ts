import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as octavia from "pulumi-k8s-lb/octavia";

const config = new pulumi.Config();

// The manifests of the quickstart on another load balancer: every Service gets one, with its endpoints as members.
const cluster = new octavia.KubernetesCluster("example", {
  specs: join(__dirname, "../quickstart/manifests"),
  settings: { service_subnet_id: config.require("subnetId"), external_svc_net: config.require("floatingNetworkId") },
});

/** Addresses that clients connect to, by load balancer. */
export const addresses = cluster.addresses;
/** Address under which each host name is served. */
export const hosts = cluster.hosts;
