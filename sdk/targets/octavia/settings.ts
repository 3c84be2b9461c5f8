// The settings of Octavia with their checks and defaults; docs/octavia.md is generated from them.

import { z } from "zod";
import { partSetting } from "../../plan/parts";
import { cidr, flag, list, oneOf, READINESS_SETTINGS, ROUTE_SETTINGS, version, wholeNumber } from "../../settings";

const text = z.string().default("");

const algorithm = oneOf(["ROUND_ROBIN", "LEAST_CONNECTIONS", "SOURCE_IP", "SOURCE_IP_PORT"]);

/** A named set of networks a Service may ask for; keys as in the `LoadBalancerClass` sections of cloud.conf, `-` or `_`. */
const loadBalancerClass = z.preprocess(
  (value) =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key.replaceAll("-", "_"), member]))
      : value,
  z.object({
    network_id: text,
    subnet_id: text,
    member_subnet_id: text,
    floating_network_id: text,
    floating_subnet: text,
    floating_subnet_id: text,
    floating_subnet_tags: text,
  }),
);

const responder = z
  .string()
  .regex(/^[^/:\s]+\/[^/:\s]+(:[^/:\s]+)?$/, "must be namespace/service or namespace/service:port")
  .optional();

/**
 * The settings of the Octavia translation, under the names of Kuryr's and the OpenStack cloud provider's own configuration.
 * Rendered into docs/octavia.md: each key has its meaning in `describe`.
 */
export const octaviaSettingsSchema = z.object({
  naming: oneOf(["kuryr", "occm"])
    .default("kuryr")
    .describe("`kuryr`: a load balancer per Service, members are endpoints; `occm`: like the OpenStack cloud provider, members are nodes."),
  octavia_version: version(/^v?2\.\d+$/, "2.26")
    .default("2.30")
    .describe("API version of the cloud, which determines the fields that may be sent: `2.26` or `v2.26`."),
  cluster_name: z.string().min(1).default("kubernetes").describe("Part of the names of `occm`, and of the load balancers for hosts."),
  project_id: text.describe("Project of the load balancers; empty: that of the credentials."),
  service_subnet_id: text.describe("kuryr: subnet of the VIPs."),
  service_subnet_cidr: cidr.describe("kuryr: its CIDR; a clusterIP outside of it is reported."),
  pod_subnet_id: text.describe("kuryr, L2: subnet of the Pods."),
  pod_subnet_cidr: cidr.describe("kuryr, L2: its CIDR; members outside of it are on the nodes' subnet."),
  node_subnet_id: text.describe("kuryr, L2: subnet of the nodes, for Pods on the host network."),
  provider: z.string().min(1).default("default").describe("kuryr: Octavia provider; `default` means amphora."),
  lb_algorithm: algorithm.default("ROUND_ROBIN").describe("kuryr: algorithm of the pools; with provider ovn always SOURCE_IP_PORT."),
  member_mode: oneOf(["L2", "L3"]).default("L3").describe("kuryr: members on the Pods' subnet (L2) or routed from the VIP subnet (L3)."),
  enforce_sg_rules: flag(true).describe("kuryr: accepted for compatibility; rules of the Pods' security groups are not copied."),
  sg_mode: oneOf(["create", "update"]).default("update").describe("kuryr: accepted for compatibility; has no effect."),
  resource_tags: list.describe("kuryr: tags of all created objects; below API 2.5 they are in the descriptions."),
  timeout_client_data: wholeNumber(0).describe("kuryr: idle timeout of clients in milliseconds; 0: Octavia's default."),
  timeout_member_data: wholeNumber(0).describe("kuryr: idle timeout of members in milliseconds; 0: Octavia's default."),
  external_svc_net: text.describe("kuryr: network of the floating IPs of Services of type LoadBalancer."),
  external_svc_subnet: text.describe("kuryr: subnet of the floating IPs."),
  subnet_id: text.describe("occm: subnet of the VIPs, and of the members unless another one is set."),
  network_id: text.describe("occm: network of the VIPs."),
  member_subnet_id: text.describe("occm: subnet of the members."),
  floating_network_id: text.describe("occm: network of the floating IPs; empty: load balancers stay internal."),
  floating_subnet: text.describe("occm: subnet of the floating IPs by name: a glob, `~` a regular expression, a leading `!` negates."),
  floating_subnet_id: text.describe("occm: subnet of the floating IPs by id."),
  floating_subnet_tags: text.describe("occm: subnets of the floating IPs by tags, comma-separated."),
  internal_lb: flag(false).describe("occm: no Service gets a floating IP."),
  lb_provider: z.string().min(1).default("amphora").describe("occm: Octavia provider."),
  lb_method: algorithm.default("ROUND_ROBIN").describe("occm: algorithm of the pools; with provider ovn always SOURCE_IP_PORT."),
  flavor_id: text.describe("occm: flavor of the load balancers."),
  availability_zone: text.describe("occm: availability zone of the load balancers."),
  create_monitor: flag(false).describe("Create health monitors if the Service does not say."),
  monitor_delay: wholeNumber(5, 1).describe("Seconds between two checks."),
  monitor_timeout: wholeNumber(3, 1).describe("Seconds until a check has failed; more than `monitor_delay` causes a warning."),
  monitor_max_retries: wholeNumber(1, 1).describe("Successful checks until a member is used."),
  monitor_max_retries_down: wholeNumber(3, 1).describe("Failed checks until a member is not used."),
  cascade_delete: flag(true).describe("Delete a load balancer with everything below it in one call."),
  provider_requires_serial_api_calls: flag(false).describe("Create objects one by one instead of in one call."),
  max_shared_lb: wholeNumber(2, 1).describe("occm: number of Services that may share one load balancer."),
  default_tls_container_ref: text.describe("occm: Barbican reference of the certificate for Services without one."),
  container_store: z.string().default("barbican").describe("occm: store of the certificates; any value but barbican is not checked."),
  enable_ingress_hostname: flag(false).describe("occm: with PROXY protocol the status is a host name instead of an address."),
  ingress_hostname_suffix: z.string().min(1).default("nip.io").describe("occm: suffix of that host name."),
  node_selector: text.describe("occm: only nodes with these labels: `key=value,key2`."),
  load_balancer_classes: z.record(z.string(), loadBalancerClass).default({}).describe("occm: load balancer classes by name."),
  ingressClass: z.string().min(1).default("openstack").describe("Name of the IngressClass that is handled."),
  defaultIngController: flag(true).describe("Handle Ingresses without a class."),
  gatewayController: z
    .string()
    .min(1)
    .default("k8s-lb.io/octavia")
    .describe("Name of the controller in the GatewayClasses that are handled."),
  responders: z
    .strictObject({ notFound: responder, failed: responder, closed: responder })
    .default({})
    .describe(
      "Services that answer requests for Gateways in the place of the load balancer, `namespace/service` or `namespace/service:port`: `notFound` always with 404, `failed` always with 500, `closed` closes every connection. Without them clients get 503, and unusable parts go to other Services.",
    ),
  part: partSetting,
  ...READINESS_SETTINGS,
  ...ROUTE_SETTINGS,
});

export type OctaviaSettings = z.output<typeof octaviaSettingsSchema>;
/** Settings as users write them: every key may be left out, numbers and booleans may be strings. */
export type OctaviaSettingsInput = z.input<typeof octaviaSettingsSchema>;
