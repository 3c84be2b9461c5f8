export { withCertificates } from "./certificates";
export { type GatewayObjects, type LoweredGateway, lowerGateway } from "./lower";
export { gatewayRules } from "./rules";
export { namesInDns } from "./vip";
