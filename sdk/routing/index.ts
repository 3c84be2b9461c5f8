export {
  completeHealthCheck,
  endpointMembers,
  gcd,
  type MemberSource,
  mergeBackends,
  sortServers,
  speaksTls,
  withoutNodes,
} from "./backends";
export type { HostRules, PathPatterns } from "./candidates";
export { type CertificateReview, certificateFacts } from "./certificates";
export { type ClaimRules, claimants, claimFault, claimRefusal, type HostClaim, isClaimOf, refusedNames } from "./claims";
export { otherSpellings } from "./conflicts";
export type { FrontEnd, FrontEndReading, GatewayAnswer } from "./front-end";
export {
  type BackendShare,
  type ConnectionPort,
  type ConnectionRoute,
  type FixedAnswer,
  type GatewayForward,
  type GatewayModel,
  type GatewayPort,
  type GatewayRedirect,
  type HandshakeName,
  type HeaderChanges,
  type PathChange,
  type RequestMatch,
  type RequestPort,
  type RequestRule,
  readsRequests,
  type ValueMatch,
} from "./gateway/model";
export { circle } from "./gateway/own-redirect";
export { connectionPlace, requestPlace } from "./gateway/places";
export { type GatewayLoss, type GatewayRules, type RouteKind, refusedFilter, type Unserved } from "./gateway/rules";
export { type HoldingPool, keepingPools, placeAt, withoutScheme } from "./keeps";
export { keepsServers, withoutNodePort } from "./kept-servers";
export { isLocal, localNodes } from "./local-nodes";
export { type AddressFamily, familyOf, inFamilies } from "./member-filters";
export type {
  Backend,
  DefaultBackend,
  Forward,
  HealthCheck,
  HttpRoute,
  L4Service,
  MemberServer,
  Redirect,
  Retry,
  RoutePath,
  TcpProxy,
  Termination,
  TlsVersion,
  VirtualHost,
} from "./model";
export { nodePortMembers, withoutReady } from "./node-port-members";
export { bySpecificity, covers, stemOf } from "./paths";
export { type ResolveOptions, resolve, type ServiceRules } from "./resolve";
export { type ReviewedRoutes, reviewedRoutes } from "./reviewed";
export type { Responder, RoutingModel } from "./routing-model";
export { askedPlaces, servedPlaces } from "./served";
export { awaitedGateways, Ledger, type Status, statusKey } from "./status";
