// Gateway API on Avi.

export { withCertificates } from "./certificates";
export { lowerGateway } from "./lower";
export { gatewayRules } from "./rules";
export { namesInDns } from "./vip";
