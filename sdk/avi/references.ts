import { referenceTo } from "../../kinds/avi/reference";

const reference = (type: string) => (name: string) => referenceTo(type, name);

/** References by name, per type. */
export const refTo = {
  applicationProfile: reference("applicationprofile"),
  certificate: reference("sslkeyandcertificate"),
  cloud: reference("cloud"),
  dataScriptSet: reference("vsdatascriptset"),
  healthMonitor: reference("healthmonitor"),
  httpPolicySet: reference("httppolicyset"),
  network: reference("network"),
  networkProfile: reference("networkprofile"),
  persistenceProfile: reference("applicationpersistenceprofile"),
  pkiProfile: reference("pkiprofile"),
  pool: reference("pool"),
  poolGroup: reference("poolgroup"),
  protocolParser: reference("protocolparser"),
  serviceEngineGroup: reference("serviceenginegroup"),
  sslProfile: reference("sslprofile"),
  tenant: reference("tenant"),
  virtualService: reference("virtualservice"),
  vrfContext: reference("vrfcontext"),
  vsVip: reference("vsvip"),
};
