// Made by "npm run tools -- docs" from the schemas of the settings; not to be changed by hand.
import type { Input } from "@pulumi/pulumi";

/** AKO's settings, under its own names; each may be an output, and numbers and booleans may be texts. */
export interface AviSettingsArgs {
  /**
   * `tenant` under its name in AKO 2.x.
   *
   * @default ""
   */
  tenantName?: Input<string>;
  /**
   * `segName` under its name in AKO 2.x; default `Default-Group`.
   *
   * @default ""
   */
  serviceEngineGroupName?: Input<string>;
  /**
   * Networks of the VIPs: [{networkName, cidr, v6cidr}] or the JSON text of it; takes the place of networkName and subnetIP.
   *
   * @default []
   */
  vipNetworkList?: Input<string | { networkName?: string | undefined; networkUUID?: string | undefined; cidr?: string | undefined; v6cidr?: string | undefined; }[]>;
  /**
   * `nodePortSelectorKey` and `nodePortSelectorValue` under their name in AKO 2.x: {key, value}.
   *
   * @default {"key":"","value":""}
   */
  nodePortSelector?: Input<string | { key?: string | undefined; value?: string | undefined; }>;
  /** Said already by `naming`; a contradiction is an error. */
  enableEVH?: Input<string | boolean>;
  /**
   * FQDN of a Service: `default` name.namespace.domain, `flat` name-namespace.domain, `disabled` none, not even an annotated one; of shared virtual services alike.
   *
   * @default "default"
   */
  autoFQDN?: Input<"default" | "flat" | "disabled">;
  /**
   * Take Services of type LoadBalancer that name no class.
   *
   * @default true
   */
  defaultLBController?: Input<string | boolean>;
  /**
   * Take no Service of type LoadBalancer.
   *
   * @default false
   */
  layer7Only?: Input<string | boolean>;
  /**
   * Policies of SNI children pick pools instead of pool groups.
   *
   * @default false
   */
  noPGForSNI?: Input<string | boolean>;
  /**
   * With `ako-2-evh`: a shared virtual service per namespace instead of shards.
   *
   * @default false
   */
  vipPerNamespace?: Input<string | boolean>;
  /**
   * Namespaces whose objects are left out.
   *
   * @default []
   */
  blockedNamespaceList?: Input<string | string[]>;
  /**
   * Only namespaces with this label: {labelKey, labelValue}.
   *
   * @default {"labelKey":"","labelValue":""}
   */
  namespaceSelector?: Input<string | { labelKey?: string | undefined; labelValue?: string | undefined; }>;
  /** Family of the servers; default what their Service has. */
  ipFamily?: Input<"V6" | "V4" | "V4_V6">;
  /**
   * The network plugin; `calico` and `antrea` annotate nodes with the address that they are reached at.
   *
   * @default ""
   */
  cniPlugin?: Input<string>;
  /**
   * Announce the VIPs by BGP.
   *
   * @default false
   */
  enableRHI?: Input<string | boolean>;
  /**
   * The BGP peers that hear of them.
   *
   * @default []
   */
  bgpPeerLabels?: Input<string | string[]>;
  /**
   * Hosts may be shared by namespaces.
   *
   * @default "InterNamespaceAllowed"
   */
  fqdnReusePolicy?: Input<"InterNamespaceAllowed">;
  /** What the controller holds, [{type, body}], for the references of AKO's rules: one to anything else is rejected. Without it they are not checked (LB1306). */
  controllerObjects?: Input<string | { [x: string]: unknown; type: string; body: { [x: string]: unknown; name: string; }; }[]>;
  /**
   * Class of IngressRoutes and Contour Routes that is ours; one that names none is ours too.
   *
   * @default "contour"
   */
  contourIngressClass?: Input<string>;
  /**
   * Namespaces in which a root IngressRoute may stand; empty: everywhere.
   *
   * @default []
   */
  rootNamespaces?: Input<string | string[]>;
  /**
   * Redirect clear text of secure hosts even where a route permits it.
   *
   * @default false
   */
  disablePermitInsecure?: Input<string | boolean>;
  /**
   * The generation of AKO whose names and objects are made; see Generations.
   *
   * @default "ako-1.2"
   */
  naming?: Input<"ako-1.2" | "ako-1.2.1" | "ako-2" | "ako-2-evh">;
  /**
   * Prefix of every name on the controller; must be unique among the clusters that share a tenant.
   *
   * @default "cluster"
   */
  clusterName?: Input<string>;
  /**
   * The Avi cloud.
   *
   * @default "Default-Cloud"
   */
  cloudName?: Input<string>;
  /**
   * The Avi tenant.
   *
   * @default "admin"
   */
  tenant?: Input<string>;
  /**
   * Accepted for AKO's sake; both read every kind.
   *
   * @default "kubernetes"
   */
  platform?: Input<"kubernetes" | "openshift">;
  /** LARGE (8), MEDIUM (4) or SMALL (1) shared virtual services, with `ako-2*` also DEDICATED (one per host); default SMALL, with `ako-2*` LARGE. */
  shardVSSize?: Input<"MEDIUM" | "SMALL" | "LARGE" | "DEDICATED">;
  /**
   * What decides the shard.
   *
   * @default "hostname"
   */
  l7ShardingScheme?: Input<"namespace" | "hostname">;
  /**
   * Servers are endpoints, or nodes at the node port.
   *
   * @default "ClusterIP"
   */
  serviceType?: Input<"ClusterIP" | "NodePort">;
  /**
   * NodePort mode: only nodes with this label.
   *
   * @default ""
   */
  nodePortSelectorKey?: Input<string>;
  /**
   * NodePort mode: the value of that label.
   *
   * @default ""
   */
  nodePortSelectorValue?: Input<string>;
  /**
   * DNS domains of the cloud. Hosts outside are refused; empty: every host is taken and no FQDN is made.
   *
   * @default []
   */
  subDomains?: Input<string | string[]>;
  /**
   * The domain of the FQDNs that are made (with `ako-1.2` those of layer 4), if it is one of subDomains; else the first of them.
   *
   * @default ""
   */
  defaultDomain?: Input<string>;
  /**
   * Network of the VIPs; used together with subnetIP and subnetPrefix.
   *
   * @default ""
   */
  networkName?: Input<string>;
  /**
   * Subnet of the VIPs.
   *
   * @default ""
   */
  subnetIP?: Input<string>;
  /**
   * Prefix length of that subnet.
   *
   * @default ""
   */
  subnetPrefix?: Input<string | number>;
  /**
   * Service engine group; empty: the controller's default.
   *
   * @default ""
   */
  segName?: Input<string>;
  /**
   * Placement networks of the pools: [{networkName, cidrs}] or the JSON text of it; networkUUID may stand in the place of the name.
   *
   * @default []
   */
  nodeNetworkList?: Input<string | { networkName?: string | undefined; networkUUID?: string | undefined; cidrs?: string[] | undefined; }[]>;
  /**
   * Take Ingresses that name no class.
   *
   * @default true
   */
  defaultIngController?: Input<string | boolean>;
  /**
   * A class name that is ours besides `avi`.
   *
   * @default "avi"
   */
  ingressClass?: Input<string>;
  /**
   * Version of the controller, which decides how some fields are spelled.
   *
   * @default "18.2.2"
   */
  controllerVersion?: Input<string>;
  /**
   * Do not manage routes to the Pod networks of the nodes.
   *
   * @default false
   */
  disableStaticRouteSync?: Input<string | boolean>;
  /** As shardVSSize, for passthrough hosts; default SMALL. */
  passthroughShardSize?: Input<"MEDIUM" | "SMALL" | "LARGE">;
  /**
   * The VRF context.
   *
   * @default "global"
   */
  vrfName?: Input<string>;
}

/** The settings of Kuryr and of the OpenStack cloud provider, under their own names; each may be an output, and numbers and booleans may be texts. */
export interface OctaviaSettingsArgs {
  /**
   * Class of IngressRoutes and Contour Routes that is ours; one that names none is ours too.
   *
   * @default "contour"
   */
  contourIngressClass?: Input<string>;
  /**
   * Namespaces in which a root IngressRoute may stand; empty: everywhere.
   *
   * @default []
   */
  rootNamespaces?: Input<string | string[]>;
  /**
   * Redirect clear text of secure hosts even where a route permits it.
   *
   * @default false
   */
  disablePermitInsecure?: Input<string | boolean>;
  /**
   * `kuryr`: a load balancer per Service, members are endpoints; `occm`: as the OpenStack cloud provider, members are nodes.
   *
   * @default "kuryr"
   */
  naming?: Input<"kuryr" | "occm">;
  /**
   * API version of the cloud, which decides what may be sent: `2.26` or `v2.26`.
   *
   * @default "2.30"
   */
  octavia_version?: Input<string>;
  /**
   * Part of the names of `occm`, and of the load balancers for hosts.
   *
   * @default "kubernetes"
   */
  cluster_name?: Input<string>;
  /**
   * Project of the load balancers; empty: that of the credentials.
   *
   * @default ""
   */
  project_id?: Input<string>;
  /**
   * kuryr: subnet of the VIPs.
   *
   * @default ""
   */
  service_subnet_id?: Input<string>;
  /**
   * kuryr: its CIDR; a clusterIP outside is reported.
   *
   * @default ""
   */
  service_subnet_cidr?: Input<string>;
  /**
   * kuryr, L2: subnet of the Pods.
   *
   * @default ""
   */
  pod_subnet_id?: Input<string>;
  /**
   * kuryr, L2: its CIDR; members outside are on the nodes' subnet.
   *
   * @default ""
   */
  pod_subnet_cidr?: Input<string>;
  /**
   * kuryr, L2: subnet of the nodes, for Pods on the host network.
   *
   * @default ""
   */
  node_subnet_id?: Input<string>;
  /**
   * kuryr: Octavia provider; `default` means amphora.
   *
   * @default "default"
   */
  provider?: Input<string>;
  /**
   * kuryr: algorithm of the pools; with provider ovn always SOURCE_IP_PORT.
   *
   * @default "ROUND_ROBIN"
   */
  lb_algorithm?: Input<"ROUND_ROBIN" | "LEAST_CONNECTIONS" | "SOURCE_IP" | "SOURCE_IP_PORT">;
  /**
   * kuryr: members on the Pods' subnet (L2) or routed from the VIP subnet (L3).
   *
   * @default "L3"
   */
  member_mode?: Input<"L2" | "L3">;
  /**
   * kuryr: accepted for Kuryr's sake; rules of the Pods' security groups are not copied.
   *
   * @default true
   */
  enforce_sg_rules?: Input<string | boolean>;
  /**
   * kuryr: accepted for Kuryr's sake.
   *
   * @default "update"
   */
  sg_mode?: Input<"create" | "update">;
  /**
   * kuryr: tags of everything made; below API 2.5 they stand in the descriptions.
   *
   * @default []
   */
  resource_tags?: Input<string | string[]>;
  /**
   * kuryr: milliseconds a client may be silent; 0: Octavia's default.
   *
   * @default 0
   */
  timeout_client_data?: Input<string | number>;
  /**
   * kuryr: milliseconds a member may be silent; 0: Octavia's default.
   *
   * @default 0
   */
  timeout_member_data?: Input<string | number>;
  /**
   * kuryr: network of the floating IPs of Services of type LoadBalancer.
   *
   * @default ""
   */
  external_svc_net?: Input<string>;
  /**
   * kuryr: subnet of the floating IPs.
   *
   * @default ""
   */
  external_svc_subnet?: Input<string>;
  /**
   * occm: subnet of the VIPs, and of the members unless told otherwise.
   *
   * @default ""
   */
  subnet_id?: Input<string>;
  /**
   * occm: network of the VIPs.
   *
   * @default ""
   */
  network_id?: Input<string>;
  /**
   * occm: subnet of the members.
   *
   * @default ""
   */
  member_subnet_id?: Input<string>;
  /**
   * occm: network of the floating IPs; empty: load balancers stay internal.
   *
   * @default ""
   */
  floating_network_id?: Input<string>;
  /**
   * occm: subnet of the floating IPs by name: a glob, `~` a regular expression, a leading `!` negates.
   *
   * @default ""
   */
  floating_subnet?: Input<string>;
  /**
   * occm: subnet of the floating IPs by id.
   *
   * @default ""
   */
  floating_subnet_id?: Input<string>;
  /**
   * occm: subnets of the floating IPs by tags, comma-separated.
   *
   * @default ""
   */
  floating_subnet_tags?: Input<string>;
  /**
   * occm: no Service gets a floating IP.
   *
   * @default false
   */
  internal_lb?: Input<string | boolean>;
  /**
   * occm: Octavia provider.
   *
   * @default "amphora"
   */
  lb_provider?: Input<string>;
  /**
   * occm: algorithm of the pools.
   *
   * @default "ROUND_ROBIN"
   */
  lb_method?: Input<"ROUND_ROBIN" | "LEAST_CONNECTIONS" | "SOURCE_IP" | "SOURCE_IP_PORT">;
  /**
   * occm: flavor of the load balancers.
   *
   * @default ""
   */
  flavor_id?: Input<string>;
  /**
   * occm: availability zone of the load balancers.
   *
   * @default ""
   */
  availability_zone?: Input<string>;
  /**
   * Health monitors where the Service does not say.
   *
   * @default false
   */
  create_monitor?: Input<string | boolean>;
  /**
   * Seconds between two checks.
   *
   * @default 5
   */
  monitor_delay?: Input<string | number>;
  /**
   * Seconds until a check has failed; at most `monitor_delay`.
   *
   * @default 3
   */
  monitor_timeout?: Input<string | number>;
  /**
   * Good checks until a member is used.
   *
   * @default 1
   */
  monitor_max_retries?: Input<string | number>;
  /**
   * Failed checks until a member is not used.
   *
   * @default 3
   */
  monitor_max_retries_down?: Input<string | number>;
  /**
   * Delete a load balancer with everything below it in one call.
   *
   * @default true
   */
  cascade_delete?: Input<string | boolean>;
  /**
   * Make objects one by one instead of in one call.
   *
   * @default false
   */
  provider_requires_serial_api_calls?: Input<string | boolean>;
  /**
   * occm: Services that may share one load balancer.
   *
   * @default 2
   */
  max_shared_lb?: Input<string | number>;
  /**
   * occm: Barbican reference of the certificate of Services that name none.
   *
   * @default ""
   */
  default_tls_container_ref?: Input<string>;
  /**
   * occm: where certificates are; anything but barbican is not checked.
   *
   * @default "barbican"
   */
  container_store?: Input<string>;
  /**
   * occm: with PROXY protocol the status is a host name instead of an address.
   *
   * @default false
   */
  enable_ingress_hostname?: Input<string | boolean>;
  /**
   * occm: suffix of that host name.
   *
   * @default "nip.io"
   */
  ingress_hostname_suffix?: Input<string>;
  /**
   * occm: only nodes with these labels: `key=value,key2`.
   *
   * @default ""
   */
  node_selector?: Input<string>;
  /**
   * occm: load balancer classes by name.
   *
   * @default {}
   */
  load_balancer_classes?: Input<{ [x: string]: unknown; }>;
  /**
   * Name of the IngressClass that is ours.
   *
   * @default "openstack"
   */
  ingressClass?: Input<string>;
  /**
   * Take Ingresses that name no class.
   *
   * @default true
   */
  defaultIngController?: Input<string | boolean>;
}

/** The settings of the Mizar translation; each may be an output, and numbers and booleans may be texts. */
export interface MizarSettingsArgs {
  /**
   * Arktos tenant of objects that name none; empty: a cluster without tenants.
   *
   * @default ""
   */
  tenant?: Input<string>;
  /**
   * Network of Pods and Services that name none.
   *
   * @default "default"
   */
  defaultNetwork?: Input<string>;
  /**
   * The VPCs of one tenant's Networks must not overlap, as with Arktos' feature gate MizarVPCRangeNoOverlap.
   *
   * @default false
   */
  disjointVpcs?: Input<string | boolean>;
}
