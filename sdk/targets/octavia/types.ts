// Types of the bodies of an Octavia load balancer.

/** The bodies of {@link LoadBalancer}, each by the name that Octavia's API has for it. */
export type { CertificateRef, PoolRef } from "../../../resources/octavia/fields";
export type {
  FloatingIp,
  HealthMonitorBody as HealthMonitor,
  L7PolicyBody as L7Policy,
  L7RuleBody as L7Rule,
  ListenerBody as Listener,
  LoadBalancerBody as LoadBalancer,
  MemberBody as Member,
  PoolBody as Pool,
  SecurityGroupBody as SecurityGroup,
  TlsSecret,
} from "../../../resources/octavia/types";
