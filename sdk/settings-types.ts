// Made by "npm run tools -- docs" from the schemas of the settings; not to be changed by hand.

/** Settings as a program may write them: any may be absent, numbers and booleans may be texts, lists may be JSON texts; `Other` has those that may be more. */
type Written<Settings, Other = unknown> = {
  [Name in keyof Settings]?: Name extends keyof Other ? Other[Name] : WrittenValue<NonNullable<Settings[Name]>>;
};
type WrittenValue<Value> = Value extends string ? Value : Value | string;

/** AKO's settings, under its own names; numbers and booleans may be texts. */
export interface AviSettingsInput extends Written<AviSettings, {
  nodePortSelector: string | { key?: string | undefined; value?: string | undefined; };
  namespaceSelector: string | { labelKey?: string | undefined; labelValue?: string | undefined; };
  subnetPrefix: string | number;
  nodeNetworkList: string | { networkName?: string | undefined; networkUUID?: string | undefined; cidrs?: string[] | undefined; }[];
  part: { index: string | number; of: string | number; };
  enableEVH: string | boolean;
  verified: string | Record<string, unknown>;
}> {}

/** The same with every default filled in. */
export type AviSettings = {
  /**
   * Name of `tenant` in AKO 2.x.
   *
   * @default ""
   */
  tenantName: string;
  /**
   * Name of `segName` in AKO 2.x; default `Default-Group`.
   *
   * @default ""
   */
  serviceEngineGroupName: string;
  /**
   * Networks of the VIPs: [{networkName, cidr, v6cidr}], or this list as JSON text; replaces networkName and subnetIP.
   *
   * @default []
   */
  vipNetworkList: { networkName?: string | undefined; networkUUID?: string | undefined; cidr?: string | undefined; v6cidr?: string | undefined; }[];
  /**
   * Name of `nodePortSelectorKey` and `nodePortSelectorValue` in AKO 2.x: {key, value}.
   *
   * @default {"key":"","value":""}
   */
  nodePortSelector: { key: string; value: string; };
  /**
   * FQDN of a Service and of a shared virtual service: `default` name.namespace.domain, `flat` name-namespace.domain, `disabled` none, not even from an annotation.
   *
   * @default "default"
   */
  autoFQDN: "flat" | "default" | "disabled";
  /**
   * Handle Services of type LoadBalancer without a class.
   *
   * @default true
   */
  defaultLBController: boolean;
  /**
   * Ignore Services of type LoadBalancer.
   *
   * @default false
   */
  layer7Only: boolean;
  /**
   * Policies of SNI children select pools instead of pool groups.
   *
   * @default false
   */
  noPGForSNI: boolean;
  /**
   * With `ako-2-evh`: a shared virtual service per namespace instead of shards.
   *
   * @default false
   */
  vipPerNamespace: boolean;
  /**
   * Namespaces whose objects are ignored, except rules of AKO.
   *
   * @default []
   */
  blockedNamespaceList: string[];
  /**
   * Only namespaces with this label: {labelKey, labelValue}.
   *
   * @default {"labelKey":"","labelValue":""}
   */
  namespaceSelector: { labelKey: string; labelValue: string; };
  /**
   * The network plugin; `calico` and `antrea` annotate nodes with the address at which they are reached, `ovn-kubernetes` with their Pod networks.
   *
   * @default ""
   */
  cniPlugin: string;
  /**
   * Announce the VIPs by BGP.
   *
   * @default false
   */
  enableRHI: boolean;
  /**
   * The BGP peers to which they are announced.
   *
   * @default []
   */
  bgpPeerLabels: string[];
  /**
   * Several namespaces may share a host.
   *
   * @default "InterNamespaceAllowed"
   */
  fqdnReusePolicy: "InterNamespaceAllowed";
  /**
   * Who may serve which host: `[{hosts: ["*.team-a.example.com"], namespaces: ["team-a"]}]`, or this list as JSON text. `namespaceLabels` names namespaces by their labels. A rule of another namespace for such a host is refused (LB1221).
   *
   * @default []
   */
  claims: { hosts: string[]; namespaces?: string[] | undefined; namespaceLabels?: Record<string, string> | undefined; }[];
  /**
   * Refuse rules for hosts that nobody claims, and for every host.
   *
   * @default false
   */
  claimsOnly: boolean;
  /**
   * Objects whose annotations or fields restrict clients in a way that is not applied here: `warn` serves them to everybody, with a warning; `refuse` leaves them out.
   *
   * @default "warn"
   */
  lostRestrictions: "warn" | "refuse";
  /**
   * New paths that take requests from others, of Services whose Endpoints are not among the specs: `warn` adds them with empty pools and a warning; `refuse` stops the run (LB2017).
   *
   * @default "warn"
   */
  unknownServers: "warn" | "refuse";
  /**
   * `later`: a running `k8s-lb watch` fills new pools, so that files without Endpoints stop no run that replaces a backend. `now`: such a run is refused (LB2017).
   *
   * @default "now"
   */
  endpoints: "now" | "later";
  /**
   * Class of IngressRoutes and Contour Routes that are handled; those without a class are handled too.
   *
   * @default "contour"
   */
  contourIngressClass: string;
  /**
   * Namespaces in which root IngressRoutes are allowed; empty: all.
   *
   * @default []
   */
  rootNamespaces: string[];
  /**
   * Redirect clear text of TLS hosts even if a route permits it.
   *
   * @default false
   */
  disablePermitInsecure: boolean;
  /**
   * `readiness`: health monitors ask what the readinessProbe of the Pods asks, where the specs have their workloads and no annotation or rule says otherwise (docs/health.md#health-monitors-and-probes).
   *
   * @default "default"
   */
  healthMonitor: "default" | "readiness";
  /**
   * Read Deployments, StatefulSets and DaemonSets from live clusters too, to compare health monitors with their readinessProbes; needs the right to list them. Those of files are always read.
   *
   * @default false
   */
  readWorkloads: boolean;
  /**
   * The AKO version whose names and objects are created; see Generations.
   *
   * @default "ako-1.2"
   */
  naming: "ako-1.2" | "ako-1.2.1" | "ako-2" | "ako-2-evh";
  /**
   * Prefix of every name on the controller; must be unique among the clusters that share a tenant.
   *
   * @default "cluster"
   */
  clusterName: string;
  /**
   * The Avi cloud.
   *
   * @default "Default-Cloud"
   */
  cloudName: string;
  /**
   * The Avi tenant.
   *
   * @default "admin"
   */
  tenant: string;
  /**
   * Accepted for compatibility with AKO; has no effect, every kind is read.
   *
   * @default "kubernetes"
   */
  platform: "kubernetes" | "openshift";
  /**
   * Determines the shard of a host: its name, or the namespace of its object.
   *
   * @default "hostname"
   */
  l7ShardingScheme: "hostname" | "namespace";
  /**
   * Servers are endpoints, nodes at the node port, or with `ako-2*` node ports that lead to one Pod each; see NodePortLocal.
   *
   * @default "ClusterIP"
   */
  serviceType: "ClusterIP" | "NodePort" | "NodePortLocal";
  /**
   * NodePort mode: only nodes with this label.
   *
   * @default ""
   */
  nodePortSelectorKey: string;
  /**
   * NodePort mode: the value of that label.
   *
   * @default ""
   */
  nodePortSelectorValue: string;
  /**
   * DNS domains of the cloud. Hosts outside are refused; empty: every host is accepted and no FQDN is generated.
   *
   * @default []
   */
  subDomains: string[];
  /**
   * The domain of generated FQDNs (with `ako-1.2` only of layer 4), if it is one of subDomains; otherwise the first of them is used.
   *
   * @default ""
   */
  defaultDomain: string;
  /**
   * `elsewhere`: others publish hosts in DNS, external-dns for one, so that a host which no virtual service publishes any more is not lost, and `k8s-lb test` does not ask for its name.
   *
   * @default "published"
   */
  dnsNames: "published" | "elsewhere";
  /**
   * Network of the VIPs; used together with subnetIP and subnetPrefix.
   *
   * @default ""
   */
  networkName: string;
  /**
   * Subnet of the VIPs.
   *
   * @default ""
   */
  subnetIP: string;
  /**
   * Prefix length of that subnet.
   *
   * @default ""
   */
  subnetPrefix: string;
  /**
   * Service engine group; empty: the controller's default.
   *
   * @default ""
   */
  segName: string;
  /**
   * Placement networks of the pools: [{networkName, cidrs}], or this list as JSON text; networkUUID may replace the name.
   *
   * @default []
   */
  nodeNetworkList: { cidrs: string[]; networkName?: string | undefined; networkUUID?: string | undefined; }[];
  /**
   * Handle Ingresses without a class.
   *
   * @default true
   */
  defaultIngController: boolean;
  /**
   * Another class name that is handled in addition to `avi`.
   *
   * @default "avi"
   */
  ingressClass: string;
  /**
   * Version of the controller, which determines the spelling of some fields.
   *
   * @default "18.2.2"
   */
  controllerVersion: string;
  /**
   * `spec.controllerName` of the GatewayClasses whose Gateways are handled; `ako.vmware.com/avi-lb` takes those of AKO.
   *
   * @default "k8s-lb.io/avi"
   */
  gatewayController: string;
  /**
   * Do not manage routes to the Pod networks of the nodes.
   *
   * @default false
   */
  disableStaticRouteSync: boolean;
  /**
   * Pools as parts of the one virtual service that uses them, instead of a resource each: `on`, `off`, or `auto`, which is `on` from 300 such pools on (docs/several-clusters.md#bundles-fewer-resources-on-avi).
   *
   * @default "auto"
   */
  bundles: "auto" | "on" | "off";
  /**
   * The VRF context.
   *
   * @default "global"
   */
  vrfName: string;
  /**
   * The part of the cluster that this stack manages, {index, of}; see [Parts](several-clusters.md#parts-of-a-cluster).
   *
   * @default {"index":0,"of":1}
   */
  part: { index: number; of: number; };
  /** Determined by `naming`; a contradiction is an error. */
  enableEVH?: "true" | "false";
  /** Address family of the servers; default: that of their Service. */
  ipFamily?: "V4" | "V6" | "V4_V6";
  /** Objects on the controller, [{type, body}], to which AKO's rules may refer; a rule that refers to another object is rejected. Without this setting references are not checked (LB1306). */
  controllerObjects?: { [x: string]: unknown; type: string; body: { [x: string]: unknown; name: string; }; }[];
  /** LARGE (8), MEDIUM (4) or SMALL (1) shared virtual services, with `ako-2*` also DEDICATED (one per host); default SMALL, with `ako-2*` LARGE. */
  shardVSSize?: "LARGE" | "MEDIUM" | "SMALL" | "DEDICATED";
  /** Like shardVSSize, for passthrough hosts; default SMALL. */
  passthroughShardSize?: "LARGE" | "MEDIUM" | "SMALL";
  /** Report of `k8s-lb verify avi -o json`, as a path or what is in it: for a controller of its version it takes back what it answers (docs/verify.md#give-the-report-to-a-program). */
  verified?: string | Record<string, unknown>;
};

/** The settings of Kuryr and of the OpenStack cloud provider, under their own names; numbers and booleans may be texts. */
export interface OctaviaSettingsInput extends Written<OctaviaSettings, {
  load_balancer_classes: { [x: string]: unknown; };
  responders: { notFound?: string | undefined; failed?: string | undefined; closed?: string | undefined; };
  part: { index: string | number; of: string | number; };
}> {}

/** The same with every default filled in. */
export type OctaviaSettings = {
  /**
   * Who may serve which host: `[{hosts: ["*.team-a.example.com"], namespaces: ["team-a"]}]`, or this list as JSON text. `namespaceLabels` names namespaces by their labels. A rule of another namespace for such a host is refused (LB1221).
   *
   * @default []
   */
  claims: { hosts: string[]; namespaces?: string[] | undefined; namespaceLabels?: Record<string, string> | undefined; }[];
  /**
   * Refuse rules for hosts that nobody claims, and for every host.
   *
   * @default false
   */
  claimsOnly: boolean;
  /**
   * Objects whose annotations or fields restrict clients in a way that is not applied here: `warn` serves them to everybody, with a warning; `refuse` leaves them out.
   *
   * @default "warn"
   */
  lostRestrictions: "warn" | "refuse";
  /**
   * New paths that take requests from others, of Services whose Endpoints are not among the specs: `warn` adds them with empty pools and a warning; `refuse` stops the run (LB2017).
   *
   * @default "warn"
   */
  unknownServers: "warn" | "refuse";
  /**
   * `later`: a running `k8s-lb watch` fills new pools, so that files without Endpoints stop no run that replaces a backend. `now`: such a run is refused (LB2017).
   *
   * @default "now"
   */
  endpoints: "now" | "later";
  /**
   * Class of IngressRoutes and Contour Routes that are handled; those without a class are handled too.
   *
   * @default "contour"
   */
  contourIngressClass: string;
  /**
   * Namespaces in which root IngressRoutes are allowed; empty: all.
   *
   * @default []
   */
  rootNamespaces: string[];
  /**
   * Redirect clear text of TLS hosts even if a route permits it.
   *
   * @default false
   */
  disablePermitInsecure: boolean;
  /**
   * `readiness`: health monitors ask what the readinessProbe of the Pods asks, where the specs have their workloads and no annotation or rule says otherwise (docs/health.md#health-monitors-and-probes).
   *
   * @default "default"
   */
  healthMonitor: "default" | "readiness";
  /**
   * Read Deployments, StatefulSets and DaemonSets from live clusters too, to compare health monitors with their readinessProbes; needs the right to list them. Those of files are always read.
   *
   * @default false
   */
  readWorkloads: boolean;
  /**
   * `kuryr`: a load balancer per Service, members are endpoints; `occm`: like the OpenStack cloud provider, members are nodes.
   *
   * @default "kuryr"
   */
  naming: "kuryr" | "occm";
  /**
   * API version of the cloud, which determines the fields that may be sent: `2.26` or `v2.26`.
   *
   * @default "2.30"
   */
  octavia_version: string;
  /**
   * Part of the names of `occm`, and of the load balancers for hosts.
   *
   * @default "kubernetes"
   */
  cluster_name: string;
  /**
   * Project of the load balancers; empty: that of the credentials.
   *
   * @default ""
   */
  project_id: string;
  /**
   * kuryr: subnet of the VIPs.
   *
   * @default ""
   */
  service_subnet_id: string;
  /**
   * kuryr: its CIDR; a clusterIP outside of it is reported.
   *
   * @default ""
   */
  service_subnet_cidr: string;
  /**
   * kuryr, L2: subnet of the Pods.
   *
   * @default ""
   */
  pod_subnet_id: string;
  /**
   * kuryr, L2: its CIDR; members outside of it are on the nodes' subnet.
   *
   * @default ""
   */
  pod_subnet_cidr: string;
  /**
   * kuryr, L2: subnet of the nodes, for Pods on the host network.
   *
   * @default ""
   */
  node_subnet_id: string;
  /**
   * kuryr: Octavia provider; `default` means amphora.
   *
   * @default "default"
   */
  provider: string;
  /**
   * kuryr: algorithm of the pools; with provider ovn always SOURCE_IP_PORT.
   *
   * @default "ROUND_ROBIN"
   */
  lb_algorithm: "ROUND_ROBIN" | "LEAST_CONNECTIONS" | "SOURCE_IP" | "SOURCE_IP_PORT";
  /**
   * kuryr: members on the Pods' subnet (L2) or routed from the VIP subnet (L3).
   *
   * @default "L3"
   */
  member_mode: "L2" | "L3";
  /**
   * kuryr: accepted for compatibility; rules of the Pods' security groups are not copied.
   *
   * @default true
   */
  enforce_sg_rules: boolean;
  /**
   * kuryr: accepted for compatibility; has no effect.
   *
   * @default "update"
   */
  sg_mode: "create" | "update";
  /**
   * kuryr: tags of all created objects; below API 2.5 they are in the descriptions.
   *
   * @default []
   */
  resource_tags: string[];
  /**
   * kuryr: idle timeout of clients in milliseconds; 0: Octavia's default.
   *
   * @default 0
   */
  timeout_client_data: number;
  /**
   * kuryr: idle timeout of members in milliseconds; 0: Octavia's default.
   *
   * @default 0
   */
  timeout_member_data: number;
  /**
   * kuryr: network of the floating IPs of Services of type LoadBalancer.
   *
   * @default ""
   */
  external_svc_net: string;
  /**
   * kuryr: subnet of the floating IPs.
   *
   * @default ""
   */
  external_svc_subnet: string;
  /**
   * occm: subnet of the VIPs, and of the members unless another one is set.
   *
   * @default ""
   */
  subnet_id: string;
  /**
   * occm: network of the VIPs.
   *
   * @default ""
   */
  network_id: string;
  /**
   * occm: subnet of the members.
   *
   * @default ""
   */
  member_subnet_id: string;
  /**
   * occm: network of the floating IPs; empty: load balancers stay internal.
   *
   * @default ""
   */
  floating_network_id: string;
  /**
   * occm: subnet of the floating IPs by name: a glob, `~` a regular expression, a leading `!` negates.
   *
   * @default ""
   */
  floating_subnet: string;
  /**
   * occm: subnet of the floating IPs by id.
   *
   * @default ""
   */
  floating_subnet_id: string;
  /**
   * occm: subnets of the floating IPs by tags, comma-separated.
   *
   * @default ""
   */
  floating_subnet_tags: string;
  /**
   * occm: no Service gets a floating IP.
   *
   * @default false
   */
  internal_lb: boolean;
  /**
   * occm: Octavia provider.
   *
   * @default "amphora"
   */
  lb_provider: string;
  /**
   * occm: algorithm of the pools; with provider ovn always SOURCE_IP_PORT.
   *
   * @default "ROUND_ROBIN"
   */
  lb_method: "ROUND_ROBIN" | "LEAST_CONNECTIONS" | "SOURCE_IP" | "SOURCE_IP_PORT";
  /**
   * occm: flavor of the load balancers.
   *
   * @default ""
   */
  flavor_id: string;
  /**
   * occm: availability zone of the load balancers.
   *
   * @default ""
   */
  availability_zone: string;
  /**
   * Create health monitors if the Service does not say.
   *
   * @default false
   */
  create_monitor: boolean;
  /**
   * Seconds between two checks.
   *
   * @default 5
   */
  monitor_delay: number;
  /**
   * Seconds until a check has failed; more than `monitor_delay` causes a warning.
   *
   * @default 3
   */
  monitor_timeout: number;
  /**
   * Successful checks until a member is used.
   *
   * @default 1
   */
  monitor_max_retries: number;
  /**
   * Failed checks until a member is not used.
   *
   * @default 3
   */
  monitor_max_retries_down: number;
  /**
   * Delete a load balancer with everything below it in one call.
   *
   * @default true
   */
  cascade_delete: boolean;
  /**
   * Create objects one by one instead of in one call.
   *
   * @default false
   */
  provider_requires_serial_api_calls: boolean;
  /**
   * occm: number of Services that may share one load balancer.
   *
   * @default 2
   */
  max_shared_lb: number;
  /**
   * occm: Barbican reference of the certificate for Services without one.
   *
   * @default ""
   */
  default_tls_container_ref: string;
  /**
   * occm: store of the certificates; any value but barbican is not checked.
   *
   * @default "barbican"
   */
  container_store: string;
  /**
   * occm: with PROXY protocol the status is a host name instead of an address.
   *
   * @default false
   */
  enable_ingress_hostname: boolean;
  /**
   * occm: suffix of that host name.
   *
   * @default "nip.io"
   */
  ingress_hostname_suffix: string;
  /**
   * occm: only nodes with these labels: `key=value,key2`.
   *
   * @default ""
   */
  node_selector: string;
  /**
   * occm: load balancer classes by name.
   *
   * @default {}
   */
  load_balancer_classes: { [x: string]: { network_id: string; subnet_id: string; member_subnet_id: string; floating_network_id: string; floating_subnet: string; floating_subnet_id: string; floating_subnet_tags: string; }; };
  /**
   * Name of the IngressClass that is handled.
   *
   * @default "openstack"
   */
  ingressClass: string;
  /**
   * Handle Ingresses without a class.
   *
   * @default true
   */
  defaultIngController: boolean;
  /**
   * Name of the controller in the GatewayClasses that are handled.
   *
   * @default "k8s-lb.io/octavia"
   */
  gatewayController: string;
  /**
   * Services that answer requests for Gateways in the place of the load balancer, `namespace/service` or `namespace/service:port`: `notFound` always with 404, `failed` always with 500, `closed` closes every connection. Without them clients get 503, and unusable parts go to other Services.
   *
   * @default {}
   */
  responders: { notFound?: string | undefined; failed?: string | undefined; closed?: string | undefined; };
  /**
   * The part of the cluster that this stack manages, {index, of}; see [Parts](several-clusters.md#parts-of-a-cluster).
   *
   * @default {"index":0,"of":1}
   */
  part: { index: number; of: number; };
};

/** The settings of the Mizar translation; numbers and booleans may be texts. */
export interface MizarSettingsInput extends Written<MizarSettings, {
  part: { index: string | number; of: string | number; };
}> {}

/** The same with every default filled in. */
export type MizarSettings = {
  /**
   * Arktos tenant of objects without one; empty: a cluster without tenants.
   *
   * @default ""
   */
  tenant: string;
  /**
   * Network of Pods and Services without one.
   *
   * @default "default"
   */
  defaultNetwork: string;
  /**
   * The part of the cluster that this stack manages, {index, of}; see [Parts](several-clusters.md#parts-of-a-cluster).
   *
   * @default {"index":0,"of":1}
   */
  part: { index: number; of: number; };
  /**
   * The VPCs of one tenant's Networks must not overlap, as with the Arktos feature gate MizarVPCRangeNoOverlap.
   *
   * @default false
   */
  disjointVpcs: boolean;
};

/** The settings of the neutral model; numbers and booleans may be texts. */
export interface RoutesSettingsInput extends Written<RoutesSettings> {}

/** The same with every default filled in. */
export type RoutesSettings = {
  /**
   * Namespaces in which root IngressRoutes are allowed; empty: all.
   *
   * @default []
   */
  rootNamespaces: string[];
  /**
   * Redirect clear text of TLS hosts even if a route permits it.
   *
   * @default false
   */
  disablePermitInsecure: boolean;
  /**
   * The class that is handled. Objects without a class, or with an empty one, are handled too.
   *
   * @default "contour"
   */
  ingressClass: string;
};
