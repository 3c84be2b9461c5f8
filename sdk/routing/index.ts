export { completeHealthCheck, mergeBackends, speaksTls } from "./backends";
export type { HostRules } from "./front-end";
export { endpointMembers, type MemberSource, nodePortMembers, withoutNodes } from "./members";
export type {
  Backend,
  DefaultBackend,
  Forward,
  HealthCheck,
  HttpRoute,
  L4Service,
  PathMatch,
  Redirect,
  Retry,
  RoutingModel,
  Server,
  Status,
  TcpProxy,
  Termination,
  TlsVersion,
  VirtualHost,
} from "./model";
export { bySpecificity, covers, stemOf } from "./paths";
export { type ResolveOptions, resolve, type ServiceRules } from "./resolve";
export { Ledger, statusKey } from "./status";
