// The settings of Avi with their checks and defaults; docs/avi.md is generated from them.

import { z } from "zod";
import type { Diagnostic } from "../../../resources/diagnostic";
import { partSetting } from "../../plan/parts";
import {
  flag,
  list,
  oneOf,
  orJson,
  parseSettings,
  READINESS_SETTINGS,
  ROUTE_SETTINGS,
  type UnsupportedSettings,
  version,
} from "../../settings";
import { diagnose, isAddress, isRange, isSubdomain } from "../../specs";
import { AKO_VERSIONS, type AkoVersion } from "./ako-version";
import { contradictions } from "./contradictions";
import { shardCount } from "./names";
import { UNSUPPORTED } from "./unsupported-settings";

const sharedSize = oneOf(["LARGE", "MEDIUM", "SMALL"]).optional();

const range = z.string().refine(isRange, "must be a range such as 10.0.0.0/24");

const nodeNetworks = orJson(
  z
    .array(
      z
        .object({ networkName: z.string().optional(), networkUUID: z.string().optional(), cidrs: z.array(range).default([]) })
        .refine(({ networkName, networkUUID }) => networkName !== undefined || networkUUID !== undefined, {
          path: ["networkName"],
          error: "a text is expected, or networkUUID in its place",
        }),
    )
    .default([]),
).default([]);

/** AKO takes a dot at the beginning. */
const isDomain = (name: string) => isSubdomain(name.toLowerCase().replace(/^\./, ""));

/** Source of VIPs on the controller. */
const vipNetwork = z.object({
  networkName: z.string().optional(),
  networkUUID: z.string().optional(),
  cidr: range.or(z.literal("")).optional(),
  v6cidr: range.or(z.literal("")).optional(),
});

/** Settings of AKO 2.x besides those of 1.2. */
const AKO_2_SETTINGS = {
  tenantName: z.string().default("").describe("Name of `tenant` in AKO 2.x."),
  serviceEngineGroupName: z.string().default("").describe("Name of `segName` in AKO 2.x; default `Default-Group`."),
  vipNetworkList: orJson(z.array(vipNetwork).default([]))
    .default([])
    .describe("Networks of the VIPs: [{networkName, cidr, v6cidr}], or this list as JSON text; replaces networkName and subnetIP."),
  nodePortSelector: orJson(z.object({ key: z.string().default(""), value: z.string().default("") }).default({ key: "", value: "" }))
    .default({ key: "", value: "" })
    .describe("Name of `nodePortSelectorKey` and `nodePortSelectorValue` in AKO 2.x: {key, value}."),
  enableEVH: z
    .preprocess((value: boolean | string): unknown => String(value), oneOf(["true", "false"]))
    .optional()
    .describe("Determined by `naming`; a contradiction is an error."),
  autoFQDN: oneOf(["default", "flat", "disabled"])
    .default("default")
    .describe(
      "FQDN of a Service and of a shared virtual service: `default` name.namespace.domain, `flat` name-namespace.domain, `disabled` none, not even from an annotation.",
    ),
  defaultLBController: flag(true).describe("Handle Services of type LoadBalancer without a class."),
  layer7Only: flag(false).describe("Ignore Services of type LoadBalancer."),
  noPGForSNI: flag(false).describe("Policies of SNI children select pools instead of pool groups."),
  vipPerNamespace: flag(false).describe("With `ako-2-evh`: a shared virtual service per namespace instead of shards."),
  blockedNamespaceList: orJson(list).describe("Namespaces whose objects are ignored, except rules of AKO."),
  namespaceSelector: orJson(
    z.object({ labelKey: z.string().default(""), labelValue: z.string().default("") }).default({ labelKey: "", labelValue: "" }),
  )
    .default({ labelKey: "", labelValue: "" })
    .describe("Only namespaces with this label: {labelKey, labelValue}."),
  ipFamily: oneOf(["V4", "V6", "V4_V6"]).optional().describe("Address family of the servers; default: that of their Service."),
  cniPlugin: z
    .string()
    .toLowerCase()
    .default("")
    .describe(
      "The network plugin; `calico` and `antrea` annotate nodes with the address at which they are reached, `ovn-kubernetes` with their Pod networks.",
    ),
  enableRHI: flag(false).describe("Announce the VIPs by BGP."),
  bgpPeerLabels: orJson(list).describe("The BGP peers to which they are announced."),
  fqdnReusePolicy: oneOf(["InterNamespaceAllowed"]).default("InterNamespaceAllowed").describe("Several namespaces may share a host."),
  controllerObjects: orJson(z.array(z.looseObject({ type: z.string(), body: z.looseObject({ name: z.string() }) })))
    .optional()
    .describe(
      "Objects on the controller, [{type, body}], to which AKO's rules may refer; a rule that refers to another object is rejected. Without this setting references are not checked (LB1306).",
    ),
};

/**
 * The settings of the Avi translation, under AKO's own names. Rendered into docs/avi.md: each key has its meaning in `describe`.
 */
export const aviSettingsSchema = z.object({
  naming: oneOf(["ako-1.2", "ako-1.2.1", "ako-2", "ako-2-evh"])
    .default("ako-1.2")
    .describe("The AKO version whose names and objects are created; see Generations."),
  clusterName: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, "must consist of letters, digits, - and _")
    .default("cluster")
    .describe("Prefix of every name on the controller; must be unique among the clusters that share a tenant."),
  cloudName: z.string().min(1).default("Default-Cloud").describe("The Avi cloud."),
  tenant: z.string().min(1).default("admin").describe("The Avi tenant."),
  platform: oneOf(["kubernetes", "openshift"])
    .default("kubernetes")
    .describe("Accepted for compatibility with AKO; has no effect, every kind is read."),
  shardVSSize: oneOf(["LARGE", "MEDIUM", "SMALL", "DEDICATED"])
    .optional()
    .describe(
      "LARGE (8), MEDIUM (4) or SMALL (1) shared virtual services, with `ako-2*` also DEDICATED (one per host); default SMALL, with `ako-2*` LARGE.",
    ),
  l7ShardingScheme: oneOf(["hostname", "namespace"])
    .default("hostname")
    .describe("Determines the shard of a host: its name, or the namespace of its object."),
  serviceType: oneOf(["ClusterIP", "NodePort", "NodePortLocal"])
    .default("ClusterIP")
    .describe("Servers are endpoints, nodes at the node port, or with `ako-2*` node ports that lead to one Pod each; see NodePortLocal."),
  nodePortSelectorKey: z.string().default("").describe("NodePort mode: only nodes with this label."),
  nodePortSelectorValue: z.string().default("").describe("NodePort mode: the value of that label."),
  subDomains: list
    .refine((names) => names.every((name) => name === "" || isDomain(name)), "must be DNS domains")
    .describe("DNS domains of the cloud. Hosts outside are refused; empty: every host is accepted and no FQDN is generated."),
  defaultDomain: z
    .string()
    .refine((name) => name === "" || isDomain(name), "must be a DNS domain")
    .default("")
    .describe(
      "The domain of generated FQDNs (with `ako-1.2` only of layer 4), if it is one of subDomains; otherwise the first of them is used.",
    ),
  dnsNames: oneOf(["published", "elsewhere"])
    .default("published")
    .describe(
      "`elsewhere`: others publish hosts in DNS, external-dns for one, so that a host which no virtual service publishes any more is not lost, and `k8s-lb test` does not ask for its name.",
    ),
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
  nodeNetworkList: nodeNetworks.describe(
    "Placement networks of the pools: [{networkName, cidrs}], or this list as JSON text; networkUUID may replace the name.",
  ),
  defaultIngController: flag(true).describe("Handle Ingresses without a class."),
  ingressClass: z.string().default("avi").describe("Another class name that is handled in addition to `avi`."),
  controllerVersion: version(/^\d+\.\d+/, "22.1.2")
    .default("18.2.2")
    .describe("Version of the controller, which determines the spelling of some fields."),
  gatewayController: z
    .string()
    .regex(/^[a-z0-9.-]+\/[A-Za-z0-9/._~%!$&'()*+,;=:-]+$/, "must be a domain and a path, such as k8s-lb.io/avi")
    .default("k8s-lb.io/avi")
    .describe("`spec.controllerName` of the GatewayClasses whose Gateways are handled; `ako.vmware.com/avi-lb` takes those of AKO."),
  disableStaticRouteSync: flag(false).describe("Do not manage routes to the Pod networks of the nodes."),
  passthroughShardSize: sharedSize.describe("Like shardVSSize, for passthrough hosts; default SMALL."),
  bundles: oneOf(["auto", "on", "off"])
    .default("auto")
    .describe(
      "Pools as parts of the one virtual service that uses them, instead of a resource each: `on`, `off`, or `auto`, which is `on` from 300 such pools on (docs/several-clusters.md#bundles-fewer-resources-on-avi).",
    ),
  vrfName: z.string().min(1).default("global").describe("The VRF context."),
  verified: z
    .union([z.string(), z.record(z.string(), z.unknown())], "must be a path, or what is in the report")
    .optional()
    .describe(
      "Report of `k8s-lb verify avi -o json`, as a path or what is in it: for a controller of its version it takes back what it answers (docs/verify.md#give-the-report-to-a-program).",
    ),
  part: partSetting,
  ...READINESS_SETTINGS,
  ...ROUTE_SETTINGS,
  ...AKO_2_SETTINGS,
});

const keysOf2 = Object.fromEntries(Object.keys(AKO_2_SETTINGS).map((key) => [key, true])) as { [K in keyof typeof AKO_2_SETTINGS]: true };

/** Settings for `naming: ako-1.2` or `ako-1.2.1`. */
const schemaOf1 = aviSettingsSchema
  .omit(keysOf2)
  .extend({ shardVSSize: sharedSize, serviceType: oneOf(["ClusterIP", "NodePort"]).default("ClusterIP") });

export type AviSettings = z.output<typeof aviSettingsSchema>;
/** Settings as users write them: every key may be left out, numbers and booleans may be strings. */
export type AviSettingsInput = z.input<typeof aviSettingsSchema>;

const VALUES_OF_2: readonly string[] = ["shardVSSize: DEDICATED", "serviceType: NODEPORTLOCAL"];

/** Settings that even `naming: ako-2` does not support. */
const UNSUPPORTED_IN_2: UnsupportedSettings = {
  ...Object.fromEntries(Object.entries(UNSUPPORTED).filter(([key]) => !Object.hasOwn(AKO_2_SETTINGS, key) && !VALUES_OF_2.includes(key))),
  "fqdnReusePolicy: STRICT": "a host belongs to the oldest object that claims it, in any namespace",
};

/** Checks settings; a wrong one is an error (LB1305) and leaves its default, an unknown one a warning (LB1304). */
export function parseAviSettings(input: Readonly<Record<string, unknown>>): { settings: AviSettings; diagnostics: Diagnostic[] } {
  const naming = aviSettingsSchema.shape.naming.safeParse(input.naming || undefined).data ?? "ako-1.2";
  if (naming.startsWith("ako-1.2")) {
    const { settings, diagnostics } = parseSettings(schemaOf1, "avi", input, UNSUPPORTED);
    const allSettings = { ...aviSettingsSchema.parse({}), ...settings };
    return { settings: allSettings, diagnostics: [...diagnostics, ...partsWithoutHosts(allSettings)] };
  }
  const { settings, diagnostics } = parseSettings(aviSettingsSchema, "avi", input, UNSUPPORTED_IN_2);
  return { settings: inOneWord(settings), diagnostics: [...diagnostics, ...contradictions(settings), ...partsWithoutHosts(settings)] };
}

/** A shard is not divided. */
function partsWithoutHosts(settings: AviSettings): Diagnostic[] {
  const { part, vipPerNamespace, shardVSSize = akoVersionOf(settings).shardVSSize } = settings;
  const count = shardCount(shardVSSize);
  if (vipPerNamespace || shardVSSize === "DEDICATED" || part.of <= count) return [];
  const message = `${part.of} parts share ${count === 1 ? "1 shard" : `${count} shards`}: part ${count} and later ones have no hosts`;
  const remedy = `Make at most ${count} parts${count < 8 ? ", or set shardVSSize to LARGE" : ""}.`;
  return [diagnose("LB1608", { apiVersion: "", kind: "Settings", namespace: "", name: "avi" }, "/part/of", message, { remedy })];
}

/** Settings that 2.x renamed, under the old name too: the translation knows only one. */
function inOneWord(settings: AviSettings): AviSettings {
  const { tenantName, tenant, serviceEngineGroupName, segName, nodePortSelector: selector } = settings;
  return {
    ...settings,
    l7ShardingScheme: "hostname",
    tenant: tenantName || tenant,
    segName: serviceEngineGroupName || segName || akoVersionOf(settings).segName,
    nodePortSelectorKey: selector.key || settings.nodePortSelectorKey,
    nodePortSelectorValue: selector.value || settings.nodePortSelectorValue,
  };
}

/** The controller of the IngressClasses that are ours, and the `loadBalancerClass` of the Services that are. */
export const CONTROLLER = "ako.vmware.com/avi-lb";

/** The AKO version that the settings name. */
export const akoVersionOf = ({ naming }: Pick<AviSettings, "naming">): AkoVersion => AKO_VERSIONS[naming];

/** True if the controller has this release or a later one. */
export function isAtLeast(controllerVersion: string, release: readonly number[]): boolean {
  const controllerParts = controllerVersion.split(".").map((part) => Number.parseInt(part, 10) || 0);
  const differing = release.findIndex((part, i) => (controllerParts[i] ?? 0) !== part);
  return differing < 0 || (controllerParts[differing] ?? 0) > (release[differing] ?? 0);
}

/** True if the controller has this version or a later one. */
export const atLeast = (controllerVersion: string, major: number, minor: number): boolean => isAtLeast(controllerVersion, [major, minor]);
