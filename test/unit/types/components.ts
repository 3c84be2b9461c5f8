// Mistakes in programs of components that the editor shows; see avi-bodies.ts.
import * as kubernetes from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import { readSpecs, translateToAvi } from "pulumi-k8s-lb";
import * as avi from "pulumi-k8s-lb/avi";
import { liveCluster } from "pulumi-k8s-lb/cluster";
import * as mizar from "pulumi-k8s-lb/mizar";
import * as octavia from "pulumi-k8s-lb/octavia";

const specs: string[] = [];
const subnet = pulumi.output("5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11");
const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web", namespace: "shop" },
  spec: { type: "LoadBalancer", ports: [{ port: 80 }] },
};
const resource = () =>
  new kubernetes.core.v1.Service("web", { metadata: { name: "web" }, spec: { type: "LoadBalancer", ports: [{ port: 80 }] } });
/** Compiled alone: the children of a file or chart come from the plugin (test/cli/release/kubernetes-plugin.test.ts). */
const ofFile = (file: kubernetes.yaml.v2.ConfigFile) => new avi.KubernetesCluster("f1", { specs: file.resources });
const ofChart = (chart: kubernetes.helm.v4.Chart) => new octavia.KubernetesCluster("f2", { specs: [chart.resources, service] });

export const right = () => {
  const cluster = new avi.KubernetesCluster("c1", {
    specs,
    settings: { clusterName: "c1", shardVSSize: "SMALL", subDomains: ["a.example"] },
  });
  const lb = new octavia.KubernetesCluster("c2", { specs, settings: { naming: "occm", subnet_id: subnet } });
  const net = new mizar.KubernetesCluster("c3", { specs, settings: { tenant: "a" }, waitForNetworks: true });
  return [
    ...[cluster, lb, net, ofFile, ofChart],
    new avi.KubernetesCluster("c4", { specs: service, adopt: { mark: "keep" }, allowMassDelete: true, preflight: false }),
    new avi.KubernetesCluster("c5", { specs: [resource()], settings: { networkName: subnet } }),
    new avi.KubernetesCluster("c6", { specs: pulumi.output([service]), settings: { disableStaticRouteSync: "true" } }),
    new avi.Service("c7", { specs: [service] }, { transforms: [({ props, opts }) => ({ props, opts })] }),
    new octavia.Service("c8", { specs: [service] }, { customTimeouts: { create: "5m" }, ignoreChanges: ["loadBalancer"] }),
    new octavia.KubernetesCluster("c9", { specs, writeStatus: "force", settings: { octavia_version: "2.26", monitor_delay: "5" } }),
    new octavia.KubernetesCluster("c10", { specs }, { providers: [new octavia.Provider("p", { cloud: "east" })], protect: true }),
    pulumi.all([cluster.hosts, cluster.vips]).apply(([hosts, vips]): string => hosts.a ?? vips.b ?? ""),
    lb.services.apply((services) => services["shop/web"]?.ip),
    net.pods.apply((pods) => pods["default/nginx"]?.length),
    cluster.summary.apply((summary) => summary.map(({ spec, state }) => `${spec} ${state}`)),
    pulumi.output(translateToAvi(readSpecs([]), { settings: { clusterName: "c1" } }).statuses.length),
  ];
};

export const wrong = () => [
  // @ts-expect-error specs are missing
  new avi.KubernetesCluster("w1", { settings: {} }),
  // @ts-expect-error a key that AKO has not
  new avi.KubernetesCluster("w2", { specs, settings: { clusterNme: "c1" } }),
  // @ts-expect-error no such size
  new avi.KubernetesCluster("w3", { specs, settings: { shardVSSize: "HUGE" } }),
  // @ts-expect-error settings stand in settings
  new avi.KubernetesCluster("w4", { specs, clusterName: "c1" }),
  // @ts-expect-error a key of Octavia
  new avi.KubernetesCluster("w5", { specs, settings: { subnet_id: subnet } }),
  // @ts-expect-error no such naming
  new octavia.KubernetesCluster("w6", { specs, settings: { naming: "ako-2" } }),
  // @ts-expect-error an id is a text
  new octavia.KubernetesCluster("w7", { specs, settings: { subnet_id: 1 } }),
  // @ts-expect-error the mark is kept or written
  new avi.KubernetesCluster("w8", { specs, adopt: { mark: "drop" } }),
  // @ts-expect-error adopt is no text
  new avi.KubernetesCluster("w9", { specs, adopt: "yes" }),
  // @ts-expect-error of two ways to write statuses this is none
  new avi.KubernetesCluster("w10", { specs, writeStatus: "always" }),
  // @ts-expect-error specs are files and objects, not numbers
  new octavia.KubernetesCluster("w11", { specs: 5 }),
  // @ts-expect-error seconds are a number
  new mizar.KubernetesCluster("w12", { specs, deleteTimeout: "2m" }),
  // @ts-expect-error an output is no text
  new octavia.KubernetesCluster("w13", { specs }).addresses.web.toUpperCase(),
  // @ts-expect-error the address of a host may be missing
  new avi.KubernetesCluster("w14", { specs }).hosts.apply((hosts): string => hosts["a.example"]),
  // @ts-expect-error a cluster on Mizar has no hosts
  new mizar.KubernetesCluster("w15", { specs }).hosts,
  // @ts-expect-error a transform gives back props and opts
  new avi.Service("w16", { specs }, { transforms: [() => ({ properties: {} })] }),
  // @ts-expect-error how long is a text
  new avi.Service("w17", { specs }, { customTimeouts: { create: 5 } }),
  // @ts-expect-error the controller is one
  new avi.Provider("w18", { controllers: ["a"] }),
  // @ts-expect-error a way to log in that Avi has not
  new avi.Provider("w19", { auth: "oauth" }),
  // @ts-expect-error a context is a text
  liveCluster({ context: ["prod"] }),
];
