import type { Json } from "../json";

/** A certificate of the same resource by the name it has in `secrets`, or a Barbican reference as it is. */
export type CertificateRef = string | { name: string };

/** A pool of the same body by name. */
export interface PoolRef {
  name: string;
}

/** Fields of the Octavia API that the types below do not spell out, e.g. `description` or `admin_state_up`. */
interface Open {
  [field: string]: Json | undefined;
}

export interface MemberBody extends Open {
  name?: string;
  address: string;
  protocol_port: number;
  subnet_id?: string;
  weight?: number;
  backup?: boolean;
  monitor_address?: string;
  monitor_port?: number;
}

export interface HealthMonitorBody extends Open {
  name?: string;
  type: string;
  delay: number;
  timeout: number;
  max_retries: number;
  max_retries_down?: number;
}

export interface PoolBody {
  name: string;
  protocol: string;
  lb_algorithm: string;
  members?: MemberBody[];
  healthmonitor?: HealthMonitorBody;
  session_persistence?: { [field: string]: Json } | null;
  ca_tls_container_ref?: CertificateRef;
  tls_enabled?: boolean;
  [field: string]: unknown;
}

export interface L7RuleBody extends Open {
  type: string;
  compare_type: string;
  value: string;
  key?: string;
  invert?: boolean;
}

export interface L7PolicyBody {
  name: string;
  action: "REJECT" | "REDIRECT_TO_POOL" | "REDIRECT_TO_URL" | "REDIRECT_PREFIX";
  /** Order among the policies of the listener, from 1. */
  position: number;
  redirect_pool?: PoolRef | PoolBody;
  redirect_url?: string;
  redirect_prefix?: string;
  redirect_http_code?: number;
  rules: L7RuleBody[];
  [field: string]: unknown;
}

export interface ListenerBody {
  name: string;
  protocol: "HTTP" | "HTTPS" | "TERMINATED_HTTPS" | "TCP" | "UDP" | "SCTP" | "PROMETHEUS";
  protocol_port: number;
  default_pool?: PoolRef | PoolBody;
  default_tls_container_ref?: CertificateRef;
  sni_container_refs?: CertificateRef[];
  allowed_cidrs?: string[] | null;
  l7policies?: L7PolicyBody[];
  tags?: string[];
  [field: string]: unknown;
}

/**
 * A load balancer with everything below it, as in the fully populated create of `POST /v2/lbaas/loadbalancers`: listeners are
 * told apart by protocol family and port, pools by name, members by address and port, policies by name.
 */
export interface LoadBalancerBody {
  name: string;
  /**
   * A load balancer that exists and stays whoever made it: only the listeners and pools below are ours, and `tags` are added
   * to those it has. Everything else of the load balancer itself is left alone.
   */
  id?: string;
  description?: string;
  project_id?: string;
  vip_address?: string;
  vip_subnet_id?: string;
  vip_network_id?: string;
  vip_port_id?: string;
  provider?: string;
  flavor_id?: string;
  availability_zone?: string;
  admin_state_up?: boolean;
  tags?: string[];
  listeners?: ListenerBody[];
  /** Pools that several listeners or policies use; those that one listener alone uses stand in it. */
  pools?: PoolBody[];
  [field: string]: unknown;
}

/**
 * What Barbican must hold: the certificate of a listener, or, without a key, the authorities a pool trusts. The name holds a
 * fingerprint of the contents, so another certificate is another secret.
 */
export interface TlsSecret {
  name: string;
  /** PEM, the leaf first, then its chain. */
  certificate: string;
  /** PEM; absent for authorities. */
  key?: string;
}

/** The address under which the VIP is reached from outside. */
export interface FloatingIp {
  /** Where a new one comes from; absent when `floating_ip_address` must exist already. */
  floating_network_id?: string;
  /** Wanted address: an existing free floating IP, else requested from the network. */
  floating_ip_address?: string;
  /** Subnet of the floating network; tried in order when there are several. */
  subnet_ids?: string[];
  /** Subnets of the floating network by name pattern or tags, see docs/octavia.md. */
  subnet_name?: string;
  subnet_tags?: string;
  description?: string;
  /** Give it back to the project instead of deleting it. Default false. */
  keep?: boolean;
}

/** A security group on the VIP port. */
export interface SecurityGroupBody {
  name: string;
  description?: string;
  rules: { direction: "ingress"; ethertype: "IPv4" | "IPv6"; protocol: string; port: number; remote_ip_prefix: string }[];
}

/** What a load balancer that is named by its id is to be when it turns out to be one's own. */
export interface OwnLoadBalancer {
  /** Fields besides those in `LoadBalancerInputs.loadBalancer`. */
  loadBalancer: Partial<LoadBalancerBody>;
  floatingIp?: FloatingIp;
  /** It must be: one of others is refused. Default false. */
  required?: boolean;
}

/** One load balancer and what belongs to it. */
export interface LoadBalancerInputs {
  /** Owner mark, e.g. `pulumi-k8s-lb:my-project/dev/my-cluster`: one more tag of the load balancer; below API 2.5 part of its description. */
  owner: string;
  /** Take over a load balancer that exists under this name and carries another mark, or none. Default false. */
  adopt?: boolean;
  loadBalancer: LoadBalancerBody;
  /** With `loadBalancer.id`: what counts besides where the load balancer of that id has the declared name, and so is one's own. */
  own?: OwnLoadBalancer;
  /** Names of pools whose members stay as the server has them, whatever stands in the body: the specs lack what tells the members. */
  keep?: string[];
  secrets?: TlsSecret[];
  floatingIp?: FloatingIp;
  securityGroup?: SecurityGroupBody;
  /** Make objects one by one, for providers that cannot take the populated create. Default false. */
  serial?: boolean;
  /** Delete with one cascading call; false deletes object by object. Default true. */
  cascadeDelete?: boolean;
}
