// Made by "npm run tools -- docs" from the schemas beside it; not to be changed by hand.
import type { Json } from "../kind";
import type { CertificateRef, PoolRef } from "./fields";

export type FloatingIp = {
  /** Network to create a new one in; absent if `floating_ip_address` must exist already. */
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
};

export type HealthMonitorBody = {
  name?: string;
  /** Switches the object on. Default true. */
  admin_state_up?: boolean;
  /** Those of others on the server stay. Since API 2.5. */
  tags?: string[];
  /** Cannot be changed in place. */
  type: "HTTP" | "HTTPS" | "PING" | "TCP" | "TLS-HELLO" | "UDP-CONNECT" | "SCTP" | (string & {});
  /** Seconds between two probes. */
  delay: number;
  /** Seconds until a probe has failed; at most `delay`. */
  timeout: number;
  /** 1 to 10. */
  max_retries: number;
  /** 1 to 10. @default 3 */
  max_retries_down?: number;
  /** @default "GET" */
  http_method?: "CONNECT" | "DELETE" | "GET" | "HEAD" | "OPTIONS" | "PATCH" | "POST" | "PUT" | "TRACE" | (string & {});
  /** @default "/" */
  url_path?: string;
  /** `200`, `200,202` or `200-204`. @default "200" */
  expected_codes?: string;
  /** 1, 1.1. Since API 2.10. */
  http_version?: number;
  /** The host of the probe; needs `http_version` 1.1. Since API 2.10. */
  domain_name?: string;
};

export type L7PolicyBody = {
  name: string;
  /** Switches the object on. Default true. */
  admin_state_up?: boolean;
  /** Those of others on the server stay. Since API 2.5. */
  tags?: string[];
  description?: string;
  action: "REJECT" | "REDIRECT_TO_POOL" | "REDIRECT_TO_URL" | "REDIRECT_PREFIX";
  /** Order among the policies of the listener, from 1. */
  position: number;
  redirect_pool?: PoolBody | PoolRef;
  redirect_url?: string;
  redirect_prefix?: string;
  /** Default 302. 301, 302, 303, 307, 308. Since API 2.9. */
  redirect_http_code?: number;
  rules: L7RuleBody[];
};

export type L7RuleBody = {
  /** Switches the object on. Default true. */
  admin_state_up?: boolean;
  /** Those of others on the server stay. Since API 2.5. */
  tags?: string[];
  type: "HOST_NAME" | "PATH" | "FILE_TYPE" | "HEADER" | "COOKIE" | "SSL_CONN_HAS_CERT" | "SSL_VERIFY_RESULT" | "SSL_DN_FIELD" | (string & {});
  compare_type: "REGEX" | "STARTS_WITH" | "ENDS_WITH" | "CONTAINS" | "EQUAL_TO" | (string & {});
  /** The header, cookie or field of the certificate. */
  key?: string;
  value: string;
  /** True where it does not fit. Default false. */
  invert?: boolean;
};

export type ListenerBody = {
  name: string;
  /** Switches the object on. Default true. */
  admin_state_up?: boolean;
  /** Those of others on the server stay. Since API 2.5. */
  tags?: string[];
  description?: string;
  /** Cannot be changed in place. */
  protocol: "HTTP" | "HTTPS" | "TERMINATED_HTTPS" | "TCP" | "UDP" | "SCTP" | "PROMETHEUS";
  /** 1 to 65535. Cannot be changed in place. */
  protocol_port: number;
  /** Connections at one time; -1: as many as there are. Default -1. */
  connection_limit?: number;
  default_tls_container_ref?: CertificateRef;
  sni_container_refs?: CertificateRef[];
  /** Since API 2.8. */
  client_ca_tls_container_ref?: CertificateRef;
  /** Since API 2.8. */
  client_crl_container_ref?: CertificateRef;
  /** Since API 2.8. @default "NONE" */
  client_authentication?: "NONE" | "OPTIONAL" | "MANDATORY" | (string & {});
  /** Headers that the servers get, each "true" or "false". */
  insert_headers?: { [name: string]: Json };
  /** Networks that may connect. Default: all. Since API 2.12. */
  allowed_cidrs?: string[] | null;
  /** Milliseconds that a client may be silent. 0 to 2073600000. Since API 2.1. @default 50000 */
  timeout_client_data?: number;
  /** Milliseconds until a member has taken the connection. 0 to 2073600000. Since API 2.1. @default 5000 */
  timeout_member_connect?: number;
  /** Milliseconds that a member may be silent. 0 to 2073600000. Since API 2.1. @default 50000 */
  timeout_member_data?: number;
  /** Milliseconds to wait for more of a TCP connection before its contents are judged. 0 to 2073600000. Since API 2.1. */
  timeout_tcp_inspect?: number;
  /** Since API 2.15. */
  tls_ciphers?: string;
  /** Since API 2.17. @default ["TLSv1.2","TLSv1.3"] */
  tls_versions?: ("SSLv3" | "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3" | (string & {}))[];
  /** Since API 2.20. @default ["h2","http/1.1","http/1.0"] */
  alpn_protocols?: ("h2" | "http/1.1" | "http/1.0" | (string & {}))[];
  /** Seconds. Since API 2.27. */
  hsts_max_age?: number;
  /** Since API 2.27. @default false */
  hsts_include_subdomains?: boolean;
  /** Since API 2.27. @default false */
  hsts_preload?: boolean;
  default_pool?: PoolBody | PoolRef;
  l7policies?: L7PolicyBody[];
};

export type LoadBalancerBody = {
  name: string;
  /** Switches the object on. Default true. */
  admin_state_up?: boolean;
  /** Those of others on the server stay. Since API 2.5. */
  tags?: string[];
  description?: string;
  /** Cannot be changed in place. */
  project_id?: string;
  /** Cannot be changed in place. */
  vip_address?: string;
  /** Cannot be changed in place. */
  vip_subnet_id?: string;
  /** Cannot be changed in place. */
  vip_network_id?: string;
  /** Cannot be changed in place. */
  vip_port_id?: string;
  /** Cannot be changed in place. Since API 2.26. */
  additional_vips?: { [name: string]: Json }[];
  /** The driver: `amphora`, `ovn`. Cannot be changed in place. */
  provider?: string;
  /** Cannot be changed in place. Since API 2.6. */
  flavor_id?: string;
  /** Cannot be changed in place. Since API 2.14. */
  availability_zone?: string;
  vip_qos_policy_id?: string;
  /** Security groups of the VIP port; they do not go with `allowed_cidrs`. Since API 2.29. */
  vip_sg_ids?: string[];
  /** A load balancer that exists and stays whoever made it: only the listeners and pools below are ours, and `tags` are added to those it has. Everything else of the load balancer itself is left alone. */
  id?: string;
  listeners?: ListenerBody[];
  /** Pools that several listeners or policies use; one that a single listener uses may be in that listener. */
  pools?: PoolBody[];
};

export type LoadBalancerInputs = {
  /** Owner mark that identifies our load balancer, e.g. `pulumi-k8s-lb:my-project/dev/my-cluster`: an additional tag; below API 2.5 part of its description. */
  owner: string;
  /** Take over an existing load balancer of this name that has another owner mark or none. Default false. */
  adopt?: boolean;
  /** The load balancer with everything below it, as in the populated create of `POST /v2/lbaas/loadbalancers`. With `id` it is a load balancer of others: only the listeners and pools in this body are ours. */
  loadBalancer: LoadBalancerBody;
  /** With `loadBalancer.id`: if the load balancer with that id has the declared name, it is the program's own, and these fields apply too. The OpenStack cloud provider writes the id of its load balancer into every Service and decides ownership by the name. */
  own?: OwnLoadBalancer;
  /** Names of pools whose members stay as they are on the server, and are neither compared nor written; a new pool has none. And listeners whose certificates stay so, by protocol on the wire and port: `listeners/TCP:443`; a new listener has those that are declared, and without any it is not created. Components set this if the input that determines the members or certificates is missing in the specs. */
  keep?: string[];
  /** Certificates to store in Barbican; bodies refer to them as `{ name }`. The name must change with the content. */
  secrets?: TlsSecret[];
  /** The external address of the VIP. */
  floatingIp?: FloatingIp;
  /** A security group on the VIP port. */
  securityGroup?: SecurityGroupBody;
  /** Create objects one by one, for providers that do not support the populated create. Default false. */
  serial?: boolean;
  /** Pass fields and values that this release does not know on to the API, which may be newer. Default false. */
  unchecked?: boolean;
  /** Delete with one cascading call; false deletes object by object. Default true. */
  cascadeDelete?: boolean;
};

export type MemberBody = {
  name?: string;
  /** Switches the object on. Default true. */
  admin_state_up?: boolean;
  /** Those of others on the server stay. Since API 2.5. */
  tags?: string[];
  /** Cannot be changed in place. */
  address: string;
  /** 1 to 65535. Cannot be changed in place. */
  protocol_port: number;
  /** Subnet of the address; default: the subnet of the VIP. Cannot be changed in place. */
  subnet_id?: string;
  /** Its share of the connections, 0 to 256. Default 1. */
  weight?: number;
  /** Gets traffic only when all others are down. Default false. Since API 2.1. */
  backup?: boolean;
  monitor_address?: string;
  /** 1 to 65535. */
  monitor_port?: number;
  /** Cannot be changed in place. Since API 2.30. @default false */
  request_sriov?: boolean;
};

export type OwnLoadBalancer = {
  /** Fields besides those in `LoadBalancerInputs.loadBalancer`. */
  loadBalancer: Partial<LoadBalancerBody>;
  floatingIp?: FloatingIp;
  /** It must be: one of others is refused. Default false. */
  required?: boolean;
};

export type PoolBody = {
  name: string;
  /** Switches the object on. Default true. */
  admin_state_up?: boolean;
  /** Those of others on the server stay. Since API 2.5. */
  tags?: string[];
  description?: string;
  /** Cannot be changed in place. */
  protocol: "HTTP" | "HTTPS" | "PROXY" | "PROXYV2" | "SCTP" | "TCP" | "UDP" | (string & {});
  lb_algorithm: "ROUND_ROBIN" | "LEAST_CONNECTIONS" | "SOURCE_IP" | "SOURCE_IP_PORT" | (string & {});
  /** `{ type: "SOURCE_IP" | "HTTP_COOKIE" | "APP_COOKIE", cookie_name, persistence_timeout, persistence_granularity }`. */
  session_persistence?: { [name: string]: Json } | null;
  /** TLS towards the members. Default false. Since API 2.8. */
  tls_enabled?: boolean;
  /** The certificate with which the pool meets the members. Since API 2.8. */
  tls_container_ref?: CertificateRef;
  /** The authorities that the certificates of members are checked against. Since API 2.8. */
  ca_tls_container_ref?: CertificateRef;
  /** Since API 2.8. */
  crl_container_ref?: CertificateRef;
  /** Since API 2.15. */
  tls_ciphers?: string;
  /** Since API 2.18. @default ["TLSv1.2","TLSv1.3"] */
  tls_versions?: ("SSLv3" | "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3" | (string & {}))[];
  /** Since API 2.24. @default ["h2","http/1.1","http/1.0"] */
  alpn_protocols?: ("h2" | "http/1.1" | "http/1.0" | (string & {}))[];
  members?: MemberBody[];
  healthmonitor?: HealthMonitorBody;
};

export type SecurityGroupBody = {
  name: string;
  description?: string;
  rules: {
    direction: "ingress";
    ethertype: "IPv4" | "IPv6";
    protocol: string;
    /** 1 to 65535. */
    port: number;
    remote_ip_prefix: string;
  }[];
};

export type TlsSecret = {
  name: string;
  /** PEM, the leaf first, then its chain. */
  certificate: string;
  /** PEM; absent for authorities. */
  key?: string;
};
