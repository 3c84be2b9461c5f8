/** Characters of a name that would end or change it in a query; everything else stays readable, as AKO writes it. */
const SPECIAL = /[#&%+]/g;

/** A reference by name; the controller takes both `?name=` and `/?name=`, and we treat them alike. */
const reference = (type: string) => (name: string) => `/api/${type}?name=${name.replace(SPECIAL, encodeURIComponent)}`;

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
