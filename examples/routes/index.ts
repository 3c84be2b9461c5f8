import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as avi from "pulumi-k8s-lb/avi";
import * as octavia from "pulumi-k8s-lb/octavia";

const subnet = new pulumi.Config().require("subnetId");
const manifests = (story: string) => join(__dirname, "manifests", story);

// The same manifests on two load balancers; the routes know neither.
const onAvi = { settings: { clusterName: "routes" } };
const onOctavia = { settings: { naming: "kuryr", service_subnet_id: subnet } } as const;

// A host whose paths are given away over three namespaces: only whole with all of them.
const delegated = { specs: manifests("ingressroute") };
const google = new avi.IngressRoutes("google", { ...delegated, ...onAvi });
const googleOnOctavia = new octavia.IngressRoutes("google", { ...delegated, ...onOctavia });

// Health checks and strategies of the first Route CRD of Contour.
const finance = new avi.Routes("finance", { specs: manifests("contour-route"), ...onAvi });
const financeOnOctavia = new octavia.Routes("finance", { specs: manifests("contour-route"), ...onOctavia });

// Weights, TLS that ends at the load balancer, and TLS that ends at the servers.
const openshift = new avi.Routes("openshift", { specs: manifests("openshift-route"), ...onAvi });
const openshiftOnOctavia = new octavia.Routes("openshift", { specs: manifests("openshift-route"), ...onOctavia });

const together = (...components: { hosts: pulumi.Output<Record<string, string>> }[]) =>
  pulumi.all(components.map(({ hosts }) => hosts)).apply((all): Record<string, string> => Object.assign({}, ...all));

/** Address on Avi under which each host name is served. */
export const aviHosts = together(google, finance, openshift);
/** The same on Octavia. */
export const octaviaHosts = together(googleOnOctavia, financeOnOctavia, openshiftOnOctavia);
/** State of each IngressRoute and Route. */
export const specs = pulumi
  .all([google.statuses, finance.statuses, openshift.statuses])
  .apply((all) => Object.fromEntries(all.flat().map(({ kind, namespace, name, state }) => [`${kind} ${namespace}/${name}`, state])));
