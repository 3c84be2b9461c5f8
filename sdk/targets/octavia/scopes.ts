// The specs that each Octavia component class manages.

import { oneService, SCOPES, type Scope } from "../../components/single";

/** A component of hosts makes no load balancers for the Services that they lead to. */
const hostsOnly = <S extends Scope>(scope: S) => ({ ...scope, hostsOnly: true as const });

/** Specs that each class of component takes. */
export const OCTAVIA_SCOPES = {
  KubernetesCluster: SCOPES.KubernetesCluster,
  Ingress: hostsOnly(SCOPES.Ingress),
  Route: hostsOnly(SCOPES.Route),
  IngressRoutes: hostsOnly(SCOPES.IngressRoutes),
  Routes: hostsOnly(SCOPES.Routes),
  Gateways: hostsOnly(SCOPES.Gateways),
  Service: oneService("Service", (specs) => [...specs.services.values()]),
} as const;
