import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as octavia from "pulumi-k8s-lb/octavia";

const config = new pulumi.Config();

// Each Gateway gets a load balancer. Octavia cannot answer 404 or 500 itself: two Services do, which responders.yaml has.
const edge = new octavia.Gateways("edge", {
  specs: [join(__dirname, "manifests"), join(__dirname, "responders.yaml")],
  settings: {
    cluster_name: "example",
    service_subnet_id: config.require("subnetId"),
    external_svc_net: config.require("floatingNetworkId"),
    responders: { notFound: "gateway-responders/not-found", failed: "gateway-responders/failed" },
  },
});

/** Addresses that clients connect to, by load balancer. */
export const addresses = edge.addresses;
/** Address under which each host name is served. */
export const hosts = edge.hosts;
/** State of each spec, with the reason where it is not served as a whole. */
export const specs = edge.statuses.apply((statuses) =>
  Object.fromEntries(
    statuses.map(({ kind, namespace, name, state, description }) => [
      `${kind} ${namespace ? `${namespace}/` : ""}${name}`,
      state === "ready" ? state : `${state}: ${description}`,
    ]),
  ),
);
