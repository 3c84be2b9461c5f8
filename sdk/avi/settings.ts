import { z } from "zod";
import type { Diagnostic } from "../../kinds/diagnostic";
import { CONTOUR_SETTINGS, flag, list, oneOf, parseSettings, type Unsupported, version } from "../settings";
import { isAddress } from "../specs";

const size = oneOf(["LARGE", "MEDIUM", "SMALL"]).optional();

const nodeNetworks = z
  .preprocess(
    (value) => {
      if (typeof value !== "string") return value;
      try {
        return value.trim() ? JSON.parse(value) : [];
      } catch {
        return value;
      }
    },
    z.array(z.object({ networkName: z.string(), cidrs: z.array(z.string()).default([]) })),
  )
  .default([]);

/**
 * The settings of the Avi translation, under AKO's own names. Rendered into docs/avi.md: each key has its meaning in `describe`.
 */
export const aviSettingsSchema = z.object({
  clusterName: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, "must consist of letters, digits, - and _")
    .default("cluster")
    .describe("Prefix of every name on the controller; must be unique among the clusters that share a tenant."),
  cloudName: z.string().min(1).default("Default-Cloud").describe("The Avi cloud."),
  tenant: z.string().min(1).default("admin").describe("The Avi tenant."),
  platform: oneOf(["kubernetes", "openshift"]).default("kubernetes").describe("Accepted for AKO's sake; both read every kind."),
  shardVSSize: size.describe("LARGE (8), MEDIUM (4) or SMALL (1) shared virtual services; default SMALL."),
  l7ShardingScheme: oneOf(["hostname", "namespace"]).default("hostname").describe("What decides the shard."),
  serviceType: oneOf(["ClusterIP", "NodePort"]).default("ClusterIP").describe("Servers are endpoints, or nodes at the node port."),
  nodePortSelectorKey: z.string().default("").describe("NodePort mode: only nodes with this label."),
  nodePortSelectorValue: z.string().default("").describe("NodePort mode: the value of that label."),
  subDomains: list.describe("DNS domains of the cloud. Hosts outside are refused; empty: every host is taken and no FQDN is made."),
  defaultDomain: z.string().default("").describe("The domain of L4 FQDNs, if it is one of subDomains; else the first of them."),
  networkName: z.string().default("").describe("Network of the VIPs; used together with subnetIP and subnetPrefix."),
  subnetIP: z
    .string()
    .refine((value) => value === "" || isAddress(value), "must be an address")
    .default("")
    .describe("Subnet of the VIPs."),
  subnetPrefix: z
    .union([z.string(), z.number().transform(String)])
    .refine((value) => value === "" || (/^\d{1,3}$/.test(value) && Number(value) <= 128), "must be the length of a prefix, such as 24")
    .default("")
    .describe("Prefix length of that subnet."),
  segName: z.string().default("").describe("Service engine group; empty: the controller's default."),
  nodeNetworkList: nodeNetworks.describe("Placement networks of the pools: [{networkName, cidrs}] or the JSON text of it."),
  defaultIngController: flag(true).describe("Take Ingresses that name no class."),
  ingressClass: z.string().default("avi").describe("A class name that is ours besides `avi`."),
  controllerVersion: version(/^\d+\.\d+/, "22.1.2")
    .default("18.2.2")
    .describe("Version of the controller, which decides how some fields are spelled."),
  disableStaticRouteSync: flag(false).describe("Do not manage routes to the Pod networks of the nodes."),
  passthroughShardSize: size.describe("As shardVSSize, for passthrough hosts."),
  vrfName: z.string().min(1).default("global").describe("The VRF context."),
  ...CONTOUR_SETTINGS,
});

export type AviSettings = z.output<typeof aviSettingsSchema>;
/** Settings as users write them: every key may be left out, numbers and booleans may be strings. */
export type AviSettingsInput = z.input<typeof aviSettingsSchema>;

/** What AKO has, in its later releases too, and this translation has not (ako.md 4.1). */
const UNSUPPORTED: Unsupported = {
  "shardVSSize: DEDICATED": "use avi.Ingress or avi.Routes for virtual services of one's own",
  "passthroughShardSize: DEDICATED": "use LARGE, MEDIUM or SMALL",
  "serviceType: NODEPORTLOCAL": "use ClusterIP or NodePort",
  autoFQDN: "FQDNs of Services are name.namespace.domain",
  bgpPeerLabels: "no routes are announced",
  blockedNamespaceList: "give the specs of the namespaces that are meant",
  cniPlugin: "Pod networks are those of the nodes' specs",
  defaultLBController: "Services of type LoadBalancer without a class are taken",
  enableEVH: "secure hosts are SNI children",
  enableEvents: "diagnostics are in the statuses",
  enableMCI: "one cluster is translated at a time",
  enableRHI: "no routes are announced",
  fqdnReusePolicy: "a host belongs to the oldest object that claims it, in any namespace",
  ipFamily: "addresses are of the family that the specs have",
  istioEnabled: "servers are Pods or nodes",
  layer7Only: "give no Services of type LoadBalancer",
  noPGForSNI: "children have pool groups",
  nodePortSelector: "use nodePortSelectorKey and nodePortSelectorValue",
  nsSelector: "give the specs of the namespaces that are meant",
  namespaceSelector: "give the specs of the namespaces that are meant",
  nsxtT1LR: "networks are placed by networkName",
  serviceEngineGroupName: "use segName",
  servicesAPI: "Gateways are not read",
  tenantName: "use tenant",
  tenantsPerCluster: "use tenant",
  useDefaultSecretsOnly: "hosts use the Secrets that their objects name",
  vipNetworkList: "use networkName, subnetIP and subnetPrefix",
  vipPerNamespace: "use l7ShardingScheme: namespace",
};

/** Checks settings; a wrong one is an error (LB1305) and leaves its default, an unknown one a warning (LB1304). */
export function parseAviSettings(input: Readonly<Record<string, unknown>>): { settings: AviSettings; diagnostics: Diagnostic[] } {
  return parseSettings(aviSettingsSchema, "avi", input, UNSUPPORTED);
}

/** Whether the controller is of this version or later. */
export function atLeast(controllerVersion: string, major: number, minor: number): boolean {
  const [ownMajor = 0, ownMinor = 0] = controllerVersion.split(".").map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}
