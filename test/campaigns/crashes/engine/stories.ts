import { endpoints, ingressV1, service } from "../../../support/manifests";
import type { CampaignWorld } from "../../lib/world";
import { aviWorld } from "../../lib/worlds/avi";
import { kubernetesWorld } from "../../lib/worlds/kubernetes";
import { octaviaCampaign } from "../../lib/worlds/octavia";

/** A small stack of one target. */
export interface Story {
  title: string;
  /** The module of the package. */
  target: "avi" | "octavia" | "mizar";
  start(): Promise<CampaignWorld>;
  /** The arguments of the component, and others for an update. */
  declared(world: CampaignWorld): object;
  changed(world: CampaignWorld): object;
  /** Resources that an operator may have replaced: `pulumi up --replace`. */
  replaced: string;
}

const shop = (address: string) => [
  service("shop", [80]),
  endpoints("shop", [address], 8080),
  ingressV1("shop", [{ host: "shop.avi.internal", path: "/", type: "Prefix", service: "shop" }]),
  service("dns", [{ name: "dns", port: 53, protocol: "UDP" }], "LoadBalancer"),
  endpoints("dns", [address], [{ name: "dns", port: 53 }]),
];

const label = { "arktos.futurewei.com/network": "vpc-1" };
const mizar = (app: string) => ({
  specs: [
    { apiVersion: "mizar.com/v1", kind: "Vpc", metadata: { name: "vpc-c" }, spec: { ip: "10.10.0.0", prefix: 16, dividers: 1 } },
    { apiVersion: "mizar.com/v1", kind: "Subnet", metadata: { name: "net-c" }, spec: { vpc: "vpc-c", ip: "10.10.1.0", prefix: "24" } },
    { apiVersion: "arktos.futurewei.com/v1", kind: "Network", metadata: { name: "vpc-1" }, spec: { type: "mizar", vpcID: "vpc-c" } },
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web", labels: { ...label, app } },
      spec: { containers: [{ name: "main", image: "nginx" }] },
    },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "web", labels: label },
      spec: { selector: { app }, ports: [{ port: 80, targetPort: 8080 }] },
    },
  ],
});

const avi = (address: string) => ({
  specs: shop(address),
  settings: { clusterName: "c1", shardVSSize: "SMALL", subDomains: ["avi.internal"] },
});

const octavia = (address: string) => (world: CampaignWorld) => ({
  specs: shop(address),
  settings: { naming: "kuryr", service_subnet_id: world.environment.CAMPAIGN_SUBNET, pod_subnet_id: world.environment.CAMPAIGN_SUBNET },
});

export const STORIES = {
  avi: {
    title: "Avi",
    target: "avi",
    start: aviWorld,
    declared: () => avi("10.244.1.1"),
    changed: () => avi("10.244.1.2"),
    replaced: "**L4VS**",
  },
  octavia: {
    title: "OpenStack Octavia",
    target: "octavia",
    start: octaviaCampaign,
    declared: octavia("10.1.0.5"),
    changed: octavia("10.1.0.6"),
    replaced: "**LoadBalancer**",
  },
  mizar: {
    title: "Mizar",
    target: "mizar",
    start: kubernetesWorld,
    declared: () => mizar("one"),
    changed: () => mizar("two"),
    replaced: "**PlacedPod**",
  },
} as const satisfies { [target: string]: Story };
