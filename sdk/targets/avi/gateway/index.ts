export { type GatewayObjects, lowerGateway } from "./lower";
export { gatewayRules } from "./rules";
export { namesInDns } from "./vip";
