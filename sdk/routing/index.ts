export type { HostRules } from "./claim";
export { endpointMembers, type MemberSource, nodePortMembers } from "./members";
export type {
  Backend,
  Forward,
  HttpRoute,
  L4Service,
  PathMatch,
  Redirect,
  RoutingModel,
  Server,
  Status,
  Termination,
  VirtualHost,
} from "./model";
export { type ResolveOptions, resolve, type ServiceRules } from "./resolve";
export { statusKey } from "./status";
