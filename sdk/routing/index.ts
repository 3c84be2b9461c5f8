// The routing model, independent of front ends and targets.

export {
  completeHealthCheck,
  endpointMembers,
  gcd,
  type MemberSource,
  type MembersIn,
  mergeBackends,
  sortServers,
  speaksTls,
  withoutNodes,
} from "./backends";
export type { PathPatterns, TargetCapabilities } from "./candidates";
export { type CertificateReview, certificateFacts } from "./certificates";
export { type ClaimRules, claimants, claimFault, claimRefusal, type HostClaim, isClaimOf, refusedNames } from "./claims";
export { otherSpellings } from "./conflicts";
export type { FrontEnd, FrontEndReading, GatewayAnswer } from "./front-end";
export {
  type ConnectionPort,
  type ConnectionRoute,
  type GatewayModel,
  type GatewayPort,
  type HandshakeName,
  type RequestPort,
  readsRequests,
} from "./gateway/model";
export { redirectLoop } from "./gateway/redirect-loop";
export { type GatewayLoss, type GatewayRules, type RouteKind, refusedFilter, type UnsupportedFeature } from "./gateway/rules";
export { isLocal, localNodes } from "./local-nodes";
export { type AddressFamily, familyOf, inFamilies } from "./member-filters";
export type {
  Backend,
  DefaultBackend,
  HealthCheck,
  L4Service,
  MemberServer,
  MovingSpecs,
  ServerSource,
  Termination,
  TlsVersion,
} from "./model";
export { nodePortMembers, withoutReady } from "./node-port-members";
export { bySpecificity, covers, stemOf } from "./paths";
export { preservedPools, type RoutePool } from "./preserved-pools";
export { preserveServers, withoutNodePort } from "./preserved-servers";
export { type CheckSource, monitorDifference, type RequestMonitor } from "./readiness/compare-monitor";
export { type CheckLimits, type FollowedCheck, followedCheck, sharedCheck, timesWithin } from "./readiness/follow";
export { READY_CODES } from "./readiness/pod-checks";
export { Readiness, type ServerReach } from "./readiness/readiness";
export { type ResolveOptions, resolve, type ServiceRules } from "./resolve";
export { type ReviewedRoutes, reviewedRoutes } from "./reviewed-routes";
export { defaultKey, gatewayConnectionKey, gatewayRuleKey, ruleKeyOf } from "./routes";
export type { Responder, RoutingModel } from "./routing-model";
export {
  type FixedAnswer,
  type Forward,
  type ForwardRule,
  type HeaderChanges,
  HTTP_LISTENER,
  HTTPS_LISTENER,
  isForward,
  isOnTls,
  isRedirect,
  type PathChange,
  type PathMatch,
  pathOnly,
  type Redirect,
  type RedirectRule,
  type Retry,
  type Rule,
  type RuleListener,
  type RuleMatch,
  toHttps,
  type ValueMatch,
} from "./rule";
export { type RuleSource, RuleSources } from "./rule-sources";
export { desiredRoutes, servedRoutes } from "./served-routes";
export { type ReadServers, withCurrentServers, withSource } from "./server-source";
export { awaitedGateways, type Status, StatusRecorder, statusKey } from "./status";
export type { TcpProxy, VirtualHost } from "./virtual-host";
