// Gateway API on Octavia.

export { gatewayIdentity, lowerGateways } from "./load-balancer";
export { gatewayRules } from "./rules";
