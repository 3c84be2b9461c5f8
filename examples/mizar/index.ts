import { join } from "node:path";
import * as mizar from "pulumi-k8s-lb/mizar";

// Everything in one plan: who is in which subnet, and under which address, is known before anything exists.
const cluster = new mizar.KubernetesCluster("example", {
  specs: join(__dirname, "manifests"),
  // Mizar's operator of today never lets a subnet go by itself.
  forceFinalizerRemoval: true,
  deleteTimeout: 20,
});

/** The planned address of every interface and scaled endpoint. */
export const addresses = cluster.addresses;
/** Address of each Service, as Mizar gave it. */
export const services = cluster.services;
/** Addresses left in each subnet. */
export const capacity = cluster.capacity;
/** State of each spec. */
export const specs = cluster.statuses.apply((statuses) =>
  Object.fromEntries(statuses.map(({ kind, namespace, name, state }) => [[kind, namespace, name].filter(Boolean).join(" "), state])),
);
