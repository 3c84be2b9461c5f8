export { type GatewayObjects, type LoweredGateway, lowerGateway, namesInDns } from "./lower";
export { gatewayRules } from "./rules";
